// Indices that are counters of loops, in bounds and past them.
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read> input: array<u32>;

var<private> cells: array<u32, 8>;

fn fill(limit: u32) {
    for (var i = 0u; i < min(limit, 8u); i++) {
        cells[i] = i * 3u + 1u;
    }
}

@compute @workgroup_size(1)
fn main() {
    var n = 0u;
    for (var k = 0; k < 8; k++) {
        fill(input[k]);
        for (var i = 7; i >= 0; i--) {
            out[n] = cells[i] + u32(i);
            n++;
        }
        for (var i = 6u; i > 0; i -= 2) {
            out[n] = cells[i - 1];
            n++;
        }
        for (var i = 0; i < k; i++) {
            for (var j = 0; j <= i && j < 7; j += 3) {
                out[n] = cells[j + 1] ^ cells[7 - j];
                n++;
            }
        }
        for (var i = -2; i <= 9; i++) {
            if i >= 0 && i < 8 {
                out[n] = cells[i];
            } else {
                out[n] = 77u;
            }
            n++;
        }
        for (var i = 0u; i != 8; i += 4) {
            out[n] = cells[i];
            n++;
            if input[k] == 5 {
                continue;
            }
            cells[i + 1] += 5u;
        }
    }
}
