// Rays with the shaders that they call.
enable primitive_index;
enable wgpu_ray_tracing_pipeline;

struct Hits {
    count: u32,
    nearest: f32,
    normal: vec3f,
    missed: bool,
}

@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f>;
var<ray_payload> hits: Hits;
var<incoming_ray_payload> called: Hits;

@ray_generation
fn launch(@builtin(ray_invocation_id) id: vec3u, @builtin(num_ray_invocations) size: vec3u) {
    hits = Hits();
    let p = (vec2f(id.xy) + 0.5) / vec2f(size.xy);
    traceRay(scene, RayDesc(RAY_FLAG_CULL_BACK_FACING, 0xffu, 0.001, 100.0, vec3f(p, -1.0), vec3f(0.0, 0.0, 1.0)), &hits);
    result[id.x + id.y * size.x] = vec4f(hits.normal * hits.nearest, f32(hits.count));
}

@any_hit @incoming_payload(called)
fn candidate(@builtin(hit_kind) kind: u32, @builtin(geometry_index) geometry: u32, @builtin(ray_t_current_max) t: f32) {
    called.count += 1u + kind * geometry;
    called.nearest = min(called.nearest, t);
}

@closest_hit @incoming_payload(called)
fn nearest(@builtin(instance_index) instance: u32, @builtin(instance_custom_data) data: u32, @builtin(primitive_index) primitive: u32, @builtin(object_to_world) to_world: mat4x3f, @builtin(world_to_object) to_object: mat4x3f, @builtin(object_ray_origin) origin: vec3f, @builtin(object_ray_direction) direction: vec3f) {
    called.nearest = f32(instance + data + primitive);
    called.normal = to_world * vec4f(origin, 1.0) + to_object * vec4f(direction, 0.0);
}

@miss @incoming_payload(called)
fn missed(@builtin(world_ray_origin) origin: vec3f, @builtin(world_ray_direction) direction: vec3f, @builtin(ray_t_min) least: f32) {
    called.missed = true;
    called.normal = origin + direction * least;
}
