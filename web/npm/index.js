// The library as an ES module: it loads core.wasm, and full.wasm when something asks for
// the optimizer, reads SPIR-V, runs a shader or draws. See index.d.ts.

import "./wasm_exec.js"; // of Go's distribution: sets globalThis.Go

const needFull = new Set(["options", "passes", "steps", "run", "draw", "complete", "hover"]);
const hook = "__refract_ready";

// starting lets one program start at a time, since each announces itself by the hook.
let starting = Promise.resolve();

// bytesOf reads a file beside this one, or of the base that is given.
async function bytesOf(file, base) {
  const url = new URL(file, base);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return { bytes: await readFile(url) };
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return { response };
}

// start runs a program, and returns the function that answers requests.
async function start(file, base, given) {
  const { bytes, response } = given ? { bytes: given } : await bytesOf(file, base);
  const go = new globalThis.Go();
  let module;
  if (response && WebAssembly.instantiateStreaming && /^application\/wasm\b/.test(response.headers.get("content-type") ?? "")) {
    module = WebAssembly.instantiateStreaming(response, go.importObject);
  } else {
    module = WebAssembly.instantiate(bytes ?? (await response.arrayBuffer()), go.importObject);
  }
  const { instance } = await module;
  const before = starting;
  let done;
  starting = new Promise((resolve) => (done = resolve));
  await before;
  try {
    return await new Promise((resolve, reject) => {
      const program = { dead: false };
      globalThis[hook] = (call) => {
        program.call = call;
        resolve(program);
      };
      go.run(instance).then(
        () => {
          program.dead = true;
          reject(new Error(`${file} has ended`));
        },
        (error) => {
          program.dead = true;
          reject(error);
        },
      );
    });
  } finally {
    delete globalThis[hook];
    done();
  }
}

function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

function fromBase64(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

// decode turns what JSON has no form for into arrays of bytes.
export function decode(answer) {
  for (const out of answer.outputs ?? []) if (out.bytes) out.bytes = fromBase64(out.bytes);
  for (const r of answer.resources ?? []) if (r.pixels) r.pixels = new Uint8ClampedArray(fromBase64(r.pixels).buffer);
  if (answer.pixels) answer.pixels = new Uint8ClampedArray(fromBase64(answer.pixels).buffer);
  return answer;
}

// encode is the other way round, for requests.
export function encode(request) {
  const { bytes, ...rest } = request;
  return JSON.stringify(bytes ? { ...rest, bytes: toBase64(bytes) } : rest);
}

// namesFull reports whether core.wasm doesn't read the input's language, or doesn't write
// that of an output: SPIR-V and HLSL are only written, Kage, bytecode of Direct3D and the
// text forms of the module and of the SSA form are neither.
function namesFull(request) {
  const reads = request.from ? /^(spv|hlsl$|kage$|ir$|ssa$)/.test(request.from) : /\.(spv|spvasm|hlsli?|fxh?|[vp]sh|kage|ir|ssa)$/i.test(request.name ?? "");
  return reads || [request.to ?? []].flat().some((to) => to === "dxbc" || to === "dxil" || to === "ir" || to === "ssa");
}

class Refract {
  #programs = {};
  #options;

  constructor(options) {
    this.#options = options;
  }

  // program returns a program that runs; one that has died is started again.
  async program(name) {
    const known = await this.#programs[name]?.catch(() => undefined);
    if (known && !known.dead) return known;
    const { base = new URL(".", import.meta.url), core, fullModule } = this.#options;
    return (this.#programs[name] = start(`${name}.wasm`, base, { core, full: fullModule }[name]));
  }

  // call sends any request to the program that can answer it.
  async call(method, request = {}) {
    const optimizes = (request.optimize && request.optimize !== "0") || request.passes;
    const full = needFull.has(method) || optimizes || namesFull(request);
    const program = await this.program(full ? "full" : "core");
    try {
      return decode(JSON.parse(program.call(method, encode(request))));
    } catch (error) {
      program.dead = true; // out of memory, or out of the browser's stack
      throw error;
    }
  }

  check(request) {
    return this.call("check", request);
  }
  translate(request) {
    return this.call("translate", request);
  }
  reflect(request) {
    return this.call("reflect", request);
  }
  format(request) {
    return this.call("format", request);
  }
  async languages() {
    return (await this.call("languages")).languages;
  }
  async options() {
    return (await this.call("options")).options;
  }
  async passes() {
    return (await this.call("passes")).passes;
  }
  steps(request) {
    return this.call("steps", request);
  }
  run(request) {
    return this.call("run", request);
  }
  draw(request) {
    return this.call("draw", request);
  }
  complete(request) {
    return this.call("complete", request);
  }
  hover(request) {
    return this.call("hover", request);
  }
}

// load starts core.wasm; with {full: true} also what else there is.
export async function load(options = {}) {
  const refract = new Refract(options);
  await refract.program("core");
  if (options.full === true) await refract.program("full");
  return refract;
}
