// Paper is narrower than a screen: figures are drawn again for it, and once more when printing is done.
const PAPER = 690;
const drawn = [];
function draw(id, figure) {
  const config = { responsive: true, displaylogo: false, modeBarButtonsToRemove: ["select2d", "lasso2d"] };
  drawn.push(id);
  Plotly.newPlot(id, figure.data, figure.layout, config);
}
addEventListener("beforeprint", () => drawn.forEach((id) => Plotly.relayout(id, { width: PAPER })));
addEventListener("afterprint", () => drawn.forEach((id) => Plotly.relayout(id, { width: null, autosize: true })));
