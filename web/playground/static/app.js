// The page: it asks for what is shown, and shows it.

import { connect } from "./backend.js";
import { Editor, highlight } from "./editor.js";
import { gpu, Program, Unsupported } from "./gpu.js";
import { fromAddress, kept, keep, toAddress } from "./state.js";

const $ = (id) => document.getElementById(id);

const outputs = [
  ["wgsl", "WGSL", "wgsl"],
  ["glsl", "GLSL", "glsl"],
  ["essl", "ESSL", "glsl"],
  ["hlsl", "HLSL", "hlsl"],
  ["msl", "MSL", "metal"],
  ["spvasm", "SPIR-V", "spv"],
  ["dot", "DOT", "dot"],
];
const views = [
  ["steps", "Passes"],
  ["reflect", "Reflection"],
  ["run", "Run"],
  ["draw", "Draw"],
];
const names = { wgsl: "shader.wgsl", wesl: "shader.wesl", vert: "shader.vert", frag: "shader.frag", comp: "shader.comp", shadertoy: "image.glsl", kage: "shader.kage", hlsl: "shader.hlsl", spvasm: "shader.spvasm" };

let ask;
let tab = "msl";
let shown = ""; // text for Copy and Save
let steps = [];
let playing = false;
let version = 0; // of the text and what is asked of it
const buffers = {}; // what the reader has typed, by resource
const textures = {}; // pictures that the reader has chosen: {width, height, data, pixels}
const good = {}; // by tab: the output of the last shader without errors

const editor = new Editor(() => changed(), (kind, place, typed) => ask && (ask.full() || !typed) ? ask(kind, request(place)) : undefined);

// request has what every method is told.
function request(more = {}) {
  const from = $("from").value;
  const r = { name: names[from], text: editor.text, optimize: $("level").value, ...more };
  if (from === "shadertoy") r.from = "shadertoy";
  return r;
}

function status(text, bad = false) {
  $("status").textContent = text;
  $("status").className = bad ? "bad" : "";
}

// stoppable returns ask, with a button that ends what takes longer than a moment.
function stoppable(ask) {
  let under = 0, timer;
  $("stop").addEventListener("click", () => {
    pause();
    ask.stop();
    status("stopped");
  });
  const stopping = async (method, request) => {
    if (under++ === 0) timer = setTimeout(() => ($("stop").disabled = false), 250);
    try {
      return await ask(method, request);
    } finally {
      if (--under === 0) {
        clearTimeout(timer);
        $("stop").disabled = true;
      }
    }
  };
  stopping.full = () => ask.full;
  return stopping;
}

let timer;
function changed() {
  version++;
  steps = [];
  pause();
  clearTimeout(timer);
  timer = setTimeout(refresh, 150);
  keep(state());
}

// state is what a link holds, and what the page keeps for the next time.
function state() {
  const value = (id) => $(id).value;
  return { from: value("from"), text: editor.text, optimize: value("level"), tab, buffers, groups: value("groups"), size: value("size"), vertices: value("vertices") };
}

// restore takes a state; what is no part of one is left out.
function restore(s) {
  const set = (id, v) => {
    if (typeof v !== "string") return;
    $(id).value = v;
    if ($(id).selectedIndex === -1) $(id).selectedIndex = 0;
  };
  if (typeof s.text === "string") editor.text = s.text;
  for (const [id, v] of [["from", s.from], ["level", s.optimize], ["groups", s.groups], ["size", s.size], ["vertices", s.vertices]]) set(id, v);
  if ([...outputs, ...views].some(([name]) => name === s.tab)) tab = s.tab;
  clearInputs(s.buffers);
  $("example").selectedIndex = 0;
  changed();
}

// clearInputs begins with what another shader is given.
function clearInputs(given) {
  for (const all of [buffers, textures, good]) for (const name in all) delete all[name];
  for (const [name, text] of Object.entries(given ?? {})) if (typeof text === "string") buffers[name] = text;
  $("time").value = 0;
  frame = 0;
  drop();
  $("results").replaceChildren();
  $("canvas").getContext("2d").clearRect(0, 0, $("canvas").width, $("canvas").height);
}

// refresh checks, and makes what the open tab shows.
async function refresh() {
  const asked = ++version;
  const answer = await ask("check", request());
  if (asked !== version) return;
  show(answer);
  if (!answer.ok) {
    if (!["run", "draw"].includes(tab)) bad();
    return;
  }
  await open(asked);
}

// show lists findings, and marks them in the text.
function show(answer) {
  const list = answer.diagnostics ?? [];
  editor.show(list, request().name);
  const items = list.map((d) => {
    const li = document.createElement("li");
    li.className = d.severity;
    const line = document.createElement("div");
    if (d.start) line.append(element("span", "at", `${d.start.line}:${d.start.column}`));
    line.append(element("b", "", d.severity), `: ${d.message} `, element("code", "", d.code ?? ""));
    li.append(line);
    for (const l of d.labels ?? []) li.append(element("div", "note", `${l.start ? `${l.start.line}:${l.start.column} ` : ""}${l.message}`));
    for (const n of d.notes ?? []) li.append(element("div", "note", n));
    if (d.fix) {
      const note = element("div", "note", `${d.fix.message} `);
      const apply = element("button", "", "Apply");
      apply.type = "button";
      apply.addEventListener("click", (e) => {
        e.stopPropagation();
        editor.replace(d.fix.start, d.fix.end, d.fix.replacement);
      });
      if (d.fix.start?.file === request().name) note.append(apply);
      li.append(note);
    }
    if (d.start) li.addEventListener("click", () => editor.go(d.start.line, d.start.column));
    return li;
  });
  $("found").replaceChildren(...items);
  const errors = list.filter((d) => d.severity === "error").length;
  const warnings = list.length - errors;
  const count = (n, what) => (n ? `${n} ${what}${n > 1 ? "s" : ""}` : "");
  if (answer.error) status(answer.error, true);
  else if (errors) status([count(errors, "error"), count(warnings, "warning")].filter(Boolean).join(", "), true);
  else status(count(warnings, "warning") || "valid");
}

function element(name, cls, text) {
  const e = document.createElement(name);
  if (cls) e.className = cls;
  e.textContent = text;
  return e;
}

// bad shows the output of the last shader without errors, if there was one.
function bad() {
  bars();
  if (!good[tab]) return say("The shader has errors.");
  code(...good[tab]);
  $("text").classList.add("old");
  $("output-note").textContent = "of the last shader without errors";
}

// say puts a sentence where a text would be.
function say(text) {
  shown = $("output-note").textContent = "";
  $("text").classList.remove("old");
  $("text").hidden = false;
  $("text").replaceChildren(element("span", "said", text));
}

function code(text, language) {
  shown = text;
  $("text").classList.remove("old");
  $("text").hidden = false;
  $("text").innerHTML = highlight(text);
  $("output-note").textContent = `${text.split("\n").length - 1} lines, ${new TextEncoder().encode(text).length} bytes${language ? ` of ${language}` : ""}`;
}

// bars shows the controls and parts of the open tab.
function bars() {
  const output = outputs.some(([l]) => l === tab);
  $("output-bar").classList.toggle("shown", output || tab === "reflect");
  $("steps-bar").classList.toggle("shown", tab === "steps");
  $("run-bar").classList.toggle("shown", tab === "run");
  $("draw-bar").classList.toggle("shown", tab === "draw");
  $("text").hidden = tab === "run" || tab === "draw";
  $("inputs").hidden = $("results").hidden = tab !== "run" && tab !== "draw";
  $("canvas").hidden = tab !== "draw";
  for (const b of $("tabs").querySelectorAll("button")) b.setAttribute("aria-selected", String(b.dataset.tab === tab));
}

// open makes what the open tab shows.
async function open(asked = version) {
  bars();
  if (tab === "steps") return openSteps(asked);
  if (tab === "reflect") {
    const answer = await ask("reflect", request());
    if (asked !== version) return;
    if (answer.ok) code(...(good.reflect = [answer.table]));
    else say(answer.error ?? "The shader has errors.");
    return;
  }
  if (tab === "run" || tab === "draw") return openInputs(asked);
  return openOutput(asked);
}

async function openOutput(asked) {
  const [, title, extension] = outputs.find(([l]) => l === tab);
  if ($("level").value !== "0") status("optimizing…");
  const answer = await ask("translate", request({ to: [tab] }));
  if (asked !== version) return;
  show(answer);
  if (!answer.ok) return say(answer.error ?? `The shader has no form in ${title}: see below the source.`);
  $("save").dataset.extension = extension;
  const several = answer.outputs.length > 1;
  code(...(good[tab] = [answer.outputs.map((o) => (several ? `// ${o.entry_point}\n` : "") + o.text).join("\n"), title]));
}

async function openSteps(asked) {
  status("running passes…");
  const level = $("level").value;
  const answer = await ask("steps", request({ optimize: level === "0" ? "1" : level }));
  if (asked !== version) return;
  show(answer);
  if (!answer.ok) return say(answer.error ?? "The shader has errors.");
  steps = answer.steps;
  status(`${answer.applications} passes ran, ${steps.length - 1} changed something`);
  $("step").replaceChildren(...steps.map((s, i) => new Option(s.pass ? `${s.number} ${s.pass}${s.function ? ` @${s.function}` : ""}` : "as it came", i)));
  openStep(0);
}

function openStep(i) {
  if (!steps[i]) return;
  $("step").value = i;
  $("step-back").disabled = i === 0;
  $("step-on").disabled = i === steps.length - 1;
  if (!i || !$("step-changes").checked) return code(steps[i].text);
  code(steps[i].text);
  $("text").innerHTML = changes(steps[i - 1].text, steps[i].text);
  const first = $("text").querySelector(".add, .drop");
  $("pane").scrollTop = first ? first.offsetTop - $("pane").offsetTop - $("pane").clientHeight / 4 : 0;
}

// changes is a text as HTML with the lines that differ from another marked: those that
// went, too. Lines are matched by their longest common subsequence, behind what is the
// same at both ends.
function changes(before, after) {
  const a = before.trimEnd().split("\n"), b = after.trimEnd().split("\n");
  let head = 0, tail = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const x = a.slice(head, a.length - tail), y = b.slice(head, b.length - tail);
  const row = (cls, text) => `<span class="${cls}">${highlight(text) || " "}</span>`;
  let out = b.slice(0, head).map((l) => highlight(l) + "\n").join("");
  if (x.length * y.length > 4e6) {
    out += x.map((l) => row("drop", l)).join("") + y.map((l) => row("add", l)).join("");
  } else {
    const w = y.length + 1, best = new Uint16Array((x.length + 1) * w);
    for (let i = x.length - 1; i >= 0; i--)
      for (let j = y.length - 1; j >= 0; j--)
        best[i * w + j] = x[i] === y[j] ? best[(i + 1) * w + j + 1] + 1 : Math.max(best[(i + 1) * w + j], best[i * w + j + 1]);
    let i = 0, j = 0;
    while (i < x.length || j < y.length) {
      if (i < x.length && j < y.length && x[i] === y[j]) (out += highlight(x[i]) + "\n"), i++, j++;
      else if (j === y.length || (i < x.length && best[(i + 1) * w + j] >= best[i * w + j + 1])) out += row("drop", x[i++]);
      else out += row("add", y[j++]);
    }
  }
  return out + b.slice(b.length - tail).map((l) => highlight(l) + "\n").join("");
}

// openInputs lists the buffers and textures that a run or a picture begins with.
async function openInputs(asked) {
  const answer = await ask("reflect", request());
  if (asked !== version) return;
  if (!answer.ok) return $("inputs").replaceChildren();
  const stage = tab === "run" ? "compute" : "fragment";
  const has = (answer.reflection.entry_points ?? []).some((e) => e.stage === stage);
  $("results").replaceChildren();
  if (!has) {
    $("inputs").replaceChildren(element("p", "", `The shader has no ${stage} entry point.`));
    return;
  }
  const table = document.createElement("table");
  const row = (name, kind, ...cells) => {
    const line = table.insertRow();
    line.insertCell().append(name, " ", element("span", "kind", kind));
    line.insertCell().append(...cells);
  };
  for (const b of answer.reflection.bindings ?? []) {
    const name = b.name || `${b.group}.${b.binding}`;
    if (b.type && /^(uniform|storage)$/.test(b.kind)) row(name, `${b.kind} ${b.type.name ?? b.type}`, ...bufferInput(name));
    else if (/^(sampled_)?texture$/.test(b.kind) && b.dimension === "2d") row(name, "texture", ...textureInput(name));
  }
  $("inputs").replaceChildren(table);
  if (tab === "draw") await draw();
}

const again = () => (tab === "run" ? run() : draw());

// chooser is a button that opens a file.
function chooser(name, accept, take) {
  const file = document.createElement("input");
  file.type = "file";
  file.accept = accept;
  file.setAttribute("aria-label", `File for ${name}`);
  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    try {
      await take(file.files[0]);
      again();
    } catch (error) {
      status(`${file.files[0].name}: ${error.message}`, true);
    }
  });
  return file;
}

function bufferInput(name) {
  const input = document.createElement("input");
  input.placeholder = "zeros; or f32:1,2,3   u32:7   zero:256   hex:00ff";
  input.value = buffers[name] ?? "";
  input.dataset.name = name;
  input.setAttribute("aria-label", `Content of ${name}`);
  input.addEventListener("input", () => {
    buffers[name] = input.value;
    drop();
    keep(state());
  });
  input.addEventListener("keydown", (e) => e.key === "Enter" && again());
  const file = chooser(name, "", async (f) => {
    if (f.size > 1 << 20) throw new Error("more than 1 MiB");
    const bytes = new Uint8Array(await f.arrayBuffer());
    input.value = "hex:" + Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
    input.dispatchEvent(new Event("input"));
  });
  return [input, file];
}

const largest = 2048; // pixels of a picture's side

function textureInput(name) {
  const canvas = document.createElement("canvas");
  const preview = () => {
    const t = textures[name];
    canvas.hidden = !t;
    if (t) picture(canvas, { ...t, pixels: t.data });
  };
  preview();
  const file = chooser(name, "image/*", async (f) => {
    const image = await createImageBitmap(f);
    const scale = Math.min(1, largest / Math.max(image.width, image.height));
    const width = Math.max(1, Math.round(image.width * scale)), height = Math.max(1, Math.round(image.height * scale));
    const paper = new OffscreenCanvas(width, height).getContext("2d");
    paper.drawImage(image, 0, 0, width, height);
    const { data } = paper.getImageData(0, 0, width, height);
    let text = "";
    for (let i = 0; i < data.length; i += 0x8000) text += String.fromCharCode(...data.subarray(i, i + 0x8000));
    textures[name] = { width, height, data, pixels: btoa(text) };
    drop();
    preview();
  });
  return [file, canvas];
}

// given are the contents of buffers and textures for the library's engine.
function given() {
  const all = { buffers: {}, textures: {} };
  for (const [name, text] of Object.entries(buffers)) if (text.trim() && inputOf(name)) all.buffers[name] = text.trim();
  for (const [name, { width, height, pixels }] of Object.entries(textures)) all.textures[name] = { width, height, pixels };
  return all;
}

const inputOf = (name) => [...$("inputs").querySelectorAll("input[data-name]")].some((e) => e.dataset.name === name);

let program; // of the shader as it is: {version, shader} on the browser's WebGPU, or {version, note}

function drop() {
  program?.shader?.destroy();
  program = undefined;
}

// onGPU is the shader as a program of the browser's WebGPU; without one, note has the reason, unless the
// library's engine is asked for.
async function onGPU() {
  const device = $(`${tab}-on`).value === "gpu" && (await gpu());
  if (!device) return {};
  if (program?.version !== version) {
    drop();
    const asked = version;
    program = { version: asked, ...(await make(device)) };
  }
  return program;
}

async function make(device) {
  const from = $("from").value;
  if (from === "kage") return { note: "WebGPU has no source images" };
  const translated = await ask("translate", request({ to: ["wgsl"] }));
  if (!translated.ok || translated.outputs.length !== 1) return { note: "the shader has no form as WGSL" };
  const wgsl = translated.outputs[0].text;
  const reflected = await ask("reflect", { name: "shader.wgsl", text: wgsl });
  if (!reflected.ok) return { note: "the shader's WGSL needs more than WebGPU has" };
  const { reflection } = reflected;
  const loose = /^(vert|frag)$/.test(from) && (reflection.bindings ?? []).some((b) => b.kind === "uniform" && b.name === "uniforms");
  return { shader: new Program(device, wgsl, reflection, { ...given(), textures: { ...textures }, lower: from === "shadertoy" || loose }) };
}

// first answers by the browser's WebGPU, or by the library's engine if that has no way to do it.
async function first(work, engine) {
  const { shader, note } = await onGPU();
  if (!shader) return { note, ...(await engine()) };
  try {
    return { ok: true, ...(await work(shader)), gpu: true };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    drop();
    program = { version, note: error.message };
    return { note: error.message, ...(await engine()) };
  }
}

// place is where an answer came from.
const place = (answer) => (answer.gpu ? "on WebGPU" : `on the CPU${answer.note ? `, since ${answer.note}` : ""}`);

function picture(canvas, answer) {
  canvas.width = answer.width;
  canvas.height = answer.height;
  canvas.getContext("2d").putImageData(new ImageData(answer.pixels, answer.width, answer.height), 0, 0);
}

async function run() {
  const groups = $("groups").value.split(/[ ,x]+/).filter(Boolean).map(Number);
  if (groups.some((n) => !Number.isInteger(n) || n < 1)) return status("workgroups: up to three numbers", true);
  status("running…");
  clearTimeout(timer); // it would take the answer's place
  const asked = ++version, began = performance.now();
  const [width, height] = [256, 256]; // of storage textures
  // Who waits for it can stop it.
  const engine = () => ask("run", request({ workgroups: groups, ...given(), find: $("find").checked, max_steps: 2 ** 44 }));
  const answer = $("find").checked ? await engine() : await first((shader) => shader.run(groups, { time: 0, number: 0, width, height }), engine);
  if (program?.shader) drop(); // a run has written its buffers
  if (asked !== version) return;
  show(answer);
  const parts = [];
  if (!answer.ok) parts.push(element("p", "bad", answer.error ?? "The run failed: see below the source."));
  else {
    const counts = answer.gpu ? "" : `${answer.invocations} invocations, ${answer.steps} steps, `;
    parts.push(element("p", "", `${counts}${Math.round(performance.now() - began)} ms ${place(answer)}`));
  }
  for (const r of answer.resources ?? []) {
    const h = element("h2", "", r.name + " ");
    h.append(element("span", "", r.type));
    parts.push(h);
    if (r.pixels) {
      const canvas = document.createElement("canvas");
      picture(canvas, r);
      parts.push(canvas);
    } else parts.push(element("pre", "", r.text));
  }
  $("results").replaceChildren(...parts);
}

let frame = 0;
async function draw() {
  const [width, height] = $("size").value.split("x").map(Number);
  const asked = version, began = performance.now();
  if (!playing) status("drawing…");
  const time = Number($("time").value), number = frame++, vertices = Number($("vertices").value);
  const answer = await first(
    (shader) => shader.draw({ width, height, time, number }, vertices),
    () => ask("draw", request({ width, height, time, frame: number, vertices, ...given() })),
  );
  if (asked !== version || tab !== "draw") return false;
  show(answer);
  if (!answer.ok) {
    $("results").replaceChildren(element("p", "bad", answer.error ?? "The picture can't be drawn: see below the source."));
    return false;
  }
  picture($("canvas"), answer);
  const ms = Math.round(performance.now() - began);
  $("results").replaceChildren(element("p", "", `${answer.entry}, ${width} by ${height}, ${ms} ms ${place(answer)}`));
  return true;
}

async function play() {
  if (playing) return pause();
  playing = true;
  $("play").textContent = "Pause";
  const from = performance.now() - 1000 * Number($("time").value);
  while (playing) {
    $("time").value = ((performance.now() - from) / 1000).toFixed(2);
    if (!(await draw())) break;
    await new Promise(requestAnimationFrame);
  }
  pause();
}

function pause() {
  playing = false;
  $("play").textContent = "Play";
}

function choose(name) {
  pause();
  clearTimeout(timer);
  tab = name;
  keep(state());
  version++;
  bars();
  refresh();
}

function makeTabs() {
  const button = ([name, title]) => {
    const b = element("button", "", title);
    b.type = "button";
    b.dataset.tab = name;
    b.setAttribute("role", "tab");
    b.addEventListener("click", () => choose(name));
    return b;
  };
  $("tabs").append(...outputs.map(button), element("span", "gap", ""), ...views.map(button));
}

async function openExample(e) {
  editor.text = await (await fetch(`examples/${e.file}`)).text();
  $("from").value = e.from;
  clearInputs(e.buffers);
  $("groups").value = e.groups ?? "1,1,1";
  if (e.tab) tab = e.tab;
  history.replaceState(null, "", location.pathname); // a link's shader is left
  changed();
}

// offerDevices fills the switches between the browser's WebGPU and the library's engine.
async function offerDevices() {
  const has = (await gpu()) !== null;
  for (const s of document.querySelectorAll("select.on")) {
    s.replaceChildren(...(has ? [new Option("WebGPU", "gpu")] : []), new Option("the CPU", "cpu"));
    s.disabled = !has;
    s.title = has ? "" : "This browser has no WebGPU";
    s.addEventListener("change", () => {
      for (const other of document.querySelectorAll("select.on")) other.value = s.value;
      if (s.closest(".shown")) again();
    });
  }
}

async function begin() {
  makeTabs();
  bars();
  const examples = await (await fetch("examples/list.json")).json();
  $("example").append(...examples.map((e, i) => new Option(e.title, i)));
  $("example").prepend(new Option("…", ""));
  $("example").addEventListener("change", () => examples[$("example").value] && openExample(examples[$("example").value]));
  for (const id of ["from", "level"]) $(id).addEventListener("change", changed);
  $("format").addEventListener("click", async () => {
    const answer = await ask("format", request());
    if (!answer.ok) return show(answer);
    const s = editor.source;
    s.focus();
    s.select();
    document.execCommand("insertText", false, answer.text); // can be undone
    s.setSelectionRange(0, 0);
  });
  $("link").addEventListener("click", async () => {
    location.replace(await toAddress(state()));
    await navigator.clipboard?.writeText(location.href).then(() => status("the link is copied"), () => status("the link is in the address"));
    if (Object.keys(textures).length) status("the link has no pictures of textures");
  });
  addEventListener("hashchange", async () => {
    const s = await fromAddress();
    if (s && s.text !== editor.text) restore(s);
  });
  editor.source.addEventListener("input", () => location.hash && history.replaceState(null, "", location.pathname));
  $("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(shown);
    status("copied");
  });
  $("save").addEventListener("click", async () => {
    let parts = [shown], name = tab === "reflect" ? "shader.txt" : `shader.${$("save").dataset.extension}`;
    if (tab === "spvasm") {
      const answer = await ask("translate", request({ to: ["spv"] }));
      if (!answer.ok) return show(answer);
      parts = answer.outputs.map((o) => o.bytes);
    }
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob(parts));
    a.download = name;
    a.click();
    URL.revokeObjectURL(a.href);
  });
  $("step").addEventListener("change", () => openStep(Number($("step").value)));
  $("step-back").addEventListener("click", () => openStep(Number($("step").value) - 1));
  $("step-on").addEventListener("click", () => openStep(Number($("step").value) + 1));
  $("step-changes").addEventListener("change", () => openStep(Number($("step").value)));
  $("run").addEventListener("click", run);
  $("draw").addEventListener("click", draw);
  $("play").addEventListener("click", play);
  for (const id of ["size", "vertices", "time"]) $(id).addEventListener("change", () => !playing && draw());
  status("loading…");
  ask = stoppable(await connect((ok, error) => {
    document.body.dataset.ready = String(ok);
    if (!ok) status(error, true);
  }));
  await offerDevices();
  const before = (await fromAddress()) ?? kept();
  if (before) return restore(before);
  $("example").value = 0;
  await openExample(examples[0]);
}

begin().catch((error) => status(String(error), true));
