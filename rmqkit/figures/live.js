let loading;
function plotly(model) {
  loading ??= import(URL.createObjectURL(new Blob([model.get("_script")], {type: "text/javascript"})));
  return loading;
}
function standsInItsCell(el) {
  const drawn = new ResizeObserver(() => {
    drawn.disconnect();
    el.closest(".jp-OutputArea-child")?.classList.add("rmqkit-live");
    const output = el.closest(".jp-OutputArea-output");
    output?.addEventListener("keydown", event => {
      if (event.key === "Escape") el.closest(".jp-Cell").focus();
      else if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    });
    output?.addEventListener("focusin", ({target}) => {
      const row = target.closest(".rmqkit-client");
      if (row) Object.assign(row, {role: "group", ariaLabel: row.querySelector("button").textContent});
      const slider = target.matches(".noUi-handle") && target.closest(".widget-inline-hbox");
      if (slider) target.ariaLabel = slider.querySelector("label, .widget-label").textContent;
    });
  });
  drawn.observe(el);
}
function keepsPicture({el, model}) {
  let waiting;
  async function keep() {
    const {width, height} = el._fullLayout;
    const picture = await globalThis.Plotly.toImage(el, {format: "png", width, height});
    model.set("_picture", picture.slice(picture.indexOf(",") + 1));
    model.save_changes();
  }
  const later = () => { clearTimeout(waiting); waiting = setTimeout(keep, 400); };
  el.on("plotly_afterplot", later);
  later();
}
async function render(context) {
  standsInItsCell(context.el);
  document.head.append(Object.assign(document.createElement("style"), {textContent: context.model.get("_style")}));
  const {default: widget} = await plotly(context.model);
  const own = typeof widget === "function" ? await widget() : widget;
  own.initialize?.(context);
  const gone = await own.render(context);
  if (context.model.get("_keeps")) keepsPicture(context);
  return gone;
}
export default {render};
