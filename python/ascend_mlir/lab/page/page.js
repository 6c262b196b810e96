// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
// What is around the graph. Names of a model are put in as text alone, never as HTML.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const figures = JSON.parse(document.getElementById("plots").textContent);
const byId = (id) => document.getElementById(id);

// An element with attributes and children; a string is text.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const short = (value) => {
  if (value === null || value === undefined) return "-";
  if (typeof value === "string") return value;
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? value.toLocaleString("en") : value.toPrecision(3);
};

// ---------------------------------------------------------------- selection

const graph = new Graph(data, byId("canvas"), byId("map"), (item) => select(item, false));
const readers = new Map(), sources = new Map();
const addTo = (map, key, value) => (map.has(key) ? map.get(key).push(value) : map.set(key, [value]));
for (const [source, target] of data.edges) {
  addTo(readers, data.drawn[source], data.drawn[target]);
  addTo(sources, data.drawn[target], data.drawn[source]);
}

function select(place, center = true) {
  graph.select(place, center);
  showDetails(place);
  for (const row of document.querySelectorAll("#table tr.selected")) row.classList.remove("selected");
  document.querySelector(`#table tr[data-item="${place}"]`)?.classList.add("selected");
}

function neighbours(label, places) {
  if (!places?.length) return [];
  const links = places.slice(0, 12).map((place) => make("button", { type: "button", class: "link", onclick: () => select(place) }, data.items[place].name));
  const parts = links.flatMap((link, number) => (number ? [", ", link] : [link]));
  return [make("dt", {}, label), make("dd", {}, ...parts, places.length > 12 ? `, and ${places.length - 12} more` : "")];
}

function showDetails(place) {
  const item = data.items[place];
  const facts = [
    ["type", item.type], ["model", item.model], ["decided", item.decided ?? item.dtype],
    ["sums in", item.sum], ["list", item.list], ["rule", item.rule && `${item.rule} (${item.source})`],
    ["mode", item.mode === "default" ? null : item.mode], ["kernels from", item.facts], ["stands for", item.stands_for?.join(", ")],
  ].filter(([, value]) => value);
  const list = make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
    ...neighbours("reads", sources.get(place)), ...neighbours("read by", readers.get(place)));
  const notes = (item.notes || []).map((note) => make("p", { class: "note" }, note));
  const children = [make("h3", {}, item.name), make("p", { id: "why" }, item.why), ...notes];
  if (item.keep) children.push(make("p", { id: "keep" }, item.keep));
  if (item.outputs.length) children.push(make("div", { id: "histogram" }), list, errors(item));
  else children.push(list, make("p", { class: "muted" }, "It only moves elements, or is part of no run: it has no error of its own, and is not drawn."));
  byId("details").replaceChildren(...children);
  byId("details").scrollTop = 0;
  drawHistogram(item);
}

function errors(item) {
  const head = ["", ...item.outputs.map((each) => (item.outputs.length > 1 ? `output ${each.output}` : ""))];
  const rows = [
    ["own error", (each) => short(each.own)], ["of the whole", (each) => short(each.whole)], ["ULP", (each) => short(each.ulp)],
    ["largest error", (each) => short(each.max)], ["p99", (each) => short(each.p99)], ["cosine", (each) => (each.cosine === null ? "-" : each.cosine.toFixed(6))],
    ["lost (own)", (each) => `${short(each.lost)} (${short(each.own_lost)}) of ${short(each.elements)}`],
    ["reference", (each) => `${short(each.least)} … ${short(each.most)}`],
    ["of the limit", (each) => (each.headroom === null ? "-" : `${(100 * each.headroom).toPrecision(3)} %`)],
    ["shape", (each) => (each.shape ? `[${each.shape.join(", ")}]` : "-")],
  ];
  const body = rows.map(([name, get]) => make("tr", {}, make("td", { class: "muted" }, name), ...item.outputs.map((each) => make("td", { class: "n" }, get(each)))));
  const table = make("table", {}, make("tbody", {}, ...body));
  if (item.outputs.length > 1) table.prepend(make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { class: "n" }, text)))));
  return make("div", { class: "wide" }, table);
}

// ---------------------------------------------------------------- plots

const CONFIG = { displaylogo: false, responsive: true, modeBarButtons: [["toImage", "zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "resetScale2d"]] };

function themed(layout) {
  const [text, line] = ["--text", "--line"].map((name) => graph.theme(name));
  const axis = { gridcolor: line, zerolinecolor: line, linecolor: line, automargin: true };
  const merged = { ...layout, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: text, size: 12 }, modebar: { bgcolor: "rgba(0,0,0,0)", color: line, activecolor: text } };
  for (const name of ["xaxis", "yaxis"]) merged[name] = { ...axis, ...layout[name] };
  return merged;
}

function drawFigure(id) {
  const place = byId(id);
  if (!place) return;
  Plotly.react(place, figures[id].data, themed(figures[id].layout), CONFIG);
  if (place.dataset.listens) return;
  place.dataset.listens = "yes";
  place.on("plotly_click", (event) => {
    const item = event.points[0]?.customdata;
    if (item === undefined) return;
    select(item);
    byId("graph").scrollIntoView();
  });
}

// Largest and least values of dtypes, as exponents of 2.
const LIMITS = { f16: [-14, 16], bf16: [-126, 128], f32: [-126, 128], hif8: [-15, 15] };

function drawHistogram(item) {
  const place = byId("histogram");
  const histogram = item.outputs[0]?.histogram;
  if (!place) return;
  if (!histogram) {
    place.replaceWith(make("p", { class: "muted" }, "Its values are no floats: there is no histogram."));
    return;
  }
  const traces = [["reference", "#4c78a8"], ["decided", "#f08a24"]].map(([name, color]) => ({
    type: "bar", name, x: histogram[name].counts.map((_, at) => histogram[name].first + at), y: histogram[name].counts,
    marker: { color }, hovertemplate: `2^%{x}: %{y}<extra>${name}</extra>`,
  }));
  const ends = LIMITS[item.outputs[0].dtype] || [];
  const shown = traces.flatMap((trace) => trace.x);
  if (!shown.length) shown.push(0);
  const inside = ends.filter((end) => end >= Math.min(...shown) - 12 && end <= Math.max(...shown) + 12);
  const shapes = inside.map((end) => ({ type: "line", x0: end - 0.5, x1: end - 0.5, y0: 0, y1: 1, yref: "paper", line: { dash: "dash", width: 1.5, color: "#d62246" } }));
  const others = ["zero", "infinite", "nan"].filter((key) => histogram.decided[key] || histogram.reference[key])
    .map((key) => `${key}: ${short(histogram.reference[key])}, decided ${short(histogram.decided[key])}`).join(" · ");
  place.after(make("p", { class: "muted" }, `Magnitudes by octave (2^k)${inside.length ? `; dashed: what ${item.outputs[0].dtype} holds at full precision` : ""}. ${others}`));
  Plotly.react(place, traces, themed({
    margin: { l: 44, r: 8, t: 6, b: 30 }, barmode: "overlay", bargap: 0.05, legend: { orientation: "h", y: 1.2 }, shapes,
    xaxis: { title: { text: "2^k" }, dtick: Math.ceil((Math.max(...shown) - Math.min(...shown) + 1) / 8) }, yaxis: { type: "log", exponentformat: "power", dtick: 1, range: [-0.3, Math.log10(Math.max(1, ...traces.flatMap((trace) => trace.y))) + 0.2] },
  }), { ...CONFIG, displayModeBar: false });
  Plotly.restyle(place, { opacity: [0.55, 0.75] });
}

// A plot is drawn when it comes into view.
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    drawFigure(target.id);
  }
}, { rootMargin: "300px" });
for (const id of Object.keys(figures)) if (byId(id)) seen.observe(byId(id));

window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  graph.draw();
  for (const id of Object.keys(figures)) if (byId(id)?.dataset.listens) drawFigure(id);
  if (graph.selected >= 0) showDetails(graph.selected);
});

// ---------------------------------------------------------------- search

function matching(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return null;
  const found = [];
  data.items.forEach((item, place) => {
    const all = `${item.name} ${item.type} ${item.dtype} ${item.rule || ""}`.toLowerCase();
    if (words.every((word) => all.includes(word))) found.push(place);
  });
  return found;
}

const search = byId("search"), list = byId("found");
let found = [], active = -1;

function showFound() {
  list.replaceChildren(...found.slice(0, 50).map((place, number) => make("li",
    { role: "option", id: `found-${number}`, "aria-selected": String(number === active), onmousedown: (event) => { event.preventDefault(); take(number); } },
    data.items[place].name, " ", make("span", { class: "muted" }, `${data.items[place].type} · ${data.items[place].dtype}`))));
  list.hidden = !found.length || document.activeElement !== search;
  search.setAttribute("aria-expanded", String(!list.hidden));
  if (active >= 0 && !list.hidden) {
    search.setAttribute("aria-activedescendant", `found-${active}`);
    byId(`found-${active}`)?.scrollIntoView({ block: "nearest" });
  } else search.removeAttribute("aria-activedescendant");
}

function take(number) {
  if (found[number] === undefined) return;
  active = number;
  list.hidden = true;
  search.setAttribute("aria-expanded", "false");
  select(found[number]);
}

search.addEventListener("input", () => {
  const places = matching(search.value);
  found = places || [];
  active = found.length ? 0 : -1;
  graph.matches = places && new Set(places);
  graph.draw();
  byId("count").textContent = places ? `${places.length.toLocaleString("en")} of ${data.items.length.toLocaleString("en")}` : "";
  showFound();
});
search.addEventListener("focus", showFound);
search.addEventListener("blur", () => { list.hidden = true; });
search.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    const count = Math.min(found.length, 50);
    active = count ? (active + step + count) % count : -1;
    showFound();
    event.preventDefault();
  } else if (event.key === "Enter") take(Math.max(active, 0));
  else if (event.key === "Escape") {
    search.value = "";
    search.dispatchEvent(new Event("input"));
  }
});

let lastRoot = -1;
function nextBreak() {
  if (!data.roots.length) return;
  lastRoot = (lastRoot + 1) % data.roots.length;
  select(data.roots[lastRoot]);
}
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    search.focus();
    event.preventDefault();
  } else if (event.key === "n") nextBreak();
});
byId("next")?.addEventListener("click", nextBreak);
byId("in").addEventListener("click", () => graph.zoom(1.4));
byId("out").addEventListener("click", () => graph.zoom(1 / 1.4));
byId("fit").addEventListener("click", () => graph.fit());

function showLegend() {
  const marks = graph.legend().map(({ name, color, count }) => make("span", {}, make("i", { style: `background:${color}` }), `${name} (${count.toLocaleString("en")})`));
  if (data.roots.length) marks.push(make("span", {}, make("i", { style: "background:none;border:2px solid var(--bad)" }), "breaks here"));
  if (data.kept.length) marks.push(make("span", {}, make("i", { style: "background:none;border:2px solid var(--good)" }), "kept by the healing set"));
  byId("legend").replaceChildren(...marks);
}
for (const radio of document.querySelectorAll("#coloring input")) {
  radio.addEventListener("change", () => {
    graph.coloring = radio.value;
    graph.color();
    showLegend();
  });
}
// A browser may keep what was chosen before a page was loaded again.
graph.coloring = document.querySelector("#coloring input:checked").value;
graph.color();
showLegend();

for (const button of document.querySelectorAll("button[data-item]")) {
  button.addEventListener("click", () => {
    select(Number(button.dataset.item));
    byId("graph").scrollIntoView();
  });
}
for (const button of document.querySelectorAll("button.copy")) {
  button.addEventListener("click", () => {
    const text = button.closest("figure").querySelector("pre");
    getSelection().selectAllChildren(text);
    // A file has no clipboard API; what is selected can be copied by hand.
    button.textContent = document.execCommand("copy") ? "copied" : "selected";
  });
}

// ---------------------------------------------------------------- all ops

const COLUMNS = [
  ["#", (item, place) => place, true], ["op", (item) => item.name], ["type", (item) => item.type], ["model", (item) => item.model || ""],
  ["decided", (item) => item.decided ?? item.dtype], ["rule", (item) => item.rule || ""], ["own", (item) => item.own, true],
  ["whole", (item) => item.whole, true], ["lost", (item) => item.lost, true],
  ["limit %", (item) => item.outputs.reduce((most, each) => (each.headroom === null ? most : Math.max(most ?? 0, 100 * each.headroom)), null), true],
];
const PAGE = 100;
let order = { column: 0, isDown: false }, count = PAGE;

function showTable() {
  const places = matching(byId("filter").value) || data.items.map((_, place) => place);
  const get = COLUMNS[order.column][1];
  const keyed = places.map((place) => [get(data.items[place], place) ?? -1, place]);
  keyed.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : 0) * (order.isDown ? -1 : 1) || x - y);
  const rows = keyed.slice(0, count).map(([, place]) => make("tr", { "data-item": place, ...(place === graph.selected ? { class: "selected" } : {}), onclick: () => { select(place); byId("graph").scrollIntoView(); } },
    ...COLUMNS.map(([, value, isNumber]) => make("td", isNumber ? { class: "n" } : {}, isNumber ? short(value(data.items[place], place)) : value(data.items[place], place)))));
  byId("table").tBodies[0].replaceChildren(...rows);
  byId("shown").textContent = `${rows.length.toLocaleString("en")} of ${places.length.toLocaleString("en")} shown`;
  byId("more").hidden = rows.length === places.length;
}

byId("table").tHead.append(make("tr", {}, ...COLUMNS.map(([name, , isNumber], column) => make("th", isNumber ? { class: "n" } : {}, make("button", {
  type: "button",
  onclick: () => {
    // Of numbers the largest come first.
    order = { column, isDown: order.column === column ? !order.isDown : Boolean(isNumber) && column > 0 };
    showTable();
  },
}, name)))));
byId("filter").addEventListener("input", () => { count = PAGE; showTable(); });
byId("more").addEventListener("click", () => { count += 10 * PAGE; showTable(); });
showTable();
document.documentElement.dataset.ready = "yes";
