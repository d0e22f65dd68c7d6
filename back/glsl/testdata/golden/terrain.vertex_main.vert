#version 450

struct Varyings {
    vec4 clip;
    vec3 normal;
    float height;
    uint cell;
};

const uvec2 corners[6] = uvec2[6](uvec2(0u), uvec2(0u, 1u), uvec2(1u, 0u), uvec2(1u, 0u), uvec2(0u, 1u), uvec2(1u));

layout(std140, binding = 0) uniform Terrain {
    mat4 view_projection;
    vec2 origin;
    float cell_size;
    float height;
    uint cells;
    int octaves;
} terrain;

layout(location = 0) out vec3 normal;
layout(location = 1) out float height;
layout(location = 2) flat out uint cell;

float hash(ivec2 p) {
    uint h = (uint(p.x) * 668265261u) ^ (uint(p.y) * 374761393u);
    h = (h ^ (h >> 15u)) * 2246822507u;
    h ^= h >> 13u;
    return float(h & 16777215u) / 16777215.0;
}

float noise(vec2 p) {
    ivec2 cell = ivec2(clamp(floor(p), -2147483600.0, 2147483500.0));
    vec2 f = fract(p);
    vec2 s = f * f * (3.0 - 2.0 * f);
    float bottom = mix(hash(cell), hash(cell + ivec2(1, 0)), s.x);
    float top = mix(hash(cell + ivec2(0, 1)), hash(cell + 1), s.x);
    return mix(bottom, top, s.y);
}

float elevation(vec2 p) {
    float sum = 0.0;
    float amplitude = 0.5;
    vec2 q = p * 0.01;
    for (int i = 0; i < terrain.octaves; i++) {
        sum += amplitude * noise(q);
        q = mat2(0.8, 0.6, -0.6, 0.8) * q * 2.03;
        amplitude *= 0.5;
    }
    return sum * terrain.height;
}

void main() {
    uint cell_1 = uint(gl_VertexID) / 6u;
    uvec2 corner = corners[uint(gl_VertexID) % 6u] + uvec2(cell_1 % max(terrain.cells, 1u), cell_1 / max(terrain.cells, 1u));
    vec2 place = terrain.origin + vec2(corner) * terrain.cell_size;
    float e = terrain.cell_size;
    float height_1 = elevation(place);
    vec2 slope = vec2(elevation(place + vec2(e, 0.0)) - elevation(place - vec2(e, 0.0)), elevation(place + vec2(0.0, e)) - elevation(place - vec2(0.0, e)));
    Varyings out_1 = Varyings(vec4(0.0), vec3(0.0), 0.0, 0u);
    out_1.clip = terrain.view_projection * vec4(place.x, height_1, place.y, 1.0);
    out_1.normal = normalize(vec3(-slope.x, 2.0 * e, -slope.y));
    out_1.height = height_1 / terrain.height;
    out_1.cell = cell_1;
    vec4 t = out_1.clip;
    gl_Position = vec4(t.x, -t.y, t.z * 2.0 - t.w, t.w);
    normal = out_1.normal;
    height = out_1.height;
    cell = out_1.cell;
}
