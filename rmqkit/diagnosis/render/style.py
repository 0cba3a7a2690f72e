"""How cards, tables and pictures look, in notebooks and on pages, by day, by night and on paper. No content here."""

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

# A class named twice outweighs what JupyterLab says of every table and list.
STYLE = (
    PALETTE
    + """
.rmqkit{font:14px/1.5 system-ui,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;
color:var(--ink);background:var(--paper);max-width:70rem;overflow-wrap:anywhere}
.rmqkit a{color:var(--link)}
.rmqkit .level{display:inline-block;color:#fff;font-weight:600;border-radius:4px;padding:0 .5em;
margin-right:.5em;white-space:nowrap}
.rmqkit .status{font-size:.8em;color:var(--quiet)}
.rmqkit .headline{font-size:1.25em;line-height:1.35;font-weight:600;margin:.2em 0 .5em}
.rmqkit .card{border:1px solid var(--line);border-left:6px solid;border-radius:6px;padding:.7em 1em}
.rmqkit .card dl{display:grid;grid-template-columns:max-content 1fr;gap:.35em 1.2em;margin:.6em 0 0}
.rmqkit .card dt{font-weight:600}
.rmqkit .finding{border:1px solid var(--line);border-left:5px solid;border-radius:4px;padding:.6em 1em;
margin:.8em 0}
.rmqkit .finding h3{font-size:1.05em;margin:0 0 .2em;break-after:avoid;color:inherit}
.rmqkit .state,.rmqkit .read{color:var(--quiet)}
.rmqkit .state{margin:0 0 .5em}
.rmqkit p{margin:.3em 0}
.rmqkit table{border-collapse:collapse;margin:.4em 0;width:auto;color:inherit;font-size:13px}
.rmqkit table.rows{width:100%}
.rmqkit th,.rmqkit td{padding:.2em 1em .2em 0;text-align:left;vertical-align:top;border:0;
background:none;color:inherit}
.rmqkit table.rows th{border-bottom:2px solid var(--line);white-space:nowrap}
.rmqkit table.rows td{border-bottom:1px solid var(--line)}
.rmqkit tr:target td,.rmqkit li:target,.rmqkit .finding:target{background:var(--shade)}
.rmqkit .short{white-space:nowrap}
.topic .rmqkit table.rows td,.topic .rmqkit table.rows th{white-space:normal;overflow-wrap:break-word}
.rmqkit .number{white-space:nowrap;overflow-wrap:normal}
.rmqkit .word,.rmqkit.rmqkit.rmqkit table.rows .word{white-space:nowrap}
.topic .rmqkit.rmqkit h3{margin-top:.8em}
.rmqkit .differs{color:var(--differs);font-weight:600}
.rmqkit code{font:12px/1.5 ui-monospace,Consolas,monospace;white-space:pre-wrap;background:none;
color:inherit;padding:0}
.rmqkit .command{display:block;background:var(--shade);border-radius:4px;padding:.5em .8em;margin:.3em 0}
.rmqkit .finding dl{display:grid;grid-template-columns:max-content 1fr;gap:.25em 1em;margin:.5em 0 0}
.rmqkit dt{font-weight:600}
.rmqkit dd{margin:0;min-width:0}
.rmqkit .where{color:var(--link)}
.rmqkit.rmqkit table{table-layout:auto}
.rmqkit.rmqkit td,.rmqkit.rmqkit th{text-align:left}
.rmqkit.rmqkit .number{text-align:right}
.rmqkit.rmqkit tbody tr:nth-child(n){background:none}
.rmqkit.rmqkit tr:target{background:var(--shade)}
.rmqkit.rmqkit td,.rmqkit.rmqkit th{line-height:1.5;font-size:13px}
.rmqkit.rmqkit h3{font-size:1.05em;font-weight:600;line-height:1.4;margin:0 0 .2em;color:inherit}
.rmqkit.rmqkit code{font:12px/1.5 ui-monospace,Consolas,monospace;background:none;color:inherit;padding:0}
.rmqkit.rmqkit code.command{background:var(--shade);padding:.5em .8em}
.rmqkit.rmqkit dt,.rmqkit.rmqkit dd{float:none;width:auto}
.rmqkit ul,.rmqkit ol{margin:0;padding-left:1.3em}
.rmqkit ol.lines{list-style:none;padding:0}
.rmqkit ol.lines li{border-bottom:1px solid var(--line);padding:.25em 0;break-inside:avoid}
.rmqkit .back{color:var(--quiet);font-size:12px}
.rmqkit .level{print-color-adjust:exact;-webkit-print-color-adjust:exact}
@media print,(max-width:84rem){.rmqkit .short,.rmqkit table.rows th{white-space:normal;overflow-wrap:break-word}
.rmqkit td,.rmqkit th{padding-right:.6em}}
@media screen and (min-width:52.01rem) and (max-width:84rem){.rmqkit table.rows td:not(.short,.number){min-width:11em}}
@media print{.rmqkit td,.rmqkit th{overflow-wrap:break-word}
.rmqkit td code{overflow-wrap:anywhere}}
@media screen and (max-width:52rem){
.rmqkit .card{padding:.5em .7em}
.rmqkit .status{font-size:.8em;color:var(--quiet)}
.rmqkit .headline{font-size:1.1em}
.rmqkit .card dl,.rmqkit .finding dl{display:block}
.rmqkit .card dt,.rmqkit .finding dt{margin-top:.2em}
.rmqkit .card dt{color:var(--quiet);font-size:12px;line-height:1.25}
.rmqkit table.rows,.rmqkit table.rows tbody,.rmqkit table.rows tr,.rmqkit table.rows td{display:block}
.rmqkit table.rows thead{display:none}
.rmqkit table.rows tr{border-bottom:1px solid var(--line);padding:.3em 0}
.rmqkit table.rows td{border:0;padding:0;white-space:normal}
.rmqkit table.rows td.number,.rmqkit table.rows td.short{display:inline-block;margin-right:1em}
.rmqkit table.rows td:first-child{font-weight:600}
.rmqkit table.rows td:empty{display:none}
.rmqkit table.rows td[data-label]::before{content:attr(data-label) ": ";color:var(--quiet)}
:lang(zh) .rmqkit table.rows td[data-label]::before{
content:attr(data-label) "："}
}
"""
)
