"""`python -m rmqkit.cli`: the program without its script on the PATH. Nothing else belongs here."""

from rmqkit.cli import main

main()
