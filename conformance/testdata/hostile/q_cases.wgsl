// Selectors of switches that a compiler knows, and values of clauses at the edges of their types, beside 0 and 1.
@group(0) @binding(0) var<storage, read_write> o: array<u32, 80>;
@group(0) @binding(1) var<storage, read> key: array<i32, 4>;
const low = -2147483648;
const values = array(0, 1, 2, 3, -1, -2, 2147483647, low, -2147483647);
fn signed(x: i32) -> u32 {
	switch x { case -1: { return 1; } case low, 2: { return 2; } case 0: { return 3; } case 2147483647: { return 4; } default: { return 5; } }
}
fn wide(x: u32) -> u32 {
	switch x { case 4294967295: { return 1; } case 2147483648, 2147483649: { return 2; } case 1, default: { return 3; } case 0, 2147483647: { return 4; } }
}
fn assigned(y: i32) -> u32 {
	var x = y;
	var r = 0u;
	switch x { case -2: { x = 1; r += 1; } case -1, 3: { x = -2; r += 2; } default: { x = -1; r += 4; } }
	switch x { case -2: { r += 8; } case -1: { r += 16; x = 0; } default: { } }
	return r + u32(x + 5) * 32;
}
@compute @workgroup_size(1)
fn main() {
	o[0] = signed(-1); o[1] = signed(low); o[2] = signed(0); o[3] = signed(1); o[4] = signed(2147483647); o[5] = signed(2);
	o[6] = wide(4294967295); o[7] = wide(2147483648); o[8] = wide(0); o[9] = wide(1); o[10] = wide(2147483647); o[11] = wide(2147483649);
	o[12] = assigned(-2); o[13] = assigned(-1); o[14] = assigned(3); o[15] = assigned(0); o[16] = assigned(low);
	for (var i = 0u; i < 9; i++) {
		o[20 + i] = signed(values[i]);
		o[30 + i] = wide(bitcast<u32>(values[i]));
		o[40 + i] = assigned(values[i]);
	}
	for (var i = 0u; i < 4; i++) {
		o[50 + i] = signed(key[i] % 4);
		o[54 + i] = wide(bitcast<u32>(key[i]) | 0x80000000);
		o[58 + i] = assigned(key[i] % 4);
	}
	for (var i = -2; i < 3; i++) {
		switch i { case -1: { continue; } case -2: { o[70] += 1; } case 1: { o[71] += 1; } default: { o[72] += 1; } }
		o[73] += 1;
	}
}
