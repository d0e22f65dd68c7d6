// Shifts by the width of the type or more take the amount modulo it, also where what
// compilers of the output see of the amount is a constant.
// expect 0.0: 800000 800000 100 ffffff00 2 8 80000000 1

@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;

var<private> constant: u32 = 719835095u;
override by = 33u;
const table = array(35u, 63u);

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) lane: u32) {
    o[0] = 1u << constant;
    o[1] = (lane + 1u) << constant;
    o[2] = 0x80000000u >> constant;
    o[3] = bitcast<u32>(-2147483648 >> constant);
    o[4] = 1u << by;
    o[5] = 1u << table[lane];
    let v = vec2u(1u, 0x80000000u);
    o[6] = (v << vec2u(table[lane + 1u], 0u)).x;
    o[7] = (v >> vec2u(0u, table[lane + 1u])).y;
}
