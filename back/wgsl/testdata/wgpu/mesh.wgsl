// A task shader picks tiles, and a mesh shader makes two triangles of each.
enable wgpu_mesh_shader;

struct Tiles {
    count: u32,
    scale: f32,
    visible: array<u32, 64>,
}

struct Picked {
    tiles: array<u32, 32>,
    bright: bool,
}

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
    @location(1) @interpolate(flat) tile: u32,
}

struct Face {
    @builtin(triangle_indices) corners: vec3u,
    @builtin(cull_primitive) hidden: bool,
    @per_primitive @location(2) color: vec4f,
    @per_primitive @location(3) @interpolate(flat) number: u32,
}

struct Mesh {
    @builtin(vertices) corners: array<Corner, 4>,
    @builtin(primitives) faces: array<Face, 2>,
    @builtin(vertex_count) corner_count: u32,
    @builtin(primitive_count) face_count: u32,
}

struct FaceInput {
    @per_primitive @location(2) color: vec4f,
    @per_primitive @location(3) @interpolate(flat) number: u32,
}

@group(0) @binding(0) var<storage, read> tiles: Tiles;
var<task_payload> picked: Picked;
var<workgroup> counter: atomic<u32>;
var<workgroup> mesh: Mesh;

@task @payload(picked) @workgroup_size(32)
fn pick(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) index: u32) -> @builtin(mesh_task_size) vec3u {
    if id.x < tiles.count && tiles.visible[id.x] != 0u {
        picked.tiles[atomicAdd(&counter, 1u)] = id.x;
    }
    if index == 0u {
        picked.bright = tiles.scale > 1.0;
    }
    workgroupBarrier();
    return vec3u(atomicLoad(&counter), 1u, 1u);
}

fn corner(tile: u32, index: u32) -> vec2f {
    return vec2f(f32(tile % 8u + index % 2u), f32(tile / 8u + index / 2u)) * tiles.scale;
}

@mesh(mesh) @payload(picked) @workgroup_size(4)
fn make(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let tile = picked.tiles[group.x];
    let p = corner(tile, index);
    mesh.corner_count = 4u;
    mesh.face_count = 2u;
    mesh.corners[index].position = vec4f(p, 0.5, 1.0);
    mesh.corners[index].uv = p;
    mesh.corners[index].tile = tile;
    if index < 2u {
        mesh.faces[index].corners = vec3u(index, index + 1u, 2u);
        mesh.faces[index].hidden = !picked.bright;
        mesh.faces[index].color = vec4f(p, 0.0, 1.0);
        mesh.faces[index].number = index;
    }
}

@fragment
fn shade(corner: Corner, face: FaceInput) -> @location(0) vec4f {
    return face.color * f32(face.number + corner.tile) + vec4f(corner.uv, 0.0, 1.0);
}
