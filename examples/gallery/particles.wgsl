// Particles: a compute shader has moved them, each is a quad blended by adding.
struct Particle { place: vec2f, speed: vec2f, heat: f32 }
@group(0) @binding(0) var<storage, read> particles: array<Particle>;
@group(0) @binding(1) var<storage, read_write> moved: array<Particle>;
@group(0) @binding(2) var<uniform> aspect: f32;

@compute @workgroup_size(64)
fn move_all(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= arrayLength(&moved) { return; }
  let angle = f32(id.x) * 2.399963;
  let ring = sqrt(f32(id.x) / f32(arrayLength(&moved)));
  var p = Particle(vec2f(cos(angle), sin(angle)) * ring * 0.2, vec2f(0), 0);
  p.speed = vec2f(-p.place.y, p.place.x) * 4 + p.place * (2 + sin(angle * 5) * 1.5);
  for (var i = 0; i < 40; i++) {
    let pull = -p.place / (0.08 + dot(p.place, p.place)) * 0.32;
    p.speed += pull * 0.02;
    p.place += p.speed * 0.02;
  }
  p.heat = length(p.speed);
  moved[id.x] = p;
}

struct Sprite {
  @builtin(position) position: vec4f,
  @location(0) corner: vec2f,
  @location(1) @interpolate(flat) color: vec3f,
}

@vertex
fn sprite(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Sprite {
  let p = particles[instance];
  let corner = vec2f(f32(vertex & 1), f32(vertex >> 1)) * 2 - 1;
  let place = p.place + corner * 0.028;
  let color = mix(vec3f(0.9, 0.25, 0.08), vec3f(0.2, 0.45, 1.0), clamp(p.heat * 0.55 - 0.2, 0.0, 1.0));
  return Sprite(vec4f(place.x / aspect, place.y, 0, 1), corner, color);
}

@fragment
fn glow(s: Sprite) -> @location(0) vec4f {
  let r = dot(s.corner, s.corner);
  if r > 1 { discard; }
  return vec4f(s.color * (1 - r) * (1 - r) * 0.5, 1);
}
