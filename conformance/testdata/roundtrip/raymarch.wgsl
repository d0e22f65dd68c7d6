struct Frame {
    resolution: vec2f,
    time: f32,
    fog: f32,
    eye: vec3f,
    look_at: vec3f,
}

struct Hit {
    distance: f32,
    material: i32,
}

@group(0) @binding(0) var<uniform> frame: Frame;

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4f(corner * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment_main(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let screen = (pixel.xy * 2.0 - frame.resolution) / frame.resolution.y * vec2f(1.0, -1.0);
    let forward = normalize(frame.look_at - frame.eye);
    let right = normalize(cross(forward, vec3f(0.0, 1.0, 0.0)));
    let up = cross(right, forward);
    let direction = normalize(mat3x3f(right, up, forward) * vec3f(screen, 1.8));
    let hit = march(frame.eye, direction);
    var color = vec3f(0.5, 0.7, 0.9) - 0.3 * max(direction.y, 0.0);
    if hit.material >= 0 {
        let p = frame.eye + direction * hit.distance;
        let n = normal_at(p);
        let direct = max(dot(n, vec3f(0.55708605, 0.7427814, -0.3713907)), 0.0) * shadow(p + n * 0.01, vec3f(0.55708605, 0.7427814, -0.3713907));
        let ambient = occlusion(p, n) * (0.5 + 0.5 * n.y);
        let lit = albedo(hit.material, p) * (vec3f(1.3, 1.2, 1.0) * direct + vec3f(0.5, 0.7, 0.9) * (ambient * 0.4));
        color = mix(lit, color, 1.0 - exp(-frame.fog * hit.distance * hit.distance));
    }
    return vec4f(sqrt(clamp(color, vec3f(), vec3f(1.0))), 1.0);
}

fn march(origin: vec3f, direction: vec3f) -> Hit {
    var travelled = 0.0;
    for (var i = 0; i < 128; i++) {
        let hit = scene(origin + direction * travelled);
        if hit.distance < 0.001 * travelled {
            return Hit(travelled, hit.material);
        }
        travelled += hit.distance;
        if travelled > 60.0 {
            break;
        }
    }
    return Hit(60.0, -1);
}

fn normal_at(p: vec3f) -> vec3f {
    return normalize(vec3f(1.0, -1.0, -1.0) * scene(p + vec3f(0.0005, -0.0005, -0.0005)).distance + vec3f(-1.0, -1.0, 1.0) * scene(p + vec3f(-0.0005, -0.0005, 0.0005)).distance + vec3f(-1.0, 1.0, -1.0) * scene(p + vec3f(-0.0005, 0.0005, -0.0005)).distance + vec3f(1.0) * scene(p + 0.0005).distance);
}

fn shadow(origin: vec3f, direction: vec3f) -> f32 {
    var t = 0.02;
    var light = 1.0;
    var loop_bound = vec2u(4294967295u);
    while t < 12.0 && light > 0.005 {
        if all(loop_bound == vec2u()) {
            break;
        }
        loop_bound = vec2u(loop_bound.x - 1u, loop_bound.y - select(0u, 1u, loop_bound.x == 0u));
        let h = scene(origin + direction * t).distance;
        light = min(light, 8.0 * h / t);
        t += clamp(h, 0.02, 0.4);
    }
    return clamp(light, 0.0, 1.0);
}

fn occlusion(p: vec3f, n: vec3f) -> f32 {
    var blocked = 0.0;
    var weight = 1.0;
    for (var i = 1; i <= 5; i++) {
        let reach = 0.06 * f32(i);
        blocked += weight * (reach - scene(p + n * reach).distance);
        weight *= 0.8;
    }
    return clamp(1.0 - 2.0 * blocked, 0.0, 1.0);
}

fn albedo(material: i32, p: vec3f) -> vec3f {
    switch material {
        case 0: {
            let squares = floor(p.x) + floor(p.z);
            return vec3f(select(0.25, 0.6, fract(squares * 0.5) < 0.25));
        }
        case 1: {
            return vec3f(0.8, 0.3, 0.15);
        }
        case 2: {
            return vec3f(0.2, 0.5, 0.8);
        }
        default: {
            return vec3f();
        }
    }
}

fn scene(p: vec3f) -> Hit {
    let s = sin(frame.time);
    let c = cos(frame.time);
    let body = smooth_union(rounded_box(vec3f(mat2x2f(c, s, -s, c) * p.xz, p.y).xzy - vec3f(0.0, 1.0, 0.0), vec3f(0.6), 0.1), sphere(p - vec3f(0.0, 1.8 + 0.3 * s, 0.0), 0.5), 0.4);
    return nearer(nearer(Hit(p.y, 0), Hit(body, 1)), Hit(torus(p - vec3f(0.0, 1.0, 0.0), vec2f(1.8, 0.15)), 2));
}

fn rounded_box(p: vec3f, size: vec3f, rounding: f32) -> f32 {
    let q = abs(p) - size;
    return length(max(q, vec3f())) + min(max(q.x, max(q.y, q.z)), 0.0) - rounding;
}

fn sphere(p: vec3f, radius: f32) -> f32 {
    return length(p) - radius;
}

fn smooth_union(a: f32, b: f32, k: f32) -> f32 {
    let h = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0);
    return mix(b, a, h) - k * h * (1.0 - h);
}

fn nearer(a: Hit, b: Hit) -> Hit {
    if a.distance < b.distance {
        return a;
    }
    return b;
}

fn torus(p: vec3f, radius: vec2f) -> f32 {
    return length(vec2f(length(p.xz) - radius.x, p.y)) - radius.y;
}
