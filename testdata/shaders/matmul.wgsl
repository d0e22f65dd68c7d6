// Matrix product C = alpha * A * B + beta * C, tile by tile through shared
// memory. Sizes need not be multiples of the tile.

override tile_size: u32 = 16;

struct Sizes {
    rows: u32,    // of A and C
    inner: u32,   // columns of A, rows of B
    columns: u32, // of B and C
    alpha: f32,
    beta: f32,
}

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

var<workgroup> a_tile: array<f32, tile_size * tile_size>;
var<workgroup> b_tile: array<f32, tile_size * tile_size>;

fn a_at(row: u32, column: u32) -> f32 {
    if row < sizes.rows && column < sizes.inner {
        return a[row * sizes.inner + column];
    }
    return 0.0;
}

fn b_at(row: u32, column: u32) -> f32 {
    if row < sizes.inner && column < sizes.columns {
        return b[row * sizes.columns + column];
    }
    return 0.0;
}

@compute @workgroup_size(tile_size, tile_size)
fn main(
    @builtin(global_invocation_id) global: vec3u,
    @builtin(local_invocation_id) local: vec3u,
) {
    let row = global.y;
    let column = global.x;
    let slot = local.y * tile_size + local.x;
    let tiles = (sizes.inner + tile_size - 1u) / tile_size;

    var sum = 0.0;
    for (var t = 0u; t < tiles; t++) {
        a_tile[slot] = a_at(row, t * tile_size + local.x);
        b_tile[slot] = b_at(t * tile_size + local.y, column);
        workgroupBarrier();
        for (var k = 0u; k < tile_size; k++) {
            sum = fma(a_tile[local.y * tile_size + k], b_tile[k * tile_size + local.x], sum);
        }
        workgroupBarrier();
    }

    if row < sizes.rows && column < sizes.columns {
        let i = row * sizes.columns + column;
        c[i] = sizes.alpha * sum + sizes.beta * c[i];
    }
}
