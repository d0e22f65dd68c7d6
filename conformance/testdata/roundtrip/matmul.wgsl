struct Sizes {
    rows: u32,
    inner: u32,
    columns: u32,
    alpha: f32,
    beta: f32,
}

@id(0) override tile_size: u32 = 16u;

var<workgroup> a_tile: array<f32, tile_size * tile_size>;
var<workgroup> b_tile: array<f32, tile_size * tile_size>;
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;

@compute @workgroup_size(tile_size, tile_size)
fn main(@builtin(global_invocation_id) global: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) local_invocation_index: u32) {
    let t = tile_size * tile_size;
    var loop_bound = vec2u(4294967295u);
    for (var index = local_invocation_index; index < t; index += t) {
        if all(loop_bound == vec2u()) {
            break;
        }
        loop_bound = vec2u(loop_bound.x - 1u, loop_bound.y - select(0u, 1u, loop_bound.x == 0u));
        a_tile[index] = 0.0;
    }
    var loop_bound_1 = vec2u(4294967295u);
    for (var index = local_invocation_index; index < t; index += t) {
        if all(loop_bound_1 == vec2u()) {
            break;
        }
        loop_bound_1 = vec2u(loop_bound_1.x - 1u, loop_bound_1.y - select(0u, 1u, loop_bound_1.x == 0u));
        b_tile[index] = 0.0;
    }
    workgroupBarrier();
    let row = global.y;
    let column = global.x;
    let t_1 = local.y * tile_size;
    let slot = t_1 + local.x;
    let tiles = (sizes.inner + tile_size - 1u) / max(tile_size, 1u);
    var sum = 0.0;
    for (var t_2 = 0u; t_2 < tiles; t_2++) {
        let t = t - 1u;
        let t_3 = min(slot, t);
        let t_4 = t_2 * tile_size;
        a_tile[t_3] = a_at(row, t_4 + local.x);
        b_tile[t_3] = b_at(t_4 + local.y, column);
        workgroupBarrier();
        for (var k = 0u; k < tile_size; k++) {
            sum = fma(a_tile[min(t_1 + k, t)], b_tile[min(k * tile_size + local.x, t)], sum);
        }
        workgroupBarrier();
    }
    if row < sizes.rows && column < sizes.columns {
        let i = row * sizes.columns + column;
        let t = min(i, arrayLength(&c) - 1u);
        c[t] = sizes.alpha * sum + sizes.beta * c[t];
    }
}

fn a_at(row: u32, column: u32) -> f32 {
    if row < sizes.rows && column < sizes.inner {
        return a[min(row * sizes.inner + column, arrayLength(&a) - 1u)];
    }
    return 0.0;
}

fn b_at(row: u32, column: u32) -> f32 {
    if row < sizes.inner && column < sizes.columns {
        return b[min(row * sizes.columns + column, arrayLength(&b) - 1u)];
    }
    return 0.0;
}
