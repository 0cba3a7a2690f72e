"""Reports: a notebook is run on a folder of evidence and becomes one offline HTML file. Only the public names."""

from rmqkit.report.notebooks import located
from rmqkit.report.write import ReportFailed, write_report

__all__ = ["ReportFailed", "located", "write_report"]
