// Reaction and diffusion of two substances, in the cells of a grid.

const size = vec2i(160, 90);

@group(0) @binding(0) var<storage, read> before: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> after: array<vec2f>;

@compute @workgroup_size(8, 8)
fn sow(@builtin(global_invocation_id) id: vec3u) {
  let cell = id.xy / 10;
  let drop = (cell.x * 7 + cell.y * 13) % 5 == 0;
  let inside = all((id.xy % 10) > vec2u(2)) && all((id.xy % 10) < vec2u(8));
  if all(id.xy < vec2u(size)) {
    after[id.y * u32(size.x) + id.x] = select(vec2f(1, 0), vec2f(0.5), drop && inside);
  }
}

fn at(p: vec2i) -> vec2f {
  let q = (p + size) % size;
  return before[q.y * size.x + q.x];
}

@compute @workgroup_size(8, 8)
fn advance(@builtin(global_invocation_id) id: vec3u) {
  let p = vec2i(id.xy);
  if any(p >= size) {
    return;
  }
  let c = at(p);
  let sides = at(p + vec2i(1, 0)) + at(p - vec2i(1, 0)) + at(p + vec2i(0, 1)) + at(p - vec2i(0, 1));
  let corners = at(p + vec2i(1, 1)) + at(p - vec2i(1, 1)) + at(p + vec2i(1, -1)) + at(p - vec2i(1, -1));
  let spread = 0.2 * sides + 0.05 * corners - c;
  let reaction = c.x * c.y * c.y;
  after[p.y * size.x + p.x] = c + spread * vec2f(1.0, 0.5) + vec2f(-reaction + 0.037 * (1 - c.x), reaction - (0.037 + 0.06) * c.y);
}

@fragment
fn show(@builtin(position) p: vec4f) -> @location(0) vec4f {
  let c = at(vec2i(p.xy));
  let t = saturate(c.y * 3);
  return vec4f(mix(vec3f(0.05, 0.08, 0.2), vec3f(0.95, 0.75, 0.35), t) * (1 - 0.6 * saturate(1 - c.x) * (1 - t)), 1);
}
