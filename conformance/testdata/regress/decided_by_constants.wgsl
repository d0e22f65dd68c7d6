// The right side of && and || isn't evaluated where a constant or an override on the
// left decides, nor are calls in it made.
// expect 0.0: 0 5 2 1 0 7 3 9

@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;

const no = false;
override off = false;
override on = true;
var<private> calls: u32;

fn call(x: bool) -> bool {
    calls++;
    return x;
}

fn taken() -> u32 {
    let n = calls;
    calls = 0;
    return n;
}

@compute @workgroup_size(1)
fn main() {
    if false && call(true) {
        o[7] = 1;
    }
    while no && call(true) {
        o[7] = 2;
    }
    for (var i = 0; i < 2 && (true || call(true)); i++) {
        let x = off && call(true);
        let y = on || call(false);
    }
    o[0] = taken();
    var r = 0u;
    if true && call(true) {
        r += 1;
    }
    if no || call(true) {
        r += 4;
    }
    o[1] = r;
    o[2] = taken();
    if on && call(true) && (off || call(false)) {
        o[7] = 3;
    }
    o[3] = taken() - 1;
    o[4] = u32(no && call(o[0] == 0) && call(true)) + u32(off && (on || call(true)));
    o[5] = taken() + 7;
    if on && (calls == 0 || call(true)) {
        o[6] = taken() + 3;
    }
    o[7] = 9;
}
