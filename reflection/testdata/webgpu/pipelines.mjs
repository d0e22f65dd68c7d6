// Proves reflections by WebGPU: of every entry point a pipeline is made with the
// bind group layouts, vertex formats, varyings and targets that the reflection
// says. WebGPU refuses layouts that don't fit the shader. Then each buffer's
// minBindingSize is made one byte smaller, which must be refused.
//
// Rows on standard input, {name, source, reflection}, are answered by lines on
// standard output, {name, entry, stage, error, exact}; error is null where the
// pipeline was made, exact the number of sizes proved.
//
// WEBGPU_PACKAGE is the path of the npm package's index.js (Dawn).
import readline from 'node:readline';

const { create, globals } = await import(process.env.WEBGPU_PACKAGE);
Object.assign(globalThis, globals);
const gpu = create(['enable-dawn-features=allow_unsafe_apis', 'backend=null']);
const adapter = await gpu.requestAdapter();
const requiredLimits = {};
for (const k in adapter.limits) {
  if (typeof adapter.limits[k] === 'number') requiredLimits[k] = adapter.limits[k];
}
const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features], requiredLimits });

const visibilities = { vertex: 1, fragment: 2, compute: 4 };
const unsupported = 'not measured: ';

/** The value of body, and the first error's text or null. */
async function scoped(body) {
  device.pushErrorScope('validation');
  let value = null, thrown = null;
  try {
    value = body();
  } catch (e) {
    thrown = e;
  }
  const found = await device.popErrorScope();
  return [value, thrown ? String(thrown.message ?? thrown) : found ? found.message : null];
}

const bindingOf = (r, use) => r.bindings.find((b) => b.name === use.name && b.group === use.group && b.binding === use.binding);

function layoutEntry(b, stage, less) {
  const e = { binding: b.binding, visibility: visibilities[stage] };
  switch (b.kind) {
    case 'uniform':
      return { ...e, buffer: { type: 'uniform', minBindingSize: b.min_binding_size - less } };
    case 'storage':
      return { ...e, buffer: { type: b.access === 'read' ? 'read-only-storage' : 'storage', minBindingSize: b.min_binding_size - less } };
    case 'texture':
      return { ...e, texture: { sampleType: b.sample_type, viewDimension: b.dimension, multisampled: !!b.multisampled } };
    case 'sampler':
      return { ...e, sampler: { type: b.sampler_type } };
    case 'storage_texture':
      return { ...e, storageTexture: { access: { read: 'read-only', write: 'write-only', read_write: 'read-write' }[b.access], format: b.format, viewDimension: b.dimension } };
    case 'external_texture':
      return { ...e, externalTexture: {} };
  }
  throw new Error(unsupported + b.kind);
}

/** The pipeline layout of an entry point; the buffer named smaller gets one byte less. */
function layout(r, ep, smaller) {
  const groups = new Map();
  for (const use of ep.resources) {
    if (use.group === undefined) continue;
    const b = bindingOf(r, use);
    if (b.count !== undefined) throw new Error(unsupported + 'a binding array');
    if (!groups.has(use.group)) groups.set(use.group, []);
    groups.get(use.group).push(layoutEntry(b, ep.stage, b.name === smaller ? 1 : 0));
  }
  const bindGroupLayouts = [];
  for (let i = 0; i <= Math.max(-1, ...groups.keys()); i++) {
    bindGroupLayouts.push(device.createBindGroupLayout({ entries: groups.get(i) ?? [] }));
  }
  const immediateSize = Math.max(0, ...r.immediates.map((m) => (m.size + 3) & ~3));
  return device.createPipelineLayout({ bindGroupLayouts, ...(immediateSize && { immediateSize }) });
}

/** A vertex shader whose outputs are the inputs of a fragment shader. */
function feeder(ep) {
  const inputs = ep.inputs.filter((v) => v.location !== undefined);
  const members = inputs.map((v) => `@location(${v.location}) @interpolate(${v.interpolation}, ${v.sampling}) m${v.location}: ${v.type},\n`);
  return `${inputs.some((v) => v.scalar === 'f16') ? 'enable f16;\n' : ''}struct Out {\n@builtin(position) position: vec4f,\n${members.join('')}}\n` +
    '@vertex fn feed() -> Out { return Out(); }';
}

function targets(ep) {
  const list = [];
  for (const v of ep.outputs) {
    if (v.blend_src !== undefined) {
      list[0] = { format: 'rgba8unorm', blend: { color: { srcFactor: 'src1', dstFactor: 'zero' }, alpha: {} } };
    } else if (v.location !== undefined) {
      const kind = { f32: '32float', f16: '16float', i32: '32sint', u32: '32uint' }[v.scalar];
      list[v.location] = { format: (v.components === 4 ? 'rgba' : 'r') + kind };
    }
  }
  return Array.from(list, (t) => t ?? null);
}

function pipeline(r, ep, module, feed, smaller) {
  const constants = {};
  for (const o of r.overrides) {
    if (o.required && ep.overrides.includes(o.name)) constants[o.key] = 1;
  }
  const stage = { module, entryPoint: ep.name, constants };
  const common = { layout: layout(r, ep, smaller), depthStencil: { format: 'depth32float', depthWriteEnabled: true, depthCompare: 'always' } };
  switch (ep.stage) {
    case 'compute':
      return device.createComputePipeline({ layout: common.layout, compute: stage });
    case 'vertex': {
      const attributes = (ep.vertex_inputs ?? []).map((v, i) => ({ format: v.format, offset: 16 * i, shaderLocation: v.location }));
      return device.createRenderPipeline({ ...common, vertex: { ...stage, buffers: attributes.length ? [{ arrayStride: 16 * attributes.length, attributes }] : [] } });
    }
    case 'fragment':
      return device.createRenderPipeline({ ...common, vertex: { module: feed, entryPoint: 'feed' }, fragment: { ...stage, targets: targets(ep) } });
  }
  throw new Error(unsupported + ep.stage);
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { name, source, reflection: r } = JSON.parse(line);
  const [module] = await scoped(() => device.createShaderModule({ code: source }));
  for (const ep of r.entry_points) {
    let feed = null, error = null, exact = 0;
    if (ep.stage === 'fragment') [feed, error] = await scoped(() => device.createShaderModule({ code: feeder(ep) }));
    if (!error) [, error] = await scoped(() => pipeline(r, ep, module, feed, null));
    for (const use of error ? [] : ep.resources) {
      const b = use.group !== undefined && bindingOf(r, use);
      if (!b || !b.min_binding_size) continue;
      const [, refused] = await scoped(() => pipeline(r, ep, module, feed, b.name));
      if (refused) exact++;
      else error = `${b.name} needs less than ${b.min_binding_size} bytes`;
    }
    console.log(JSON.stringify({ name, entry: ep.name, stage: ep.stage, error, exact }));
  }
}
process.exit(0);
