"""A verdict for the eye: the terminal's text and the notebook's card."""
