// Parts that an entry point doesn't use, of other stages.
var<workgroup> w: u32;
fn sync() { workgroupBarrier(); }
fn tint(v: vec4f) -> vec4f { return dpdx(v) * 2.0; }
fn unused(v: f32) -> f32 { return v; }
@compute @workgroup_size(1) fn c() { w = 1u; sync(); }
@fragment fn f(@location(0) v: vec4f) -> @location(0) vec4f { return tint(v); }
@vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(unused(f32(i))); }
