// Minima and maxima of signed integers in a buffer, of unsigned ones in a workgroup's
// memory, with numbers whose highest bit is set.
struct Bounds {
    least: atomic<i32>,
    most: atomic<i32>,
}
@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> bounds: Bounds;
var<workgroup> low: atomic<u32>;
var<workgroup> high: array<atomic<u32>, 2>;
var<workgroup> deep: atomic<i32>;

fn widen(x: u32) {
    atomicMin(&low, x);
    atomicMax(&high[x & 1u], x);
    atomicMin(&deep, bitcast<i32>(x));
}

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    if i == 0u {
        atomicStore(&low, 0xffffffffu);
        atomicStore(&deep, 7i);
    }
    workgroupBarrier();
    atomicMin(&bounds.least, -9i - i32(i));
    atomicMax(&bounds.most, i32(i) - 2i);
    widen(i - 9u);
    widen(i + 3u);
    workgroupBarrier();
    if i == 0u {
        o[0] = atomicLoad(&low);
        o[1] = atomicLoad(&high[0]);
        o[2] = atomicLoad(&high[1]);
        o[3] = bitcast<u32>(atomicLoad(&deep));
    }
}
