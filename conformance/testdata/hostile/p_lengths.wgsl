// Lengths of arrays whose size the buffer decides: behind members that leave a tail, of elements with
// padding, through pointers, in two entry points' shared functions; the last element, and clamping by it.
struct Tail { head: vec3f, n: u32, list: array<vec3f> }
struct Odd { a: u32, b: u32, c: u32, list: array<u32> }
struct Item { a: u32, b: vec3u }
@group(0) @binding(0) var<storage, read_write> o: array<u32, 24>;
@group(0) @binding(1) var<storage, read> tail: Tail;
@group(0) @binding(2) var<storage, read_write> odd: Odd;
@group(0) @binding(3) var<storage, read> plain: array<Item>;
@group(0) @binding(4) var<storage, read_write> mats: array<mat3x3f>;
@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;
fn many(p: ptr<storage, array<u32>, read_write>) -> u32 { return arrayLength(p); }
fn rest(p: ptr<storage, Odd, read_write>) -> u32 { return arrayLength(&p.list) + many(&p.list); }
@compute @workgroup_size(1)
fn main() {
	o[0] = arrayLength(&tail.list);
	o[1] = rest(&odd);
	o[2] = arrayLength(&plain);
	o[3] = arrayLength(&mats);
	o[4] = arrayLength(&counts);
	let p = &odd.list;
	let n = arrayLength(p);
	p[n - 1] = 42;
	o[5] = odd.list[arrayLength(&odd.list) - 1];
	mats[arrayLength(&mats) - 1][2] = vec3f(1, 2, 3);
	o[6] = u32(mats[o[3] - 1][2].z);
	atomicStore(&counts[arrayLength(&counts) - 1], 9u);
	o[7] = atomicAdd(&counts[o[4] - 1], 3u);
	o[8] = plain[arrayLength(&plain) - 1].b.z;
	o[9] = bitcast<u32>(tail.list[o[0] - 1].y);
	var sum = 0u;
	for (var i = 0u; i < arrayLength(&odd.list); i++) { sum = sum * 31 + odd.list[i]; }
	o[10] = sum;
	for (var i = i32(arrayLength(&plain)) - 1; i >= 0; i--) { sum = sum * 31 + plain[i].a + plain[i].b.x; }
	o[11] = sum;
}
