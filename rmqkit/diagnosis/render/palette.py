"""The colours of cards and tables, on screens and on paper, by day and by night. Nothing is laid out here."""

from __future__ import annotations

from rmqkit.diagnosis.claims import Severity

# Dark enough for white letters on them, and apart for colour-blind readers; the word stands on each in any case.
COLOURS = {
    Severity.OK: "#1b7837",
    Severity.UNKNOWN: "#54585c",
    Severity.NOTICE: "#1f5fa8",
    Severity.WARNING: "#9a5b00",
    Severity.CRITICAL: "#a3122f",
}
_DAY = """--ink:#1d2327;--quiet:#54585c;--line:#d5d9dd;--paper:#fff;--link:#1f5fa8;--shade:#f4f6f8;
--differs:#a3122f;--agrees:#00507d"""
_NIGHT = """--ink:#e6e9ec;--quiet:#a9b1b8;--line:#3a4148;--paper:#16191c;--link:#8ab8ee;--shade:#20252a;
--differs:#ff8a9b;--agrees:#8ab8ee"""
_PRINT = """--ink:#000;--quiet:#444;--line:#bbb;--paper:#fff;--link:#1f5fa8;--shade:#f4f6f8;
--differs:#a3122f;--agrees:#00507d"""
# A picture of plotly comes in the colours of paper. In a dark theme its light is turned round and its hues are kept.
# So it is with the buttons in the colours of its clients. What plotly writes on light blocks is grey: on the dark
# ones that they turn into it could not be read.
OF_PICTURES = """
body:is([data-jp-theme-light="false"],.vscode-dark,.vscode-high-contrast) :is(.js-plotly-plot,.rmqkit-client>button){
filter:invert(.92) hue-rotate(180deg)}
:is([data-jp-theme-light="false"],.vscode-dark,.vscode-high-contrast) .js-plotly-plot :is(.main-svg,.bglayer .bg){
background:none!important;fill:none!important}
.js-plotly-plot .heatmap-label text[style*="fill: rgb(68, 68, 68)"]{fill:#000!important}
"""
PALETTE = f"""{OF_PICTURES}
.rmqkit{{{_DAY}}}
@media (prefers-color-scheme:dark){{.rmqkit{{{_NIGHT}}}}}
body[data-jp-theme-light="true"] .rmqkit,body.vscode-light .rmqkit{{{_DAY}}}
body[data-jp-theme-light="false"] .rmqkit,body.vscode-dark .rmqkit,
body.vscode-high-contrast .rmqkit{{{_NIGHT}}}
@media print{{.rmqkit.rmqkit.rmqkit{{{_PRINT}}}}}
"""
"""What a theme says of itself counts for more than what the system is set to: JupyterLab and Notebook, VS Code."""
