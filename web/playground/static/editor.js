// The editor: a textarea over text that is coloured and underlined. Both have the same
// font and grow with the text; what scrolls is the box around them.

const keywords = new Set(
  ("alias break case const const_assert continue continuing default diagnostic discard else enable fn for if import let loop override package " +
    "requires return struct super switch var while in out inout uniform buffer layout flat smooth noperspective shared readonly writeonly precision highp mediump lowp do void func package range").split(" "),
);
const types =
  /^(bool|int|uint|float|double|[iu](8|16|32|64)|f(16|32|64)|[biud]?vec[234][fiuh]?|mat[234](x[234])?[fh]?|array|atomic|ptr|sampler\w*|texture_\w+|[iu]?sampler\w+|[iu]?image\w+|true|false)$/;
const token = /%\w+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|^[ \t]*#[^\n]*|@\w+|\b\d[\w.]*|[A-Za-z_]\w*|\n|[^\w\n]/gm;

const escape = (s) => s.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);

function classOf(word) {
  if (/^\/[/*]/.test(word)) return "c";
  if (/^[ \t]*#/.test(word) || word[0] === "@") return "a";
  if (/^\d/.test(word)) return "n";
  if (keywords.has(word)) return "k";
  if (types.test(word)) return "t";
  return "";
}

// highlight is the text as HTML, with the marks, {start, end, severity} by code unit.
export function highlight(text, marks = []) {
  let out = "";
  const piece = (from, to, cls) => {
    const s = escape(text.slice(from, to));
    out += cls ? `<span class="${cls}">${s}</span>` : s;
  };
  const edges = [...new Set(marks.flatMap((m) => [m.start, m.end]))].sort((a, b) => a - b);
  let edge = 0;
  for (const m of text.matchAll(token)) {
    let at = m.index;
    const end = at + m[0].length;
    const cls = classOf(m[0]);
    while (at < end) {
      while (edges[edge] <= at) edge++;
      const to = Math.min(end, edges[edge] ?? end);
      const on = marks.filter((k) => k.start <= at && to <= k.end);
      if (on.length) out += `<u class="${on.some((k) => k.severity === "error") ? "error" : "warning"}">`;
      piece(at, to, cls);
      if (on.length) out += "</u>";
      at = to;
    }
  }
  return out;
}

// offsetOf is the code unit of a line and a column, which count from 1, the column in
// code points.
export function offsetOf(text, line, column) {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  for (let i = 1; i < column && at < text.length && text[at] !== "\n"; i++) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}

// Editor is the text with what is found in it. ask(kind, {line, character}, typed) asks the language
// server to complete or to explain a place; typed: because of typing or the mouse, not by a key for it.
export class Editor {
  constructor(onChange, ask) {
    this.source = document.getElementById("source");
    this.under = document.getElementById("under");
    this.gutter = document.getElementById("gutter");
    this.box = document.getElementById("editor");
    this.marks = [];
    this.lines = new Map();
    this.source.addEventListener("input", () => {
      this.marks = [];
      this.lines = new Map();
      this.render();
      onChange();
    });
    this.helper = new Helper(this, ask);
    this.source.addEventListener("keydown", (e) => this.helper.key(e) || this.key(e));
    this.source.addEventListener("beforeinput", (e) => e.inputType === "insertLineBreak" && this.newLine(e));
  }

  get text() {
    return this.source.value;
  }

  set text(value) {
    this.source.value = value;
    this.marks = [];
    this.lines = new Map();
    this.box.scrollTo(0, 0);
    this.render();
  }

  // key indents with the tab key. Escape, then Tab leaves the editor.
  key(e) {
    if (e.key === "Tab" && !e.shiftKey && !this.leave) {
      e.preventDefault();
      document.execCommand("insertText", false, "    "); // keeps what undo knows
    }
    this.leave = e.key === "Escape";
  }

  // newLine goes on with a line's indentation.
  newLine(e) {
    const s = this.source;
    const start = s.value.lastIndexOf("\n", s.selectionStart - 1) + 1;
    const before = s.value.slice(start, s.selectionStart);
    e.preventDefault();
    document.execCommand("insertText", false, "\n" + /^[ \t]*/.exec(before)[0] + (/[{(]\s*$/.test(before) ? "    " : ""));
  }

  // show marks what was found.
  show(found, file) {
    const text = this.text;
    this.marks = [];
    this.lines = new Map();
    for (const d of found) {
      if (!d.start || d.start.file !== file) continue;
      const start = offsetOf(text, d.start.line, d.start.column);
      const end = d.end ? offsetOf(text, d.end.line, d.end.column) : start + 1;
      this.marks.push({ start, end: Math.max(end, start + 1), severity: d.severity });
      if (this.lines.get(d.start.line) !== "error") this.lines.set(d.start.line, d.severity);
    }
    this.render();
  }

  // replace puts a text in the place of another, so that undo knows of it.
  replace(start, end, text) {
    const at = (p) => offsetOf(this.text, p.line, p.column);
    this.source.focus({ preventScroll: true });
    this.source.setSelectionRange(at(start), at(end));
    document.execCommand("insertText", false, text);
  }

  // go puts the cursor somewhere.
  go(line, column) {
    const at = offsetOf(this.text, line, column);
    this.source.focus({ preventScroll: true });
    this.source.setSelectionRange(at, at);
    const height = this.gutter.scrollHeight / Math.max(this.text.split("\n").length, 1);
    this.box.scrollTop = (line - 1) * height - this.box.clientHeight / 3;
  }

  render() {
    this.under.innerHTML = highlight(this.text, this.marks) + "\n ";
    const n = this.text.split("\n").length;
    let rows = "";
    for (let i = 1; i <= n; i++) rows += this.lines.has(i) ? `<span class="${this.lines.get(i)}">${i}</span>\n` : `${i}\n`;
    this.gutter.innerHTML = rows;
  }
}

// Helper offers completions, and explains what the mouse rests on.
class Helper {
  constructor(editor, ask) {
    this.editor = editor;
    this.ask = ask;
    this.offers = document.getElementById("offers");
    this.tip = document.getElementById("tip");
    this.items = [];
    const s = editor.source;
    s.addEventListener("input", (e) => {
      this.hide();
      this.tip.hidden = true;
      clearTimeout(this.timer);
      if (/^insert(Text|Composition)/.test(e.inputType) && /[\w.]$/.test(e.data ?? "")) this.timer = setTimeout(() => this.complete(true), 120);
    });
    s.addEventListener("blur", () => this.hide());
    s.addEventListener("click", () => this.hide());
    s.addEventListener("mousemove", (e) => {
      clearTimeout(this.resting);
      this.tip.hidden = true;
      const { offsetX, offsetY } = e;
      this.resting = setTimeout(() => this.explain(offsetX, offsetY), 350);
    });
    s.addEventListener("mouseleave", () => {
      clearTimeout(this.resting);
      this.tip.hidden = true;
    });
  }

  // cell is the width of a character and the height of a line, in pixels.
  cell() {
    const style = getComputedStyle(this.editor.source);
    this.paper ??= document.createElement("canvas").getContext("2d");
    this.paper.font = style.font;
    return { width: this.paper.measureText("0".repeat(100)).width / 100, height: parseFloat(style.lineHeight), left: parseFloat(style.paddingLeft), top: parseFloat(style.paddingTop) };
  }

  // put places an element below a line's character.
  put(element, line, character) {
    const { width, height, left, top } = this.cell();
    const before = this.editor.text.split("\n")[line].slice(0, character);
    let column = 0;
    for (const c of before) column += c === "\t" ? 4 - (column % 4) : 1;
    element.style.left = `${left + column * width}px`;
    element.style.top = `${top + (line + 1) * height + 2}px`;
    element.hidden = false;
  }

  caret() {
    const s = this.editor.source, before = s.value.slice(0, s.selectionStart).split("\n");
    return { line: before.length - 1, character: before.at(-1).length };
  }

  async complete(typed) {
    const text = this.editor.text, at = this.caret();
    const answer = await this.ask("complete", at, typed);
    if (!answer?.ok || this.editor.text !== text) return;
    const list = answer.result?.items ?? answer.result ?? [];
    const word = /\w*$/.exec(text.split("\n")[at.line].slice(0, at.character))[0];
    const rank = (i) => (i.label.startsWith(word) ? 0 : 1);
    this.items = list
      .filter((i) => i.label.toLowerCase().startsWith(word.toLowerCase()) && i.label !== word)
      .sort((a, b) => rank(a) - rank(b) || (a.sortText ?? a.label).localeCompare(b.sortText ?? b.label))
      .slice(0, 100);
    this.word = word;
    if (!this.items.length) return this.hide();
    this.offers.replaceChildren(
      ...this.items.map((item, i) => {
        const li = document.createElement("li");
        li.setAttribute("role", "option");
        li.append(item.label);
        const detail = document.createElement("span");
        detail.textContent = item.detail ?? "";
        li.append(detail);
        li.addEventListener("mousedown", (e) => {
          e.preventDefault();
          this.take(i);
        });
        return li;
      }),
    );
    this.pick(0);
    this.put(this.offers, at.line, at.character - word.length);
  }

  pick(i) {
    this.at = (i + this.items.length) % this.items.length;
    [...this.offers.children].forEach((li, k) => li.setAttribute("aria-selected", String(k === this.at)));
    this.offers.children[this.at].scrollIntoView({ block: "nearest" });
  }

  take(i) {
    const item = this.items[i], s = this.editor.source;
    this.hide();
    s.setSelectionRange(s.selectionStart - this.word.length, s.selectionStart);
    document.execCommand("insertText", false, item.textEdit?.newText ?? item.insertText ?? item.label);
    this.hide();
    clearTimeout(this.timer);
  }

  hide() {
    this.offers.hidden = true;
    this.items = [];
  }

  // key handles a key that is about completions, and reports whether it was.
  key(e) {
    if (e.key === " " && e.ctrlKey) this.complete(false);
    else if (this.offers.hidden) return false;
    else if (e.key === "ArrowDown") this.pick(this.at + 1);
    else if (e.key === "ArrowUp") this.pick(this.at - 1);
    else if (e.key === "Enter" || e.key === "Tab") this.take(this.at);
    else if (e.key === "Escape") this.hide();
    else {
      if (/^(Arrow|Home|End|Page)/.test(e.key)) this.hide();
      return false;
    }
    e.preventDefault();
    return true;
  }

  async explain(x, y) {
    const { width, height, left, top } = this.cell();
    const text = this.editor.text, line = Math.floor((y - top) / height), row = text.split("\n")[line];
    if (row === undefined || y < top) return;
    let column = 0, character = 0;
    for (; character < row.length && column + 1 <= (x - left) / width; character++) column += row[character] === "\t" ? 4 - (column % 4) : 1;
    if (!/\w/.test(row[character] ?? "")) return;
    const answer = await this.ask("hover", { line, character }, true);
    const contents = answer?.ok && answer.result?.contents;
    if (!contents || this.editor.text !== text) return;
    this.tip.textContent = (contents.value ?? String(contents)).trim();
    this.put(this.tip, line, /\w*$/.exec(row.slice(0, character)).index);
  }
}
