// Text as distance fields of strokes: each letter is a few segments and arcs.
@group(0) @binding(0) var<uniform> resolution: vec2f;

fn segment(p: vec2f, a: vec2f, b: vec2f) -> f32 {
  let along = clamp(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
  return distance(p, mix(a, b, along));
}

// The upper half of a bowl that opens to the left, as of R and P.
fn bowl(p: vec2f) -> f32 {
  let q = p - vec2f(0.2, 0.75);
  if q.x < 0 {
    return min(segment(p, vec2f(0, 1), vec2f(0.2, 1)), segment(p, vec2f(0, 0.5), vec2f(0.2, 0.5)));
  }
  return abs(length(q) - 0.25);
}

// The letters of "REFRACT", in boxes of 0.45 by 1.
fn letter(i: i32, p: vec2f) -> f32 {
  var d = 1e9;
  switch i {
    case 0, 3: {
      d = min(segment(p, vec2f(0, 0), vec2f(0, 1)), min(bowl(p), segment(p, vec2f(0.15, 0.5), vec2f(0.45, 0))));
    }
    case 1, 2: {
      d = min(segment(p, vec2f(0, 0), vec2f(0, 1)), segment(p, vec2f(0, 1), vec2f(0.42, 1)));
      d = min(d, segment(p, vec2f(0, 0.5), vec2f(0.34, 0.5)));
      if i == 1 { d = min(d, segment(p, vec2f(0, 0), vec2f(0.42, 0))); }
    }
    case 4: {
      d = min(segment(p, vec2f(0, 0), vec2f(0.24, 1)), segment(p, vec2f(0.24, 1), vec2f(0.48, 0)));
      d = min(d, segment(p, vec2f(0.09, 0.36), vec2f(0.39, 0.36)));
    }
    case 5: {
      let q = p - vec2f(0.3, 0.5);
      let arc = vec2f(q.x, abs(q.y) - 0.2); // of both ends, up to where they stop
      let end = vec2f(0.16, 0.254);
      d = distance(arc, end);
      if arc.y > 0 && arc.x * end.y < arc.y * end.x { d = abs(length(arc) - 0.3); }
      d = min(d, segment(q, vec2f(-0.3, -0.2), vec2f(-0.3, 0.2)));
    }
    default: {
      d = min(segment(p, vec2f(0, 1), vec2f(0.5, 1)), segment(p, vec2f(0.25, 0), vec2f(0.25, 1)));
    }
  }
  return d;
}

@fragment
fn main(@builtin(position) frag: vec4f) -> @location(0) vec4f {
  let scale = 5.2 / resolution.x;
  let p = vec2f(frag.x, resolution.y - frag.y) * scale - vec2f(0.42, 0.5 * resolution.y * scale - 0.5);
  var d = 1e9;
  for (var i = 0; i < 7; i++) {
    d = min(d, letter(i, p - vec2f(f32(i) * 0.64, 0)));
  }
  let ink = 1 - smoothstep(-scale, scale, d - 0.055);
  let glow = exp(-9 * max(d - 0.055, 0.0));
  let back = mix(vec3f(0.02, 0.03, 0.08), vec3f(0.08, 0.05, 0.16), frag.y / resolution.y);
  let hue = 0.5 + 0.5 * cos(6.28318 * (p.x / 4.6 + vec3f(0.0, 0.33, 0.67)));
  return vec4f(mix(back + 0.45 * glow * hue, vec3f(1), ink), 1);
}
