// Pointers bound by let, in loops, to elements whose index changes later.
@group(0) @binding(0) var<storage, read_write> o: array<array<u32, 4>, 4>;
@compute @workgroup_size(1)
fn main() {
    var i = 1u;
    let row = &o[i];
    i = 3u;
    let cell = &(*row)[i];
    i = 0u;
    *cell = 7u;
    (*row)[i] += *cell;
    var a = array(1u, 2u, 3u);
    var k = 0u;
    let q = &a[k];
    k = 2u;
    *q += 10u;
    a[k] += *q;
    let z = *q;
    *q = 0u;
    o[2][0] = a[0] + a[2] * 100u + z;
    for (var j = 0u; j < 3u; j++) {
        let e = &o[j][j];
        let old = *e;
        *e = old + j + 1u;
        if j == 1u {
            continue;
        }
        let f = e;
        *f *= 2u;
    }
    let all_ = &o;
    (*all_)[3][3] = (*all_)[0][0];
    o[3][1] = (*&a[1]) + all_[1][3];
}
