// Lines without an index of the invocation.
enable wgpu_mesh_shader;
enable clip_distances;

struct End {
    @builtin(position) position: vec4f,
    @builtin(clip_distances) distance: array<f32, 2>,
}

struct Line {
    @builtin(line_indices) ends: vec2u,
}

struct Mesh {
    @builtin(vertices) ends: array<End, 2>,
    @builtin(primitives) lines: array<Line, 1>,
    @builtin(vertex_count) end_count: u32,
    @builtin(primitive_count) line_count: u32,
}

var<workgroup> mesh: Mesh;

@mesh(mesh) @workgroup_size(1)
fn main() {
    mesh.end_count = 2u;
    mesh.line_count = 1u;
    for (var i = 0; i < 2; i++) {
        mesh.ends[i].position = vec4f(f32(i), 0.0, 0.5, 1.0);
        mesh.ends[i].distance[i] = 1.0;
    }
    mesh.lines[0].ends = vec2u(0u, 1u);
}
