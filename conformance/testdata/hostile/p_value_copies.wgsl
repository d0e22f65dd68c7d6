// A value is a copy: arrays, structs and matrices that are bound, passed or returned keep what they
// had when what they were made of changes, also where they are indexed later by what isn't known.
struct Box { grid: array<array<u32, 3>, 2>, tag: u32 }
@group(0) @binding(0) var<storage, read_write> o: array<u32, 48>;
@group(0) @binding(1) var<storage, read_write> box: Box;
@group(0) @binding(2) var<storage, read> key: array<u32, 4>;
var<private> mine: array<u32, 4> = array(1, 2, 3, 4);
var<private> held: Box;

fn bump(a: array<u32, 4>, at: u32) -> array<u32, 4> {
	var b = a;
	b[at & 3] += 10;
	mine[at & 3] = 99;
	b[(at + 1) & 3] = a[at & 3];
	return b;
}
fn both(a: Box, b: ptr<function, Box>, i: u32) -> u32 {
	(*b).grid[1][i % 3] = a.grid[0][i % 3] + 1;
	let was = (*b).grid;
	(*b).grid[0] = a.grid[1];
	(*b).tag = was[1][i % 3] + a.tag;
	return was[0][i % 3] ^ (*b).grid[0][(i + 1) % 3];
}
fn twist(a: array<u32, 4>, b: array<u32, 4>) -> u32 {
	var x = a;
	var y = b;
	for (var k = 0u; k < 3u; k++) {
		let t = x;
		x = y;
		y = t;
		y[k] = x[3 - k] + k;
	}
	return x[0] * 1000 + x[3] * 100 + y[1] * 10 + y[2];
}
@compute @workgroup_size(1)
fn main() {
	let i = key[0];
	let before = mine;
	let after = bump(mine, i);
	for (var k = 0u; k < 4u; k++) {
		o[k] = before[k];
		o[4 + k] = after[k];
		o[8 + k] = mine[k];
	}
	let seen = box;
	var local = seen;
	held = local;
	box.grid[0][i % 3] = 7;
	local.grid[1][(i + 1) % 3] = 8;
	o[12] = seen.grid[0][i % 3];
	o[13] = held.grid[1][(i + 1) % 3];
	o[14] = both(seen, &local, i);
	var other = local;
	o[15] = both(local, &other, i);
	o[16] = local.tag;
	let row = local.grid[i & 1];
	local.grid[i & 1][i % 3] = 5;
	o[17] = row[i % 3];
	let m = mat2x3f(1, 2, 3, 4, 5, 6);
	var n = m;
	n[i & 1] = m[(i + 1) & 1] + n[i & 1];
	let keep = n;
	n[(i + 1) & 1][i % 3] = 50;
	o[18] = u32(keep[(i + 1) & 1][i % 3]);
	o[19] = u32(n[0].x + n[1].y * 100);
	o[20] = twist(before, after);
	o[21] = twist(array(1, 2, 3, 4), mine);
	var chain = array(before, after);
	let c = chain[i & 1];
	chain[i & 1] = chain[(i + 1) & 1];
	chain[(i + 1) & 1] = c;
	o[22] = chain[0][i & 3] * 256 + chain[1][(i + 2) & 3];
	mine = mine_of(mine, 2);
	o[23] = mine[2] + mine[3];
}
fn mine_of(a: array<u32, 4>, k: u32) -> array<u32, 4> {
	mine[3] = 1234;
	var r = a;
	r[k] = mine[3] + a[3];
	return r;
}
