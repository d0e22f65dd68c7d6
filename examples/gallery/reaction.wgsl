// Gray and Scott's reaction of two substances, stepped by a compute shader, then drawn.
struct Size { width: u32, height: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> before: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> after: array<vec2f>;

fn at(x: u32, y: u32) -> vec2f {
  return before[(y % size.height) * size.width + x % size.width];
}

@compute @workgroup_size(8, 8)
fn step_once(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= size.width || id.y >= size.height { return; }
  let x = id.x + size.width;
  let y = id.y + size.height;
  let here = at(x, y);
  let near = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
  let far = at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1);
  let spread = near * 0.2 + far * 0.05 - here;
  let reaction = here.x * here.y * here.y;
  let change = vec2f(spread.x - reaction + 0.037 * (1 - here.x), 0.5 * spread.y + reaction - (0.06 + 0.037) * here.y);
  after[id.y * size.width + id.x] = clamp(here + change, vec2f(0), vec2f(1));
}

@fragment
fn draw(@builtin(position) p: vec4f) -> @location(0) vec4f {
  let c = vec2u(p.xy);
  let v = at(c.x, c.y).y;
  let slope = vec2f(at(c.x + 1, c.y).y - v, at(c.x, c.y + 1).y - v);
  let light = 0.7 + 5 * dot(slope, vec2f(-0.7, -0.7));
  let color = mix(vec3f(0.05, 0.08, 0.14), vec3f(0.95, 0.66, 0.3), smoothstep(0.05, 0.38, v));
  return vec4f(color * light, 1);
}
