// workgroups 2
// Every atomic operation on both types in both spaces, with results that matter, in members of elements,
// through parameters; one invocation at a time does what depends on the order.
struct Slot { pad: vec3u, n: atomic<u32>, deep: array<atomic<i32>, 2> }
@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> slots: array<Slot, 4>;
var<workgroup> w: array<Slot, 2>;
var<workgroup> sum: atomic<u32>;
fn us(p: ptr<storage, atomic<u32>, read_write>, x: u32) -> u32 {
	var r = atomicAdd(p, x);
	r = r * 3 + atomicSub(p, x * 2);
	r = r * 3 + atomicMax(p, 0x80000000u);
	r = r * 3 + atomicMin(p, 0x80000005u);
	r = r * 3 + atomicAnd(p, 0xf0fffff5u);
	r = r * 3 + atomicOr(p, 0x00000f00u);
	r = r * 3 + atomicXor(p, 0x0ff0u);
	r = r * 3 + atomicExchange(p, x + 9);
	let c = atomicCompareExchangeWeak(p, x + 8, 1u);
	r = r * 3 + c.old_value + select(0u, 7u, c.exchanged);
	var d = atomicCompareExchangeWeak(p, x + 9, 2u);
	while !d.exchanged { d = atomicCompareExchangeWeak(p, x + 9, 2u); }
	return r * 3 + d.old_value + atomicLoad(p);
}
fn iw(p: ptr<workgroup, atomic<i32>>, x: i32) -> i32 {
	atomicStore(p, x);
	var r = atomicAdd(p, -5);
	r = r * 3 + atomicSub(p, i32(-2147483648));
	r = r * 3 + atomicMin(p, -7);
	r = r * 3 + atomicMax(p, -3);
	r = r * 3 + atomicAnd(p, -2);
	r = r * 3 + atomicOr(p, 64);
	r = r * 3 + atomicXor(p, -1);
	r = r * 3 + atomicExchange(p, 77);
	loop {
		let c = atomicCompareExchangeWeak(p, 77, x);
		if c.exchanged { r = r * 3 + c.old_value; break; }
	}
	return r + atomicLoad(p);
}
fn is(p: ptr<storage, atomic<i32>, read_write>) -> i32 { return atomicMin(p, -1) + atomicMax(p, 3) * 3 + atomicAdd(p, 4) * 5 + atomicLoad(p) * 7; }
@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) g: vec3u, @builtin(local_invocation_index) i: u32, @builtin(num_workgroups) n: vec3u) {
	atomicAdd(&sum, i * i + g.x);
	atomicMax(&w[1].deep[0], i32(i) - 2);
	atomicMin(&w[1].deep[1], -i32(i));
	atomicOr(&w[0].n, 1u << i);
	workgroupBarrier();
	let at = g.x * 32;
	if i == 0 {
		o[at] = us(&slots[g.x].n, 5);
		o[at + 1] = bitcast<u32>(iw(&w[0].deep[g.x & 1], -9));
		o[at + 2] = bitcast<u32>(is(&slots[g.x].deep[1]));
		o[at + 3] = atomicLoad(&w[0].n);
		w[0].pad = vec3u(1, 2, 3);
		let p = &w[g.x & 1];
		o[at + 4] = atomicAdd(&p.n, 3) + p.pad.y;
		slots[g.x + 2].pad[g.x] = 8;
		o[at + 5] = slots[g.x + 2].pad.x + u32(atomicExchange(&slots[g.x + 2].deep[0], 4)) * 0;
		var k = 0u;
		for (; atomicAdd(&w[1].n, 1) < 5; k++) { if atomicLoad(&w[1].n) == 3 { continue; } k += 10; }
		o[at + 6] = k;
		if atomicSub(&w[1].n, 1) > 2 && atomicLoad(&w[1].n) == 5 { o[at + 9] = 2; } else if atomicAdd(&w[1].n, 7) == 0 { o[at + 7] = 1; }
		o[at + 8] = atomicLoad(&w[1].n);
	}
	workgroupBarrier();
	let total = workgroupUniformLoad(&sum);
	o[at + 16 + i] = total + bitcast<u32>(atomicLoad(&w[1].deep[0])) * 3 + bitcast<u32>(atomicLoad(&w[1].deep[1])) * 5 + n.x;
}
