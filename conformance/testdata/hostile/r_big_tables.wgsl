@group(0) @binding(0) var<storage> x: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 320>;
struct Row { id: u32, edges: array<vec2i, 3>, w: vec3f, on: bool }
alias Grid = array<array<u32, 8>, 8>;
const crc_table = array<u32, 16>(0x0, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c);
const sbox = array(99u, 124u, 119u, 123u, 242u, 107u, 111u, 197u, 48u, 1u, 103u, 43u, 254u, 215u, 171u, 118u, 202u, 130u, 201u, 125u, 250u, 89u, 71u, 240u, 173u, 212u, 162u, 175u, 156u, 164u, 114u, 192u, 183u, 253u, 147u, 38u, 54u, 63u, 247u, 204u, 52u, 165u, 229u, 241u, 113u, 216u, 49u, 21u, 4u, 199u, 35u, 195u, 24u, 150u, 5u, 154u, 7u, 18u, 128u, 226u, 235u, 39u, 178u, 117u);
const wave = array<vec2f, 32>(vec2f(0, -4), vec2f(0.125, -3.75), vec2f(0.5, -3.5), vec2f(1.125, -3.25), vec2f(2, -3), vec2f(1, -2.75), vec2f(0.25, -2.5), vec2f(1.875, -2.25), vec2f(1.625, -2), vec2f(1.625, -1.75), vec2f(1.875, -1.5), vec2f(0.25, -1.25), vec2f(1, -1), vec2f(2, -0.75), vec2f(1.125, -0.5), vec2f(0.5, -0.25), vec2f(0.125, 0), vec2f(0, 0.25), vec2f(0.125, 0.5), vec2f(0.5, 0.75), vec2f(1.125, 1), vec2f(2, 1.25), vec2f(1, 1.5), vec2f(0.25, 1.75), vec2f(1.875, 2), vec2f(1.625, 2.25), vec2f(1.625, 2.5), vec2f(1.875, 2.75), vec2f(0.25, 3), vec2f(1, 3.25), vec2f(2, 3.5), vec2f(1.125, 3.75));
const rows = array<Row, 6>(Row(0, array(vec2i(0, 1), vec2i(0, -0), vec2i()), vec3f(0, 0, -0), true), Row(3, array(vec2i(1, 2), vec2i(1, -1), vec2i()), vec3f(0.5, 1, -0.25), true), Row(6, array(vec2i(2, 3), vec2i(4, -2), vec2i()), vec3f(1, 2, -0.5), false), Row(9, array(vec2i(3, 4), vec2i(9, -3), vec2i()), vec3f(1.5, 3, -0.75), false), Row(12, array(vec2i(4, 5), vec2i(16, -4), vec2i()), vec3f(2, 4, -1), false), Row(15, array(vec2i(5, 6), vec2i(25, -5), vec2i()), vec3f(2.5, 5, -1.25), true));
const matrices = array(mat3x2f(0, 1, 0, 0, 0, 0), mat3x2f(1, 2, 0.5, -1, 2, 0.125), mat3x2f(2, 3, 1, -2, 4, 0.25), mat3x2f(3, 4, 1.5, -3, 6, 0.375), mat3x2f(4, 5, 2, -4, 8, 0.5), mat3x2f(5, 6, 2.5, -5, 10, 0.625), mat3x2f(6, 7, 3, -6, 12, 0.75), mat3x2f(7, 8, 3.5, -7, 14, 0.875), mat3x2f(8, 9, 4, -8, 16, 1), mat3x2f(9, 10, 4.5, -9, 18, 1.125), mat3x2f(10, 11, 5, -10, 20, 1.25), mat3x2f(11, 12, 5.5, -11, 22, 1.375), mat3x2f(12, 13, 6, -12, 24, 1.5), mat3x2f(13, 14, 6.5, -13, 26, 1.625), mat3x2f(14, 15, 7, -14, 28, 1.75), mat3x2f(15, 16, 7.5, -15, 30, 1.875));
const grid = make_grid;
const make_grid = Grid(array(1u, 2, 3, 4, 5, 6, 7, 8), array(8u, 7, 6, 5, 4, 3, 2, 1), Grid()[0], array(1u, 1, 2, 3, 5, 8, 13, 21), array<u32, 8>(), array(9u, 9, 9, 9, 9, 9, 9, 9), array(0u, 1, 0, 1, 0, 1, 0, 1), array(4294967295u, 0, 0, 0, 0, 0, 0, 1));
const half = array(wave[3], wave[crc_table[1] % 32], wave[31] * 2);
var<private> scratch: array<u32, 64> = sbox;
var<private> at: u32;
fn put(v: u32) { o[at] = v; at++; }
fn crc(v: u32) -> u32 { var c = ~0u; for (var i = 0u; i < 8; i++) { c = crc_table[(c ^ (v >> (4 * i))) & 15] ^ (c >> 4); } return ~c; }
fn pick(t: array<u32, 8>, i: u32) -> u32 { return t[i & 7]; }
fn row(i: u32) -> Row { let local = rows; return local[i % 6]; }
fn sub(v: u32) -> u32 { return sbox[v & 63] | (sbox[(v >> 8) & 63] << 8) | (sbox[(v >> 16) & 63] << 16) | (sbox[v >> 26] << 24); }
@compute @workgroup_size(1) fn main() {
  var g = grid;
  for (var i = 0u; i < 8; i++) {
    let v = x[i];
    put(crc(v)); put(sub(v)); put(pick(grid[v & 7], v >> 3)); put(pick(make_grid[3], v >> 4));
    let r = row(v); put(r.id ^ u32(r.edges[v % 3].y) ^ u32(r.w[v % 3] * 4)); put(u32(rows[v % 6].on) + u32(rows[(v >> 2) % 6].edges[1].x));
    put(bitcast<u32>(wave[v & 31].y + wave[(v >> 5) & 31][v & 1])); put(u32(i32(matrices[v & 15][v % 3][(v >> 4) & 1] * 8)));
    scratch[v & 63] ^= scratch[(v >> 8) & 63]; put(scratch[(v >> 1) & 63]);
    g[v & 7][(v >> 3) & 7] += grid[(v >> 3) & 7][v & 7]; put(g[i & 7][v & 7]); put(bitcast<u32>(half[v % 3].x));
    const few = array(array(3i, -1, 4), array(1i, -5, 9)); put(u32(few[v & 1][v % 3] + few[i & 1][2]));
    put(array(5u, v, 7)[v % 3]); put(u32(vec4(1, -2, 3, -4)[v & 3])); put(array<Row, 2>(rows[v % 6], rows[3])[(v >> 1) & 1].id);
    for (var k = 0u; k < 3; k++) { if rows[(v + k) % 6].on { continue; } scratch[k] += grid[k][v & 7]; }
    put(scratch[v % 3]);
  }
}
