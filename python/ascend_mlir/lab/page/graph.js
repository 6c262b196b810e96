// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
// The graph on a canvas: places come with the data, so that nothing is laid out here.
"use strict";

const EXACT = "#b9c3cf", LOST = "#c2187a", UNKNOWN = "#8b929c";

// `errors` are pairs of a limit, null for none, and a colour.
const nameOf = (limit) => (limit === null ? "0.1 or more" : `below ${limit}`);

function errorClass(item, key, errors) {
  if (item.lost) return { name: "elements lost", color: LOST };
  const error = item[key];
  if (error === null || error === undefined) return { name: "none known", color: UNKNOWN };
  if (error === 0) return { name: "exact", color: EXACT };
  const [limit, color] = errors.find(([each]) => each === null || error < each);
  return { name: nameOf(limit), color };
}

function dtypeClass(item, colors) {
  const known = item.dtype in colors;
  return { name: known ? item.dtype : "others", color: colors[known ? item.dtype : "others"] };
}

// Black or white, whichever is easier to read on a colour.
function inkOn(color) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  return 0.3 * r + 0.59 * g + 0.11 * b > 0.55 ? "#10151c" : "#ffffff";
}

class Graph {
  constructor(data, canvas, map, onSelect) {
    Object.assign(this, { data, canvas, map, onSelect, coloring: "dtype", selected: -1, matches: null, scale: 1, left: 0, top: 0, pending: false });
    this.number = new Map(data.drawn.map((item, number) => [item, number]));
    this.roots = new Set(data.roots);
    this.kept = new Set(data.kept);
    this.classes = [];
    this.color();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  classOf(item) {
    return this.coloring === "dtype" ? dtypeClass(item, this.data.colors) : errorClass(item, this.coloring, this.data.errors);
  }

  color() {
    this.classes = this.data.drawn.map((place) => this.classOf(this.data.items[place]));
    this.draw();
  }

  // What is in the graph, for a legend: each name once, with its colour and how many.
  legend() {
    const order = this.coloring === "dtype"
      ? [...Object.keys(this.data.colors)]
      : ["exact", ...this.data.errors.map(([limit]) => nameOf(limit)), "elements lost", "none known"];
    const counts = new Map();
    for (const { name, color } of this.classes) counts.set(name, { name, color, count: (counts.get(name)?.count || 0) + 1 });
    return order.filter((name) => counts.has(name)).map((name) => counts.get(name));
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of [this.canvas, this.map]) {
      canvas.width = Math.round(canvas.clientWidth * ratio);
      canvas.height = Math.round(canvas.clientHeight * ratio);
    }
    this.ratio = ratio;
    if (!this.wasShown && this.canvas.clientWidth) {
      this.wasShown = true;
      this.begin();
    }
    this.draw();
  }

  // At first all of it, or, where that would be too small to read, what breaks first.
  begin() {
    this.fit();
    if (this.scale >= 0.45 || !this.data.drawn.length) return;
    const first = this.data.roots.find((item) => this.number.has(item)) ?? this.data.drawn[0];
    this.center(first, 0.8);
  }

  fit() {
    const [width, height] = this.data.size;
    this.scale = Math.min(1.2, this.canvas.clientWidth / width, this.canvas.clientHeight / height);
    this.left = width / 2 - this.canvas.clientWidth / this.scale / 2;
    this.top = height / 2 - this.canvas.clientHeight / this.scale / 2;
    this.draw();
  }

  center(item, least = 0) {
    const place = this.data.places[this.number.get(item)];
    if (!place) return;
    this.scale = Math.max(this.scale, least);
    this.left = place[0] - this.canvas.clientWidth / this.scale / 2;
    this.top = place[1] - this.canvas.clientHeight / this.scale / 2;
    this.draw();
  }

  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.min(4, Math.max(1e-3, this.scale * factor));
    this.left += x / this.scale - x / scale;
    this.top += y / this.scale - y / scale;
    this.scale = scale;
    this.draw();
  }

  pan(x, y) {
    this.left += x / this.scale;
    this.top += y / this.scale;
    this.draw();
  }

  select(item, center = false) {
    this.selected = item;
    if (center) this.center(item, 0.8);
    this.draw();
  }

  // The item at a point of the canvas, or -1. Where boxes are smaller than a pointer, the nearest.
  at(x, y) {
    const [width, height] = this.data.box.map((side) => Math.max(side, 8 / this.scale));
    const [left, top] = [this.left + x / this.scale, this.top + y / this.scale];
    let found = -1, nearest = Infinity;
    this.data.places.forEach(([nodeX, nodeY], number) => {
      const [dx, dy] = [Math.abs(nodeX - left), Math.abs(nodeY - top)];
      if (dx <= width / 2 && dy <= height / 2 && dx + dy < nearest) [found, nearest] = [this.data.drawn[number], dx + dy];
    });
    return found;
  }

  draw() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.paint();
      this.paintMap();
    });
  }

  theme(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  isDim(number) {
    return this.matches !== null && !this.matches.has(this.data.drawn[number]);
  }

  paint() {
    const context = this.canvas.getContext("2d");
    const [boxWidth, boxHeight] = this.data.box;
    const { scale, ratio } = this;
    const [width, height] = [this.canvas.clientWidth / scale, this.canvas.clientHeight / scale];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = this.theme("--card");
    context.fillRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
    context.setTransform(ratio * scale, 0, 0, ratio * scale, -this.left * ratio * scale, -this.top * ratio * scale);
    const [right, bottom] = [this.left + width, this.top + height];
    this.paintEdges(context, right, bottom);
    const [accent, bad, good, dim, muted] = ["--accent", "--bad", "--good", "--dim", "--muted"].map((name) => this.theme(name));
    // A box is never less than two pixels.
    const [w, h] = [Math.max(boxWidth, 2 / scale), Math.max(boxHeight, 2 / scale)];
    this.data.places.forEach(([x, y], number) => {
      if (x + w < this.left || x - w > right || y + h < this.top || y - h > bottom) return;
      const place = this.data.drawn[number];
      const isDim = this.isDim(number);
      context.fillStyle = isDim ? dim : this.classes[number].color;
      context.beginPath();
      context.roundRect(x - w / 2, y - h / 2, w, h, scale > 0.2 ? 6 : 0);
      context.fill();
      const rings = [this.roots.has(place) && bad, this.kept.has(place) && good, place === this.selected && accent].filter(Boolean);
      rings.forEach((ring, at) => {
        const thick = Math.max(3, 2.5 / scale), out = thick * (at + 1);
        context.strokeStyle = ring;
        context.lineWidth = thick;
        context.beginPath();
        context.roundRect(x - w / 2 - out, y - h / 2 - out, w + 2 * out, h + 2 * out, 8);
        context.stroke();
      });
      // Words are drawn only where they can be read.
      if (scale >= 0.5) this.paintLabel(context, this.data.items[place], x, y, isDim ? muted : inkOn(this.classes[number].color));
    });
  }

  paintEdges(context, right, bottom) {
    context.strokeStyle = this.theme("--edge");
    context.lineWidth = Math.max(1.2, 0.6 / this.scale);
    const half = this.data.box[1] / 2;
    for (const isFar of [false, true]) {
      context.setLineDash(isFar ? [6, 6] : []);
      context.globalAlpha = isFar ? 0.5 : 1;
      context.beginPath();
      for (const [source, target, bends, far] of this.data.edges) {
        if (far !== isFar) continue;
        const [[x0, y0], [x1, y1]] = [this.data.places[source], this.data.places[target]];
        if (y1 < this.top || y0 > bottom) continue;
        context.moveTo(x0, y0 + half);
        let [x, y] = [x0, y0 + half];
        for (let at = 0; at <= bends.length; at += 2) {
          const [nextX, nextY] = at < bends.length ? [bends[at], bends[at + 1]] : [x1, y1 - half];
          const middle = (y + nextY) / 2;
          if (far) context.lineTo(nextX, nextY);
          else context.bezierCurveTo(x, middle, nextX, middle, nextX, nextY);
          [x, y] = [nextX, nextY];
        }
      }
      context.stroke();
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  paintLabel(context, item, x, y, ink) {
    const room = this.data.box[0] - 12;
    context.fillStyle = ink;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = "600 12px system-ui, 'DejaVu Sans', sans-serif";
    const cut = item.name.lastIndexOf("/", item.name.length - 2);
    context.fillText(this.fitted(context, item.name.slice(cut + 1), room), x, y - 7);
    context.font = "10.5px system-ui, 'DejaVu Sans', sans-serif";
    context.fillText(this.fitted(context, `${item.kind === "output" ? "output" : item.type} · ${item.dtype}`, room), x, y + 8);
  }

  // Letters have some width: a name of a megabyte is not measured.
  fitted(context, text, room) {
    if (text.length < 80 && context.measureText(text).width <= room) return text;
    let end = Math.min(text.length, 60);
    while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > room) end -= 1;
    return `${text.slice(0, end)}…`;
  }

  // The whole graph in a strip: each axis has a scale of its own.
  paintMap() {
    const context = this.map.getContext("2d");
    const [width, height] = [this.map.clientWidth, this.map.clientHeight];
    const [x, y] = [width / this.data.size[0], height / this.data.size[1]];
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = this.theme("--page");
    context.fillRect(0, 0, width, height);
    const [w, h] = [Math.max(2, this.data.box[0] * x), Math.max(1, this.data.box[1] * y)];
    const mark = (number, color, more) => {
      const [nodeX, nodeY] = this.data.places[number];
      context.fillStyle = color;
      context.fillRect(nodeX * x - w / 2 - more, nodeY * y - h / 2 - more, w + 2 * more, h + 2 * more);
    };
    const [dim, bad] = ["--dim", "--bad"].map((name) => this.theme(name));
    this.data.places.forEach((_, number) => mark(number, this.isDim(number) ? dim : this.classes[number].color, 0));
    for (const root of this.roots) if (this.number.has(root)) mark(this.number.get(root), bad, 1.5);
    if (this.number.has(this.selected)) mark(this.number.get(this.selected), this.theme("--accent"), 2);
    context.strokeStyle = this.theme("--text");
    context.lineWidth = 1;
    const [viewWidth, viewHeight] = [this.canvas.clientWidth / this.scale, this.canvas.clientHeight / this.scale];
    context.strokeRect(this.left * x + 0.5, this.top * y + 0.5, viewWidth * x, Math.max(3, viewHeight * y));
  }

  listen() {
    let start = null, moved = 0;
    this.canvas.addEventListener("pointerdown", (event) => {
      start = [event.clientX, event.clientY];
      moved = 0;
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!start) return;
      const [dx, dy] = [start[0] - event.clientX, start[1] - event.clientY];
      moved += Math.abs(dx) + Math.abs(dy);
      start = [event.clientX, event.clientY];
      this.pan(dx, dy);
    });
    this.canvas.addEventListener("pointerup", (event) => {
      if (start && moved < 5) {
        const found = this.at(event.offsetX, event.offsetY);
        if (found >= 0) this.onSelect(found, false);
      }
      start = null;
    });
    this.canvas.addEventListener("pointercancel", () => { start = null; });
    this.canvas.addEventListener("wheel", (event) => {
      // Else a page could not be scrolled past its graph.
      if (document.activeElement !== this.canvas && !event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), event.offsetX, event.offsetY);
    }, { passive: false });
    const go = (event) => {
      if (event.buttons !== 1) return;
      this.left = (event.offsetX / this.map.clientWidth) * this.data.size[0] - this.canvas.clientWidth / this.scale / 2;
      this.top = (event.offsetY / this.map.clientHeight) * this.data.size[1] - this.canvas.clientHeight / this.scale / 2;
      this.draw();
    };
    this.map.addEventListener("pointerdown", (event) => {
      this.map.setPointerCapture(event.pointerId);
      go(event);
    });
    this.map.addEventListener("pointermove", go);
    this.canvas.addEventListener("keydown", (event) => {
      const moves = { ArrowLeft: [-80, 0], ArrowRight: [80, 0], ArrowUp: [0, -80], ArrowDown: [0, 80] };
      if (event.key in moves) this.pan(...moves[event.key]);
      else if (event.key === "+" || event.key === "=") this.zoom(1.3);
      else if (event.key === "-") this.zoom(1 / 1.3);
      else if (event.key === "0") this.fit();
      else return;
      event.preventDefault();
    });
  }
}
