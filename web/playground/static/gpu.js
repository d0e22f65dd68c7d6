// Runs and draws on the browser's WebGPU: WGSL that the library writes, with resources like those
// of the library's own engine (see docs/web.md).

const openLength = 64; // elements of arrays whose length the buffer decides
const patternSize = 64; // pixels of textures that aren't given
const features = ["shader-f16", "subgroups", "dual-source-blending", "float32-filterable", "clip-distances"];

let asked; // a promise of the device

// gpu is the browser's device; null if there is none.
export function gpu() {
  asked ??= (async () => {
    try {
      const adapter = await navigator.gpu?.requestAdapter();
      if (!adapter) return null;
      const device = await adapter.requestDevice({ requiredFeatures: features.filter((f) => adapter.features.has(f)) });
      device.lost.then(() => (asked = undefined));
      return device;
    } catch {
      return null;
    }
  })();
  return asked;
}

// Scalars by name: bytes, and how a DataView reads and writes them.
const scalars = {
  f32: [4, "Float32"],
  i32: [4, "Int32"],
  u32: [4, "Uint32"],
  f16: [2, "Float16"],
  f64: [8, "Float64"],
  i16: [2, "Int16"],
  u16: [2, "Uint16"],
  i8: [1, "Int8"],
  u8: [1, "Uint8"],
};

// parseContent reads the content of a buffer, as the command's --buffer has it.
export function parseContent(text) {
  const [, form, rest] = /^(.*?):(.*)$/s.exec(text) ?? [];
  if (form === "zero") {
    const n = Number(rest);
    if (!Number.isInteger(n) || n < 0 || n > 2 ** 28) throw new Error(`${rest} is no number of bytes`);
    return new Uint8Array(n);
  }
  if (form === "hex") {
    if (!/^([0-9a-f]{2})*$/i.test(rest)) throw new Error("hex: two digits a byte are expected");
    return Uint8Array.from(rest.match(/../g) ?? [], (x) => parseInt(x, 16));
  }
  const s = scalars[form];
  if (!s || !DataView.prototype[`set${s[1]}`]) throw new Error(`there is no form ${form || text}`);
  const words = rest.split(/[ ,]+/).filter(Boolean);
  const view = new DataView(new ArrayBuffer(words.length * s[0]));
  words.forEach((word, i) => {
    const n = Number(word);
    if (Number.isNaN(n)) throw new Error(`${word} is no number`);
    view[`set${s[1]}`](i * s[0], n, true);
  });
  return new Uint8Array(view.buffer);
}

// plainName is a name without the habits of how uniforms are named.
function plainName(name) {
  return name
    .replace(/^u_/, "")
    .replace(/^[iu](?=[A-Z])/, "")
    .toLowerCase()
    .replaceAll("_", "");
}

// known are the numbers that a uniform of a well-known name holds; undefined: its name isn't known.
function known(name, frame) {
  const { time, number, width, height, mouse = [0, 0, 0, 0], channels } = frame;
  switch (plainName(name)) {
    case "time": case "globaltime": case "elapsed": case "seconds": case "channeltime":
      return [time, time, time, time];
    case "timedelta": case "deltatime": case "dt":
      return [1 / 30];
    case "framerate":
      return [30];
    case "frame": case "frameindex": case "framecount":
      return [number];
    case "resolution": case "screensize": case "viewport": case "canvassize":
      return [width, height, 1, 0];
    case "channelresolution":
      return channels;
    case "samplerate":
      return [44100];
    case "framebufferheight":
      return [height];
    case "mouse": case "mousepos": case "mouseposition":
      return mouse;
  }
}

// A Layout reads and writes values in the memory of a buffer, by a reflection's types.
class Layout {
  constructor(reflection) {
    this.structs = reflection.structs ?? [];
  }

  // size is that of a type in bytes.
  size(t) {
    switch (t.kind) {
      case "struct": {
        const s = this.structs[t.struct], last = s.members.at(-1);
        if (!s.runtime_sized) return s.size;
        return Math.ceil((last.offset + this.size(last.type)) / s.align) * s.align;
      }
      case "array":
        return t.stride * (t.length ?? openLength);
      case "matrix":
        return t.stride * t.columns;
      case "vector":
        return t.rows * scalars[t.scalar][0];
    }
    return scalars[t.scalar][0];
  }

  // parts are the places and types of a vector's, a matrix's or an array's parts.
  parts(t, at, length) {
    const scalar = { kind: "scalar", scalar: t.scalar };
    switch (t.kind) {
      case "vector":
        return Array.from({ length: t.rows }, (_, i) => [at + i * scalars[t.scalar][0], scalar]);
      case "matrix":
        return Array.from({ length: t.columns }, (_, i) => [at + i * t.stride, { kind: "vector", scalar: t.scalar, rows: t.rows }]);
      case "array":
        return Array.from({ length: t.length ?? length ?? openLength }, (_, i) => [at + i * t.stride, t.element]);
    }
    return undefined;
  }

  // set writes numbers, as many as there is room for, and returns how many it took.
  set(view, t, at, numbers) {
    const parts = this.parts(t, at);
    if (!parts) {
      if (t.kind === "struct" || !numbers.length) return 0;
      const n = t.scalar[0] === "f" ? numbers[0] : Math.trunc(numbers[0]);
      view[`set${scalars[t.scalar][1]}`](at, n, true);
      return 1;
    }
    let taken = 0;
    for (const [place, part] of parts) if (taken < numbers.length) taken += this.set(view, part, place, numbers.slice(taken));
    return taken;
  }

  // fill sets the uniforms whose names are known; a variable's name is that of its only value.
  fill(view, name, t, at, frame) {
    if (t.kind === "struct") {
      for (const m of this.structs[t.struct].members) this.fill(view, m.name, m.type, at + m.offset, frame);
      return;
    }
    const numbers = known(name, frame);
    if (numbers) this.set(view, t, at, numbers);
  }

  // text is a value, as the library's engine writes it.
  text(view, t, at) {
    if (t.kind === "struct") {
      const s = this.structs[t.struct];
      return `{${s.members.map((m) => `${m.name}: ${this.text(view, m.type, at + m.offset)}`).join(", ")}}`;
    }
    const room = t.kind === "array" ? Math.floor((view.byteLength - at) / t.stride) : 0;
    const parts = this.parts(t, at, room);
    if (parts) {
      return `[${parts.map(([place, part]) => this.text(view, part, place)).join(", ")}]`;
    }
    return number(view[`get${scalars[t.scalar][1]}`](at, true), t.scalar);
  }
}

// number is a scalar's shortest text that reads back as the same.
function number(n, scalar) {
  if (scalar[0] !== "f") return String(n);
  let text = String(n);
  if (scalar === "f32" && Number.isFinite(n)) {
    for (let digits = 1; digits <= 9; digits++) {
      const short = Number(n.toPrecision(digits));
      if (Math.fround(short) === n) {
        text = String(short);
        break;
      }
    }
  }
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

// pattern is what textures hold that aren't given: squares of 8 by 8 over a slope.
function pattern() {
  const pixels = new Uint8ClampedArray(4 * patternSize * patternSize);
  for (let y = 0; y < patternSize; y++)
    for (let x = 0; x < patternSize; x++) {
      const light = (((x >> 3) + (y >> 3)) % 2 ? 0.9 : 0.35) * 255;
      pixels.set([(light * x) / patternSize, (light * y) / patternSize, light * 0.6, 255], 4 * (y * patternSize + x));
    }
  return { width: patternSize, height: patternSize, data: pixels };
}

// turned is a picture with its first row last.
export function turned(pixels, width, height) {
  const out = new Uint8ClampedArray(pixels.length), row = 4 * width;
  for (let y = 0; y < height; y++) out.set(pixels.subarray(y * row, (y + 1) * row), (height - 1 - y) * row);
  return out;
}

// Unsupported is the error of what WebGPU, or this file, has no way to do.
export class Unsupported extends Error {}

// A Program is a shader with its resources on the device.
export class Program {
  #device;
  #reflection;
  #layout;
  #module;
  #given;
  #made = new Map(); // resources by binding
  #uniforms = []; // buffers that hold well-known values: [binding, GPUBuffer]
  #pipeline;
  #groups;
  #size = [0, 0];

  // The shader is WGSL with its reflection; given has {buffers, textures, lower}: contents by name,
  // pictures by name, and whether rows count from the bottom.
  constructor(device, wgsl, reflection, given) {
    this.#device = device;
    this.#reflection = reflection;
    this.#layout = new Layout(reflection);
    this.#given = given;
    this.#module = device.createShaderModule({ code: wgsl });
  }

  // checked does something on the device, whose errors become exceptions.
  async #checked(work) {
    this.#device.pushErrorScope("validation");
    this.#device.pushErrorScope("out-of-memory");
    let result, thrown;
    try {
      result = await work();
    } catch (error) {
      thrown = error;
    }
    const errors = await Promise.all([this.#device.popErrorScope(), this.#device.popErrorScope()]);
    const error = thrown ?? errors.find((e) => e);
    if (error) throw thrown instanceof Unsupported ? thrown : new Unsupported(error.message.split("\n")[0]);
    return result;
  }

  #entry(stage) {
    const list = this.#reflection.entry_points.filter((e) => e.stage === stage);
    if (list.length > 1) throw new Unsupported(`there are several ${stage} entry points`);
    return list[0];
  }

  // resource makes the resource of a binding.
  #resource(b, width, height) {
    const d = this.#device, key = b.name;
    switch (b.kind) {
      case "uniform":
      case "storage": {
        if (b.count !== undefined) throw new Unsupported("arrays of buffers");
        const text = this.#given.buffers[b.name] ?? this.#given.buffers[`${b.group}.${b.binding}`];
        const content = text ? parseContent(text) : new Uint8Array(this.#layout.size(b.type));
        const size = Math.ceil(Math.max(content.length, 4) / 16) * 16;
        const exact = b.kind === "storage" && b.runtime_sized ? Math.ceil(content.length / 4) * 4 : size;
        const buffer = d.createBuffer({ size: exact, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC | (b.kind === "uniform" ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE) });
        const whole = new Uint8Array(exact);
        whole.set(content);
        d.queue.writeBuffer(buffer, 0, whole);
        if (b.kind === "uniform" && !text) this.#uniforms.push([b, buffer]);
        this.#made.set(key, buffer);
        return { buffer };
      }
      case "sampler":
        return d.createSampler({
          magFilter: "linear", minFilter: "linear", mipmapFilter: "linear",
          addressModeU: "repeat", addressModeV: "repeat", addressModeW: "repeat",
          ...(b.sampler_type === "comparison" ? { compare: "less-equal" } : {}),
        });
      case "texture": {
        if (b.dimension !== "2d" || b.multisampled || !/float/.test(b.sample_type)) throw new Unsupported(`a texture like ${b.name}`);
        let { width: w, height: h, data } = this.#given.textures[b.name] ?? pattern();
        if (this.#given.lower && this.#given.textures[b.name]) data = turned(data, w, h);
        const texture = d.createTexture({ size: [w, h], format: "rgba8unorm", usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST });
        d.queue.writeTexture({ texture }, data, { bytesPerRow: 4 * w }, [w, h]);
        return texture.createView();
      }
      case "storage_texture": {
        if (b.dimension !== "2d" || b.format !== "rgba8unorm") throw new Unsupported(`a storage texture like ${b.name}`);
        const texture = d.createTexture({ size: [width, height], format: b.format, usage: GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.COPY_SRC });
        this.#made.set(key, texture);
        return texture.createView();
      }
    }
    throw new Unsupported(`a resource like ${b.name}`);
  }

  // bind makes the bind groups of what the entry points use.
  #bind(entries, width, height) {
    const names = new Set(entries.flatMap((e) => e.resources.map((r) => r.name)));
    const groups = new Map();
    for (const b of this.#reflection.bindings ?? []) {
      if (!names.has(b.name)) continue;
      if (!groups.has(b.group)) groups.set(b.group, []);
      groups.get(b.group).push({ binding: b.binding, resource: this.#resource(b, width, height) });
    }
    if (this.#reflection.immediates?.length) throw new Unsupported("immediate data");
    this.#groups = [...groups].map(([n, list]) => [n, this.#device.createBindGroup({ layout: this.#pipeline.getBindGroupLayout(n), entries: list })]);
  }

  #channels() {
    const sizes = Array(12).fill(0);
    for (const b of this.#reflection.bindings ?? []) {
      const digit = /^channel([0-3])$/.exec(plainName(b.name))?.[1];
      if (digit === undefined || b.kind !== "texture") continue;
      const { width, height } = this.#given.textures[b.name] ?? { width: patternSize, height: patternSize };
      sizes.splice(3 * digit, 3, width, height, 1);
    }
    return sizes;
  }

  #update(frame) {
    frame.channels ??= this.#channels();
    for (const [b, buffer] of this.#uniforms) {
      const view = new DataView(new ArrayBuffer(buffer.size));
      this.#layout.fill(view, b.name, b.type, 0, frame);
      this.#device.queue.writeBuffer(buffer, 0, view.buffer);
    }
  }

  async #read(from, size) {
    const to = this.#device.createBuffer({ size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    const encoder = this.#device.createCommandEncoder();
    from(encoder, to);
    this.#device.queue.submit([encoder.finish()]);
    await to.mapAsync(GPUMapMode.READ);
    const bytes = new Uint8Array(to.getMappedRange().slice(0));
    to.destroy();
    return bytes;
  }

  async #pixels(texture, width, height) {
    const row = Math.ceil((4 * width) / 256) * 256;
    const bytes = await this.#read((e, buffer) => e.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: row }, [width, height]), row * height);
    const pixels = new Uint8ClampedArray(4 * width * height);
    for (let y = 0; y < height; y++) pixels.set(bytes.subarray(y * row, y * row + 4 * width), 4 * width * y);
    return pixels;
  }

  // covering is a vertex shader for a triangle over the picture, with what the fragment shader reads.
  #covering(fragment) {
    const lines = [];
    for (const v of fragment.inputs) {
      if (v.location === undefined) continue;
      if (v.scalar !== "f32" || v.components !== 2) throw new Unsupported("inputs of fragments other than vec2f, without a vertex shader");
      lines.push(`@location(${v.location}) v${v.location}: vec2f,`);
    }
    const down = this.#given.lower ? 1 : -1;
    const code = `struct Out { @builtin(position) position: vec4f, ${lines.join(" ")} }
@vertex fn cover(@builtin(vertex_index) i: u32) -> Out {
  let at = vec2f(f32(2 * (i & 1)), f32(i & 2));
  var out: Out;
  out.position = vec4f(2 * at.x - 1, (2 * at.y - 1) * ${down}, 0, 1);
  ${lines.map((l) => `out.${/v\d+/.exec(l)[0]} = at;`).join("\n  ")}
  return out;
}`;
    return { module: this.#device.createShaderModule({ code }), entryPoint: "cover" };
  }

  // draw draws a picture: {entry, width, height, pixels}. The first makes the pipeline.
  draw(frame, vertices) {
    return this.#checked(async () => {
      const { width, height } = frame, d = this.#device;
      const fragment = this.#entry("fragment"), vertex = this.#entry("vertex");
      if (!this.#pipeline) {
        if (vertex?.inputs.some((v) => v.location !== undefined)) throw new Unsupported("vertex buffers");
        this.#pipeline = await d.createRenderPipelineAsync({
          layout: "auto",
          vertex: vertex ? { module: this.#module, entryPoint: vertex.name } : this.#covering(fragment),
          fragment: { module: this.#module, entryPoint: fragment.name, targets: [{ format: "rgba8unorm" }] },
        });
      }
      if (!this.#groups || this.#size[0] !== width || this.#size[1] !== height) {
        this.#uniforms = [];
        this.#bind(vertex ? [vertex, fragment] : [fragment], width, height);
        this.#size = [width, height];
        this.target?.destroy();
        this.target = d.createTexture({ size: [width, height], format: "rgba8unorm", usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC });
      }
      this.#update(frame);
      const encoder = d.createCommandEncoder();
      const pass = encoder.beginRenderPass({ colorAttachments: [{ view: this.target.createView(), loadOp: "clear", storeOp: "store", clearValue: [0, 0, 0, 1] }] });
      pass.setPipeline(this.#pipeline);
      for (const [n, g] of this.#groups) pass.setBindGroup(n, g);
      pass.draw(vertex ? Math.max(vertices, 1) : 3);
      pass.end();
      d.queue.submit([encoder.finish()]);
      const pixels = await this.#pixels(this.target, width, height);
      return { entry: fragment.name, width, height, pixels: this.#given.lower ? turned(pixels, width, height) : pixels };
    });
  }

  // run runs the compute shader: {entry, resources}, which are what it can write.
  run(groups, frame) {
    return this.#checked(async () => {
      const d = this.#device, entry = this.#entry("compute");
      this.#pipeline = await d.createComputePipelineAsync({ layout: "auto", compute: { module: this.#module, entryPoint: entry.name } });
      const { width, height } = frame;
      this.#bind([entry], width, height);
      this.#update(frame);
      const encoder = d.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(this.#pipeline);
      for (const [n, g] of this.#groups) pass.setBindGroup(n, g);
      pass.dispatchWorkgroups(...groups);
      pass.end();
      d.queue.submit([encoder.finish()]);
      const resources = [];
      for (const b of this.#reflection.bindings ?? []) {
        const made = this.#made.get(b.name);
        if (!made || !/^storage/.test(b.kind)) continue;
        if (b.kind === "storage") {
          const bytes = await this.#read((e, to) => e.copyBufferToBuffer(made, 0, to, 0, made.size), made.size);
          resources.push({ name: b.name, type: b.type.name, text: this.#layout.text(new DataView(bytes.buffer), b.type, 0) });
        } else resources.push({ name: b.name, type: "texture", width, height, pixels: await this.#pixels(made, width, height) });
      }
      return { entry: entry.name, resources };
    });
  }

  // destroy frees what is on the device.
  destroy() {
    for (const r of this.#made.values()) r.destroy();
    this.target?.destroy();
  }
}
