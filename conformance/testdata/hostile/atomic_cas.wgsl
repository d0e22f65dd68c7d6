// Floats added by compare-exchange, a lock-free list, and all the operations.
struct Node {
    next: atomic<u32>,
    value: u32,
}
@group(0) @binding(0) var<storage, read_write> bits: array<atomic<u32>, 4>;
@group(0) @binding(1) var<storage, read_write> nodes: array<Node, 8>;
@group(0) @binding(2) var<storage, read_write> signed: array<atomic<i32>, 6>;
@group(0) @binding(3) var<storage, read_write> o: array<u32, 8>;
var<workgroup> head: atomic<u32>;
var<workgroup> total: atomic<i32>;
fn add_float(p: ptr<storage, atomic<u32>, read_write>, v: f32) -> f32 {
    var old = atomicLoad(p);
    loop {
        let want = bitcast<u32>(f32(old & 0xffu) + v);
        let r = atomicCompareExchangeWeak(p, old, want);
        if r.exchanged {
            return bitcast<f32>(r.old_value & 0x7fffffu);
        }
        old = r.old_value;
    }
}
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    if i == 0 {
        atomicStore(&bits[3], 7u);
    }
    storageBarrier();
    if i == 3 {
        let before = add_float(&bits[0], 2.0);
        o[1] = u32(before * 0.0);
    }
    loop {
        let old = atomicLoad(&head);
        atomicStore(&nodes[i].next, old & 0u);
        if atomicCompareExchangeWeak(&head, old, old + i + 1u).exchanged {
            break;
        }
    }
    atomicAdd(&total, -i32(i));
    atomicSub(&signed[0], i32(i));
    atomicMin(&signed[1], i32(i) - 4);
    atomicMax(&signed[2], i32(i) - 4);
    atomicAnd(&signed[3], ~(1i << i));
    atomicOr(&signed[4], 1i << (i + 24u));
    atomicXor(&signed[5], 1i << i);
    workgroupBarrier();
    if i == 0 {
        o[0] = atomicLoad(&head);
        o[2] = u32(atomicExchange(&total, 5) + atomicLoad(&total));
    }
}
