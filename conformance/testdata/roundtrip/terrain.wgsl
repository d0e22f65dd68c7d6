struct Terrain {
    view_projection: mat4x4f,
    origin: vec2f,
    cell_size: f32,
    height: f32,
    cells: u32,
    octaves: i32,
}

struct VertexOutput {
    @builtin(position) clip: vec4f,
    @location(0) normal: vec3f,
    @location(1) height: f32,
    @location(2) @interpolate(flat) cell: u32,
}

@group(0) @binding(0) var<uniform> terrain: Terrain;

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> VertexOutput {
    var corners = array<vec2u, 6>(vec2u(), vec2u(0u, 1u), vec2u(1u, 0u), vec2u(1u, 0u), vec2u(0u, 1u), vec2u(1u));
    let cell = index / 6u;
    let t = max(terrain.cells, 1u);
    let corner = corners[index % 6u] + vec2u(cell % t, cell / t);
    let e = terrain.cell_size;
    let place = terrain.origin + vec2f(corner) * e;
    let height = elevation(place);
    let t_1 = vec2f(e, 0.0);
    let t_2 = vec2f(0.0, e);
    let t_3 = elevation(place + t_1) - elevation(place - t_1);
    let t_4 = elevation(place + t_2) - elevation(place - t_2);
    return VertexOutput(terrain.view_projection * vec4f(place.x, height, place.y, 1.0), normalize(vec3f(-t_3, 2.0 * e, -t_4)), height / terrain.height, cell);
}

@fragment
fn fragment_main(@location(0) normal: vec3f, @location(1) height: f32, @location(2) @interpolate(flat) cell: u32) -> @location(0) vec4f {
    var ground: vec3f;
    switch i32(clamp(height * 4.0, -2147483600.0, 2147483500.0)) {
        case 0: {
            ground = vec3f(0.12, 0.25, 0.45);
        }
        case 1: {
            ground = vec3f(0.2, 0.4, 0.1);
        }
        case 2, 3: {
            ground = vec3f(0.4, 0.35, 0.3);
        }
        default: {
            ground = vec3f(0.95);
        }
    }
    let steep = smoothstep(0.6, 0.8, normal.y);
    let light = 0.2 + 0.8 * max(dot(normalize(normal), vec3f(0.48, 0.64, 0.6)), 0.0);
    let checker = select(1.0, 0.97, (cell & 1u) == 0u);
    return vec4f(mix(vec3f(0.35, 0.3, 0.28), ground, steep) * light * checker, 1.0);
}

fn elevation(p: vec2f) -> f32 {
    var sum = 0.0;
    var amplitude = 0.5;
    var q = p * 0.01;
    for (var i = 0; i < terrain.octaves; i++) {
        sum += amplitude * noise(q);
        q = mat2x2f(0.8, 0.6, -0.6, 0.8) * q * 2.03;
        amplitude *= 0.5;
    }
    return sum * terrain.height;
}

fn noise(p: vec2f) -> f32 {
    let cell = vec2i(clamp(floor(p), vec2f(-2147483600.0), vec2f(2147483500.0)));
    let f = fract(p);
    let s = f * f * (3.0 - f * 2.0);
    let bottom = mix(hash(cell), hash(cell + vec2i(1, 0)), s.x);
    let top = mix(hash(cell + vec2i(0, 1)), hash(cell + 1), s.x);
    return mix(bottom, top, s.y);
}

fn hash(p: vec2i) -> f32 {
    let h = (bitcast<vec2u>(p).x * 668265261u) ^ (bitcast<vec2u>(p).y * 374761393u);
    let h_1 = (h ^ (h >> 15u)) * 2246822507u;
    return f32((h_1 ^ (h_1 >> 13u)) & 16777215u) / 16777215.0;
}
