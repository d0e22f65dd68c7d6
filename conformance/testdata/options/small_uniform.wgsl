// A uniform buffer whose elements are closer than 16 bytes.
@group(0) @binding(0) var<uniform> a: array<f32, 4>;
@fragment fn f(@location(0) @interpolate(flat) i: u32) -> @location(0) vec4f { return vec4f(a[i] * 2.0) * f32(i); }
