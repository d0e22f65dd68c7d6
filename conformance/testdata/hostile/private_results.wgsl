// not wgpu-run
// Private variables of the types of results, which have no names.
var<private> parts = frexp(3.0);
var<private> z = modf(vec3f(-1.5, 2.0, 0.25));
var<private> q = array(modf(1.25), modf(-2.5));
var<private> w = frexp(0.0);
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(1) fn main() {
	parts.fract += 1.0;
	z.whole.x += 1.0;
	o[0] = parts.fract + f32(parts.exp);
	o[1] = f32(z.whole.x + z.fract.z);
	o[2] = q[1].fract + q[0].whole;
	o[3] = w.fract + f32(w.exp);
	parts = frexp(o[4]);
	o[4] = parts.fract;
}
