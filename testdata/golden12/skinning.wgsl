// A skinned mesh: up to four joints move each vertex, and a blend shape that was
// packed into 16-bit halves is added first.

struct Camera {
    view_projection: mat4x4f,
    position: vec3f,
}

struct Instance {
    transform: mat4x4f,
    first_joint: u32,
    shape_weight: f32,
}

struct Vertex {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) joints: vec4u,
    @location(4) weights: vec4f,
}

struct Varyings {
    @builtin(position) clip: vec4f,
    @location(0) normal: vec3f,
    @location(1) uv: vec2f,
    @location(2) to_camera: vec3f,
    @location(3) @interpolate(flat) instance: u32,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(1) @binding(0) var<storage, read> instances: array<Instance>;
@group(1) @binding(1) var<storage, read> joint_matrices: array<mat4x4f>;
@group(1) @binding(2) var<storage, read> shape_offsets: array<vec2u>;

fn skin_matrix(first: u32, joints: vec4u, weights: vec4f) -> mat4x4f {
    var sum = mat4x4f();
    for (var i = 0; i < 4; i++) {
        if weights[i] > 0.0 {
            sum += joint_matrices[first + joints[i]] * weights[i];
        }
    }
    return sum;
}

fn shape_offset(vertex: u32) -> vec3f {
    let bits = shape_offsets[vertex];
    return vec3f(unpack2x16float(bits.x), unpack2x16float(bits.y).x);
}

@vertex
fn main(
    in: Vertex,
    @builtin(vertex_index) vertex: u32,
    @builtin(instance_index) index: u32,
) -> Varyings {
    let instance = &instances[index];
    let skin = (*instance).transform * skin_matrix((*instance).first_joint, in.joints, in.weights);
    let shaped = in.position + (*instance).shape_weight * shape_offset(vertex);
    let world = skin * vec4f(shaped, 1.0);
    return Varyings(
        camera.view_projection * world,
        normalize((skin * vec4f(in.normal, 0.0)).xyz),
        in.uv,
        camera.position - world.xyz,
        index,
    );
}
