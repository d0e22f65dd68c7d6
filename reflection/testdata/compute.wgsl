// Compute: storage, workgroup memory, overrides that sizes depend on.
enable subgroups;

@id(4) override width: u32 = 8;
override height: u32 = width * 2;
override gain: f32;
override fast: bool = true;
override stray: i32 = -3;

struct Item {
    key: u32,
    value: vec3<f32>,
    flags: array<u32, 3>,
}

struct List {
    count: atomic<u32>,
    items: array<Item>,
}

@group(0) @binding(0) var<storage, read_write> list: List;
@group(0) @binding(1) var<storage, read> scale: array<vec3f>;
@group(0) @binding(2) var image: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(4) var pixels: texture_storage_2d_array<bgra8unorm, write>;
@group(0) @binding(5) var count: texture_storage_1d<r32uint, read_write>;

var<workgroup> tile: array<vec3f, width * height>;
var<workgroup> total: atomic<u32>;
var<private> state: u32;

fn bump() -> u32 {
    state += u32(gain);
    return atomicAdd(&total, state);
}

@compute @workgroup_size(width, height, 2)
fn fill(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_size) size: u32) {
    tile[id.x] = scale[id.y] * f32(size);
    workgroupBarrier();
    let n = atomicAdd(&list.count, bump());
    if n < arrayLength(&list.items) {
        list.items[n].value = tile[0];
    }
    textureStore(image, id.xy, vec4f(subgroupAdd(1.0)));
    textureStore(pixels, id.xy, 0, vec4f());
}

@compute @workgroup_size(1)
fn tick() {
    if fast { textureStore(count, 0, textureLoad(count, 0) + vec4u(1)); }
}
