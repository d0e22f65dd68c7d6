// A step of a simulation in 64-bit floats: loads of constants, buffers and workgroup memory, sums and
// products, comparisons, an element of a vector by an index, quotients and conversions.
enable wgpu_float64;

struct Params { scale: f64, offset: vec2<f64> }
struct Body { position: vec3<f64>, mass: f64, count: u32, ratio: f32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> bodies: array<Body>;
var<workgroup> sums: array<f64, 64>;

@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) k: u32) {
	var p = bodies[id.x].position * params.scale;
	p.x += params.offset[k & 1u];
	if (p.y < -p[k % 3u] && p.z != 0.5lf) {
		p = p.zxy / bodies[id.x].mass;
	}
	sums[k] = select(p.x, abs(p.y), p.x > 4.0lf) - f64(bodies[id.x].ratio);
	workgroupBarrier();
	var total = 0.0lf;
	for (var i = 0u; i < 64u; i++) {
		total = total * 0.5lf + sums[i];
	}
	bodies[id.x].position = p;
	bodies[id.x].mass = total;
	bodies[id.x].ratio = f32(total);
	bodies[id.x].count = u32(p.x);
}
