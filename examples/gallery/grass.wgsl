// Grass by instances: each blade is a strip of vertices, placed and bent by its number; the
// first one is the ground.
struct View { aspect: f32, time: f32 }
@group(0) @binding(0) var<uniform> view: View;

fn random(n: u32) -> f32 {
  var x = n * 747796405u + 2891336453u;
  x = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
  return f32((x >> 22) ^ x) / 4294967295.0;
}

struct Blade {
  @builtin(position) position: vec4f,
  @location(0) height: f32,
  @location(1) depth: f32,
  @location(2) @interpolate(flat) shade: f32,
}

@vertex
fn blade(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Blade {
  let along = f32(vertex / 2) / 4;
  let side = f32(vertex % 2) * 2 - 1;
  if instance == 0 { // the ground
    let z = mix(1.0, 9.5, along);
    return Blade(vec4f(side * 2 * z, 0.075 * z - 1.43, (z - 1) * z / 12, z), 0.15, z, 0.3);
  }
  let z = 1.1 + 8 * pow(1 - f32(instance) / 2600, 1.5) + 0.2 * random(instance);
  let x = (random(instance * 3 + 1) * 2 - 1) * (z * 1.5);
  let tall = 0.55 + 0.5 * random(instance * 3 + 2);
  let sway = 0.25 * sin(view.time * 1.7 + x * 1.3 + z * 0.8) + 0.35 * (random(instance * 7 + 5) - 0.5);
  let p = vec3f(x + side * 0.03 * (1 - along) + sway * along * along, -1.1 + tall * along, z);
  return Blade(vec4f(p.x * 1.3 / view.aspect, p.y * 1.3 + 0.15 * z * 0.5, (z - 1) * z / 12 , z), along, z, random(instance * 11));
}

@fragment
fn leaf(b: Blade) -> @location(0) vec4f {
  let green = mix(vec3f(0.05, 0.16, 0.04), vec3f(0.45, 0.66, 0.18), b.height) * (0.75 + 0.5 * b.shade);
  let fog = 1 - exp(-0.02 * b.depth * b.depth);
  return vec4f(sqrt(mix(green, vec3f(0.66, 0.78, 0.86), fog)), 1);
}
