// Runs a compute shader that refract has compiled to WebAssembly.
//
//   node k.js X,Y,Z GROUP.BINDING=CONTENT...
//
// CONTENT is zero:BYTES, hex:BYTES, u32:, i32: or f32: and numbers, or @FILE. What may
// have been written is printed as JSON: names to bytes in hexadecimal digits. The
// module is the file beside this one of the same name, with the extension .wasm.
//
// As a library: refractRun(bytes, [x, y, z], {"0.0": Uint8Array}) changes the arrays.
"use strict";

function refractRun(bytes, workgroups, buffers) {
  const module = new WebAssembly.Module(bytes);
  const [section] = WebAssembly.Module.customSections(module, "refract");
  const about = JSON.parse(new TextDecoder().decode(section));
  if (about.abi !== 1) throw new Error("the module has ABI " + about.abi + ", not 1");
  const call = () => { throw new Error("the module calls its host"); };
  const { run, memory } = new WebAssembly.Instance(module, { env: { call } }).exports;

  const align = (x) => Math.ceil(x / 64) * 64;
  let end = about.region + about.region_size;
  const bound = about.buffers.map((b) => {
    const key = b.group + "." + b.binding;
    const data = buffers[key] || buffers[b.name];
    if (!data) throw new Error("nothing is bound to " + b.name + " at " + key);
    if (data.length < b.least) throw new Error(b.name + " takes at least " + b.least + " bytes");
    const at = align(end);
    end = at + data.length;
    return { data, at, writable: b.writable };
  });
  const pages = Math.ceil((end + 64) / 65536) - memory.buffer.byteLength / 65536;
  if (pages > 0) memory.grow(pages);
  const words = new DataView(memory.buffer);
  const all = new Uint8Array(memory.buffer);
  workgroups.forEach((n, k) => words.setUint32(16 + 4 * k, n, true));
  bound.forEach((b, k) => {
    words.setUint32(32 + 8 * k, b.at, true);
    words.setUint32(36 + 8 * k, b.data.length, true);
    all.set(b.data, b.at);
  });
  run(about.region, 0, workgroups[0] * workgroups[1] * workgroups[2], 1n << 60n);
  for (const b of bound) {
    if (b.writable) b.data.set(all.subarray(b.at, b.at + b.data.length));
  }
  return about;
}

function main(argv) {
  const fs = require("fs");
  const content = (text) => {
    if (text[0] === "@") return new Uint8Array(fs.readFileSync(text.slice(1)));
    const [form, list] = [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)];
    const numbers = () => list.split(",").map(Number);
    switch (form) {
      case "zero": return new Uint8Array(Number(list));
      case "hex": return new Uint8Array(Buffer.from(list, "hex"));
      case "u32": return new Uint8Array(new Uint32Array(numbers()).buffer);
      case "i32": return new Uint8Array(new Int32Array(numbers()).buffer);
      case "f32": return new Uint8Array(new Float32Array(numbers()).buffer);
    }
    throw new Error("what is " + text + "?");
  };
  const workgroups = (argv[0] || "1,1,1").split(",").map(Number);
  while (workgroups.length < 3) workgroups.push(1);
  const buffers = {};
  for (const a of argv.slice(1)) buffers[a.slice(0, a.indexOf("="))] = content(a.slice(a.indexOf("=") + 1));
  const about = refractRun(fs.readFileSync(__filename.replace(/\.js$/, ".wasm")), workgroups, buffers);
  const out = {};
  for (const b of about.buffers) {
    if (b.writable) out[b.group + "." + b.binding] = Buffer.from(buffers[b.group + "." + b.binding] || buffers[b.name]).toString("hex");
  }
  console.log(JSON.stringify(out));
}

if (typeof module === "object") {
  module.exports = { refractRun };
  if (require.main === module) main(process.argv.slice(2));
} else {
  globalThis.refractRun = refractRun;
}
