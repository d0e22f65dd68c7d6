// Terrain without a vertex buffer: the vertex index picks a corner of a grid
// cell, fractal noise gives the height, and the slope gives the normal.

struct Terrain {
    view_projection: mat4x4f,
    origin: vec2f,
    cell_size: f32,
    height: f32,
    cells: u32,
    octaves: i32,
}

@group(0) @binding(0) var<uniform> terrain: Terrain;

struct Varyings {
    @builtin(position) clip: vec4f,
    @location(0) normal: vec3f,
    @location(1) height: f32,
    @location(2) @interpolate(flat) cell: u32,
}

// The corners of the two triangles of a cell.
const corners = array<vec2u, 6>(
    vec2u(0, 0), vec2u(0, 1), vec2u(1, 0),
    vec2u(1, 0), vec2u(0, 1), vec2u(1, 1),
);

fn hash(p: vec2i) -> f32 {
    var h = (bitcast<u32>(p.x) * 0x27d4eb2du) ^ (bitcast<u32>(p.y) * 0x165667b1u);
    h = (h ^ (h >> 15)) * 0x85ebca6bu;
    h ^= h >> 13;
    return f32(h & 0xffffffu) / 16777215.0;
}

fn noise(p: vec2f) -> f32 {
    let cell = vec2i(floor(p));
    let f = fract(p);
    let s = f * f * (3.0 - 2.0 * f);
    let bottom = mix(hash(cell), hash(cell + vec2i(1, 0)), s.x);
    let top = mix(hash(cell + vec2i(0, 1)), hash(cell + vec2i(1, 1)), s.x);
    return mix(bottom, top, s.y);
}

fn elevation(p: vec2f) -> f32 {
    const turn = mat2x2f(0.8, 0.6, -0.6, 0.8);
    var sum = 0.0;
    var amplitude = 0.5;
    var q = p * 0.01;
    for (var i = 0; i < terrain.octaves; i++) {
        sum += amplitude * noise(q);
        q = turn * q * 2.03;
        amplitude *= 0.5;
    }
    return sum * terrain.height;
}

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> Varyings {
    let cell = index / 6;
    let corner = corners[index % 6] + vec2u(cell % terrain.cells, cell / terrain.cells);
    let place = terrain.origin + vec2f(corner) * terrain.cell_size;

    let e = terrain.cell_size;
    let height = elevation(place);
    let slope = vec2f(
        elevation(place + vec2f(e, 0.0)) - elevation(place - vec2f(e, 0.0)),
        elevation(place + vec2f(0.0, e)) - elevation(place - vec2f(0.0, e)),
    );

    var out: Varyings;
    out.clip = terrain.view_projection * vec4f(place.x, height, place.y, 1.0);
    out.normal = normalize(vec3f(-slope.x, 2.0 * e, -slope.y));
    out.height = height / terrain.height;
    out.cell = cell;
    return out;
}

@fragment
fn fragment_main(in: Varyings) -> @location(0) vec4f {
    const sun = vec3f(0.48, 0.64, 0.6);
    var ground: vec3f;
    switch i32(in.height * 4.0) {
        case 0 {
            ground = vec3f(0.12, 0.25, 0.45);
        }
        case 1 {
            ground = vec3f(0.2, 0.4, 0.1);
        }
        case 2, 3 {
            ground = vec3f(0.4, 0.35, 0.3);
        }
        default {
            ground = vec3f(0.95);
        }
    }
    let steep = smoothstep(0.6, 0.8, in.normal.y);
    ground = mix(vec3f(0.35, 0.3, 0.28), ground, steep);
    let light = 0.2 + 0.8 * max(dot(normalize(in.normal), sun), 0.0);
    let checker = select(1.0, 0.97, (in.cell & 1u) == 0u);
    return vec4f(ground * light * checker, 1.0);
}
