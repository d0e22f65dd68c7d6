const k = array<u32, 16>(0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174);
@group(0) @binding(0) var<storage> msg: array<u32>;
@group(0) @binding(1) var<storage, read_write> hash: array<u32, 128>;
struct CTX { state: array<u32, 8>, bitlen: array<u32, 2>, data: array<u32, 16>, datalen: u32 }
fn ROTR(a: u32, b: u32) -> u32 { return ((a) >> (b)) | ((a) << (32 - (b))); }
fn CH(x: u32, y: u32, z: u32) -> u32 { return (((x) & (y)) ^ (~(x) & (z))); }
fn MAJ(x: u32, y: u32, z: u32) -> u32 { return (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z))); }
fn transform(ctx: ptr<function, CTX>) {
  var a: u32; var b: u32; var c: u32; var d: u32; var e: u32; var f: u32; var g: u32; var h: u32; var i: u32; var t1: u32; var t2: u32; var m: array<u32, 64>;
  for (i = 0; i < 16; i++) { m[i] = (*ctx).data[i]; }
  for (; i < 64; i++) { m[i] = (ROTR(m[i - 2], 17) ^ ROTR(m[i - 2], 19) ^ (m[i - 2] >> 10)) + m[i - 7] + (ROTR(m[i - 15], 7) ^ ROTR(m[i - 15], 18) ^ (m[i - 15] >> 3)) + m[i - 16]; }
  a = (*ctx).state[0]; b = (*ctx).state[1]; c = (*ctx).state[2]; d = (*ctx).state[3]; e = (*ctx).state[4]; f = (*ctx).state[5]; g = (*ctx).state[6]; h = (*ctx).state[7];
  for (i = 0; i < 64; i += 1) { t1 = h + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + CH(e, f, g) + k[i & 15] + m[i]; t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + MAJ(a, b, c); h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2; }
  (*ctx).state[0] += a; (*ctx).state[1] += b; (*ctx).state[2] += c; (*ctx).state[3] += d; (*ctx).state[4] += e; (*ctx).state[5] += f; (*ctx).state[6] += g; (*ctx).state[7] += h;
}
fn update(ctx: ptr<function, CTX>, w: u32) { (*ctx).data[(*ctx).datalen] = w; (*ctx).datalen++; if ((*ctx).datalen == 16) { transform(ctx); if ((*ctx).bitlen[0] > 0xffffffff - 512) { (*ctx).bitlen[1]++; } (*ctx).bitlen[0] += 512; (*ctx).datalen = 0; } }
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) id: u32) {
  var ctx: CTX; ctx.state = array<u32, 8>(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19); ctx.bitlen[0] = 0xffffff00;
  for (var i = 0u; i < 35u; i++) { update(&ctx, msg[(i * 7u + id) % arrayLength(&msg)]); }
  var i: u32 = ctx.datalen; ctx.data[i] = 0x80000000; while (i < 15) { i++; ctx.data[i] = 0; } ctx.data[15] = ctx.bitlen[0]; ctx.data[14] = ctx.bitlen[1]; transform(&ctx);
  for (i = 0; i < 8; i++) { hash[id * 8 + i] = ctx.state[i]; }
}
