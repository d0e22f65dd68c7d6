// Loops in switches that are left in several ways, and discards in functions within loops.
@group(0) @binding(0) var<uniform> limits: vec4f;
fn shade(x: f32) -> f32 {
  if x < limits.x { discard; }
  return x * 2.0;
}
fn pick(k: i32) -> vec4f {
  var o = vec4f();
  switch k {
    case 1: { o.x += 1.0; }
    case 2: { o.y += 3.0; }
    case 4: {
      loop {
        if o.x > limits.y { return o; }
        o.x += 1.0;
        if o.y > 3.0 { break; }
      }
    }
    default: {}
  }
  o.z = 1.0;
  return o;
}
@fragment
fn main(@location(0) u: vec2f, @location(1) @interpolate(flat) k: i32) -> @location(0) vec4f {
  var y = u.x;
  while y < limits.z { y += shade(y); }
  return pick(k) + vec4f(y);
}
