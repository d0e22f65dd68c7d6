// values 7=5 wide=3
// Bools in structs, arrays, vectors and memory of the invocation; constants of constants; overrides in sizes,
// in initializers of private memory, in const-like expressions; workgroup memory sized by overrides.
struct Flags { on: bool, many: array<bool, 3>, v: vec3<bool>, n: u32 }
@id(7) override seven: u32 = 7;
override wide: u32;
override twice = wide * 2 + seven;
override flag = twice > 10 && seven != 3;
override ratio = f32(twice) / 4;
const names = array(array(1u, 2, 3), array(4u, 5, 6));
const flags = Flags(true, array(false, true, true), vec3(true, false, true), names[1][2]);
const m = transpose(mat2x3f(1, 2, 3, 4, 5, 6)) * 2;
const nested = array(Flags(), flags);
const picked = nested[1].many[names[0][1]];
const_assert picked;
const_assert m[2].y == 12;
@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
@group(0) @binding(1) var<storage, read> key: array<u32, 4>;
var<private> held: Flags = flags;
var<private> started = vec2u(twice, seven);
var<private> bits: array<vec2<bool>, 3>;
var<workgroup> w: array<array<u32, 2>, wide>;
var<workgroup> ww: array<Flags, 2>;
fn count(f: Flags) -> u32 { return u32(f.on) + u32(f.many[0]) * 2 + u32(f.many[1]) * 4 + u32(f.many[2]) * 8 + dot(vec3u(f.v), vec3u(16, 32, 64)) + f.n * 128; }
fn flip(p: ptr<function, Flags>, i: u32) { p.many[i % 3] = !p.many[i % 3]; p.v[i % 3] = !p.v[i % 3] || p.on; p.on = p.on != p.v.x; p.n ^= 3; }
fn same(a: Flags, b: Flags) -> bool { return a.on == b.on && all(a.v == b.v) && (a.many[0] == b.many[0]) && a.n == b.n; }
@compute @workgroup_size(1, wide)
fn main(@builtin(local_invocation_index) i: u32) {
	w[i][i & 1] = i + seven;
	if i == 0 { ww[1] = flags; ww[0].v.y = true; }
	workgroupBarrier();
	let k = key[i & 3];
	var f = held;
	o[i * 16] = count(f); flip(&f, k); o[i * 16 + 1] = count(f); flip(&f, k >> 2); o[i * 16 + 2] = count(f) + select(0u, 5000u, same(f, held));
	held = nested[k & 1]; o[i * 16 + 3] = count(held) + started.x * 1000 + started.y;
	bits[k % 3] = vec2(flag, f.on) & vec2(true, (k & 1) == 0); bits[(k + 1) % 3].y = any(bits[k % 3]); let b = bits; bits[0] = !b[1];
	o[i * 16 + 4] = u32(b[k % 3].x) + u32(bits[0].y) * 2 + u32(all(bits[2])) * 4;
	o[i * 16 + 5] = w[(i + 1) % wide][(i + 1) & 1] + w[0][1] * 100 + u32(ratio * 8);
	o[i * 16 + 6] = names[k & 1][k % 3] + u32(m[k % 3].y) * 10 + arrays(k);
	o[i * 16 + 7] = count(ww[i & 1]);
	var g = select(vec3f(1, 2, 3), vec3f(4, 5, 6), f.v); g *= select(1.0, 2.0, flag); o[i * 16 + 8] = u32(g.x + g.y * 10 + g.z * 100);
	o[i * 16 + 9] = u32(bool(k)) + u32(bool(f32(k & 1))) * 2 + u32(true != bool(false_(k))) * 4;
	o[i * 16 + 10] = select(select(1u, 2u, f.on), select(3u, 4u, flag), f.v.x == (f.v.y != f.v.z));
}
fn false_(k: u32) -> u32 { return k & 0; }
fn arrays(k: u32) -> u32 { const sizes = array<u32, names[0][2]>(5, 6, 7); let t = array<u32, 2 * 2>(sizes[0], k & 1, sizes[2], 9); return t[k & 3] * 100; }
