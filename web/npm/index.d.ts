/** A place in a source: line and column count from 1, the column in code points. */
export interface Place {
  file: string;
  line: number;
  column: number;
  /** In bytes of UTF-8, from 0. */
  offset: number;
}

export interface Diagnostic {
  severity: "error" | "warning";
  code?: string;
  message: string;
  start?: Place;
  end?: Place;
  label?: string;
  labels?: { message: string; start?: Place; end?: Place }[];
  notes?: string[];
  fix?: { message: string; start?: Place; end?: Place; replacement: string };
}

/** What every method answers. */
export interface Answer {
  ok: boolean;
  diagnostics: Diagnostic[];
  /** What is wrong with the request, where that isn't a finding about the shader. */
  error?: string;
}

export interface Source {
  /** Name of the file: its extension says which language it is. */
  name?: string;
  text?: string;
  /** Instead of the text, of SPIR-V. */
  bytes?: Uint8Array;
  /** wgsl, glsl, essl, spv, spvasm or shadertoy, where the name doesn't say. */
  from?: string;
  /** Of GLSL whose name doesn't say. */
  stage?: "vertex" | "fragment" | "compute" | "task" | "mesh" | "geometry" | "tessellation_control" | "tessellation_evaluation"
    | "ray_generation" | "any_hit" | "closest_hit" | "miss" | "intersection" | "callable";
  /** Macros of GLSL; features of WESL, as booleans. */
  defines?: Record<string, string | number | boolean>;
  /** Texts by path, for #include and import. */
  files?: Record<string, string>;
  /** Reads WGSL as WESL. */
  wesl?: boolean;
  /** Values of overrides by id or name. */
  overrides?: Record<string, number>;
  /** Allows every extension that the library knows. */
  allow?: boolean;
}

export interface Optimization {
  /** "0" is none; anything else loads full.wasm. */
  optimize?: "0" | "1" | "2" | "s" | 0 | 1 | 2;
  /** A list of passes instead of a level. */
  passes?: string;
  /** Floating point keeps its bits. */
  strict?: boolean;
}

export interface TranslateRequest extends Source, Optimization {
  /** spv, spvasm, wgsl, glsl, essl, hlsl, dxbc, msl, dot. */
  to: string[];
  /** One entry point, and what it needs. */
  entry?: string;
  /** Options by language: {spv: {version: "1.5"}}. */
  options?: Record<string, Record<string, unknown>>;
}

export interface Output {
  language: string;
  /** Of languages that hold one entry point. */
  entry_point?: string;
  text?: string;
  bytes?: Uint8Array;
  /** What the output calls things, and where it has resources. */
  mapping?: Record<string, unknown>;
}

export interface RunRequest extends Source, Optimization {
  entry?: string;
  workgroups?: number[];
  /** Contents by name or group.binding: "f32:1,2,3", "zero:256", "hex:00ff". Others than the shader's are an error. */
  buffers?: Record<string, string>;
  /** Pictures of 2D textures by name: RGBA, 8 bits each, the upper row first, in base64. Others hold a pattern. */
  textures?: Record<string, { width: number; height: number; pixels: string }>;
  /** Looks for races, accesses out of bounds and the like. */
  find?: boolean;
  max_steps?: number;
  width?: number;
  height?: number;
}

export interface DrawRequest extends RunRequest {
  /** Seconds; sets uniforms and members called time. */
  time?: number;
  frame?: number;
  mouse?: number[];
  vertices?: number;
}

/** A place in a source: both count from 0, characters are code units of UTF-16. */
export interface Place extends Source {
  line: number;
  character: number;
}

export interface Resource {
  name: string;
  type: string;
  /** Of buffers: the value as WGSL writes it. */
  text?: string;
  /** Of storage textures: RGBA. */
  pixels?: Uint8ClampedArray;
  width?: number;
  height?: number;
}

export interface Language {
  name: string;
  title: string;
  extensions: string[];
  binary: boolean;
  read: boolean;
  write: boolean;
}

export interface Step {
  pass: string;
  number: number;
  function?: string;
  /** The shader in SSA form. */
  text: string;
}

export interface Refract {
  check(request: Source): Promise<Answer>;
  translate(request: TranslateRequest): Promise<Answer & { outputs?: Output[]; failed?: { language: string; error: string }[] }>;
  reflect(request: Source & { entry?: string }): Promise<Answer & { reflection?: Record<string, unknown>; table?: string }>;
  format(request: Source): Promise<Answer & { text?: string }>;
  /** Of core.wasm: what full.wasm reads besides is SPIR-V. */
  languages(): Promise<Language[]>;

  // These load full.wasm.
  options(): Promise<{ name: string; default: string; type: string; doc: string }[]>;
  passes(): Promise<{ name: string; doc: string }[]>;
  steps(request: Source & Optimization): Promise<Answer & { steps?: Step[]; applications?: number }>;
  run(request: RunRequest): Promise<Answer & { entry?: string; resources?: Resource[]; invocations?: number; steps?: number }>;
  draw(request: DrawRequest): Promise<Answer & { entry?: string; pixels?: Uint8ClampedArray; width?: number; height?: number }>;
  /** The result is a CompletionItem[] of the Language Server Protocol. */
  complete(request: Place): Promise<Answer & { result?: unknown }>;
  /** The result is a Hover of the Language Server Protocol, or null. */
  hover(request: Place): Promise<Answer & { result?: unknown }>;

  call(method: string, request?: object): Promise<Answer & Record<string, unknown>>;
}

export interface LoadOptions {
  /** Where the files are; default: beside index.js. */
  base?: string | URL;
  /** Load full.wasm at once, too. */
  full?: boolean;
  /** The files' bytes, where a bundler or a worker has them already. */
  core?: BufferSource;
  fullModule?: BufferSource;
}

export function load(options?: LoadOptions): Promise<Refract>;
