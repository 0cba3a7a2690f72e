// Figures are drawn for the screen they stand on: narrow or wide, by day or by night, and once more for paper.
// Below the axis stand the names of its ticks, and under these the legend.
const PAPER = 680, NARROW = 640, TICKS = 50;
const night = matchMedia("(prefers-color-scheme: dark)");
const figures = new Map();
// What would vanish on a dark ground, by what takes its place; all others are seen on both.
const BY_NIGHT = {
  "#000000": "#f2f4f6", "#1d2327": "#e6e9ec", "#2a3f5f": "#e6e9ec", "#7B3F98": "#c795dd",
  "#C44500": "#ff7a33", "#EBF0F8": "#30363c", "#ffffff": "#16191c", "white": "#16191c",
};
function recoloured(value) {
  if (typeof value === "string") return BY_NIGHT[value] ?? value;
  if (Array.isArray(value)) return value.map(recoloured);
  if (value === null || typeof value !== "object") return value;
  // Blocks keep their colours, since what is written on them was chosen for these; only black ones would vanish.
  const block = (scale) => scale.map(([edge, colour]) => [edge, colour === "#000000" ? "#5b6269" : colour]);
  const ofBlocks = (name, part) => name === "colorscale" && Array.isArray(part);
  const parts = Object.entries(value).map(([name, part]) => [name, ofBlocks(name, part) ? block(part) : recoloured(part)]);
  return Object.fromEntries(parts);
}
// Plotly's titles do not wrap: they stand above the figure as text. Their markup is read, never put into the page.
function plain(text) {
  return new DOMParser().parseFromString(String(text ?? "").replace(/<br>/g, " "), "text/html").body.textContent;
}
function describe(id, figure) {
  const caption = document.querySelector(`#${id} figcaption`), title = figure.layout.title ?? {};
  caption.append(plain(title.text));
  if (title.subtitle?.text) {
    const note = document.createElement("small");
    note.append(plain(title.subtitle.text));
    caption.append(note);
  }
  figures.set(id, figure);
}
function show(id, { dark, width }) {
  const { data, layout } = dark ? recoloured(figures.get(id)) : structuredClone(figures.get(id));
  const place = document.querySelector(`#${id} > div`);
  width ??= place.clientWidth;
  const narrow = width < NARROW;
  const top = layout.xaxis?.side === "top" ? 40 : 26;
  Object.assign(layout, { title: { text: "" }, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", width });
  layout.height = (layout.height ?? 450) + top - (layout.margin?.t ?? 100);
  layout.margin = { ...layout.margin, t: top, r: 10, b: TICKS };
  layout.legend = { orientation: "h", xref: "container", x: 0, xanchor: "left", yref: "container", y: 0.005, yanchor: "bottom", maxheight: 2000 };
  if (narrow) for (const name of Object.keys(layout).filter((key) => /^[xy]axis/.test(key))) {
    layout[name] = { ...layout[name], tickfont: { ...layout[name].tickfont, size: 10 } };
    if (layout[name].side === "top") Object.assign(layout[name], { tickprefix: "", tickangle: 0 });
  }
  if (narrow) for (const trace of data.filter((one) => one.type === "heatmap" && one.texttemplate)) {
    const cramped = width - 90 < 24 * trace.text[0].length;
    // Where a name is wider than its cell it is told once for neighbours alike.
    const told = (words, at, row) => (cramped && at && words === row[at - 1] ? "" : String(words ?? "").replaceAll(" ", "<br>"));
    trace.text = trace.text.map((row) => row.map(told));
    trace.textfont = { ...trace.textfont, size: 9 };
  }
  // An incident's names are for nobody's cloud.
  const config = { displaylogo: false, showSendToCloud: false, displayModeBar: narrow ? false : undefined,
    modeBarButtonsToRemove: ["select2d", "lasso2d"] };
  Plotly.react(place, data, layout, config);
  makeRoom(place);
}
// How high a legend is tells itself once it is drawn: its columns follow from its words and the width.
function makeRoom(place) {
  const legend = place.querySelector(".legend .bg")?.getBBox().height ?? 0, { height, margin } = place.layout;
  const lacking = legend + TICKS - margin.b;
  if (Math.abs(lacking) > 1) Plotly.relayout(place, { height: height + lacking, "margin.b": margin.b + lacking });
}
// The script that draws comes packed, and one figure is drawn after the other: the text is there before.
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
async function drawAll() {
  const script = document.createElement("script");
  script.textContent = await unpacked(document.getElementById("plotly").textContent);
  document.head.append(script);
  for (const id of figures.keys()) {
    show(id, { dark: night.matches });
    await new Promise((done) => setTimeout(done));
  }
}
for (const figure of document.querySelectorAll("figure[id]"))
  describe(figure.id, JSON.parse(figure.querySelector("script").textContent));
const drawn = drawAll();
const all = (options) => globalThis.Plotly && [...figures.keys()].forEach((id) => show(id, options));
night.addEventListener("change", () => all({ dark: night.matches }));
addEventListener("beforeprint", () => all({ dark: false, width: PAPER }));
addEventListener("afterprint", () => all({ dark: night.matches }));
// A phone that is turned: plotly's own answer would squeeze figures into the least height of their places.
let wide = innerWidth, turned;
addEventListener("resize", () => {
  if (innerWidth === wide) return;
  wide = innerWidth;
  clearTimeout(turned);
  turned = setTimeout(all, 100, { dark: night.matches });
});
