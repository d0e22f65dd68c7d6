// A mesh shader without a task, whose workgroup has the size of an override, returns early.
enable wgpu_mesh_shader;

struct Point {
    @builtin(position) position: vec4f,
}

struct Dot {
    @builtin(point_index) index: u32,
}

struct Mesh {
    @builtin(vertex_count) points: u32,
    @builtin(primitive_count) dots: u32,
    @builtin(vertices) point: array<Point, 64>,
    @builtin(primitives) dot: array<Dot, 64>,
}

override size: u32 = 16u;
var<workgroup> mesh: Mesh;

@mesh(mesh) @workgroup_size(size)
fn main(@builtin(local_invocation_index) index: u32, @builtin(num_workgroups) groups: vec3u) {
    mesh.points = min(groups.x, 64u);
    mesh.dots = mesh.points;
    if index >= groups.x {
        return;
    }
    mesh.point[index].position = vec4f(f32(index) / 64.0, 0.0, 0.5, 1.0);
    mesh.dot[index].index = index;
}
