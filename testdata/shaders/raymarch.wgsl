// A scene of signed distance fields, marched per pixel: soft shadows, ambient
// occlusion and fog on a full-screen triangle.

struct Frame {
    resolution: vec2f,
    time: f32,
    fog: f32,
    eye: vec3f,
    look_at: vec3f,
}

@group(0) @binding(0) var<uniform> frame: Frame;

struct Hit {
    distance: f32,
    material: i32,
}

const far = 60.0;
const closest = 0.001;
const ground_material = 0;
const body_material = 1;
const ring_material = 2;

fn sphere(p: vec3f, radius: f32) -> f32 {
    return length(p) - radius;
}

fn rounded_box(p: vec3f, size: vec3f, rounding: f32) -> f32 {
    let q = abs(p) - size;
    return length(max(q, vec3f(0.0))) + min(max(q.x, max(q.y, q.z)), 0.0) - rounding;
}

fn torus(p: vec3f, radius: vec2f) -> f32 {
    return length(vec2f(length(p.xz) - radius.x, p.y)) - radius.y;
}

fn smooth_union(a: f32, b: f32, k: f32) -> f32 {
    let h = saturate(0.5 + 0.5 * (b - a) / k);
    return mix(b, a, h) - k * h * (1.0 - h);
}

fn nearer(a: Hit, b: Hit) -> Hit {
    if a.distance < b.distance {
        return a;
    }
    return b;
}

fn scene(p: vec3f) -> Hit {
    let s = sin(frame.time);
    let c = cos(frame.time);
    let turned = vec3f(mat2x2f(c, s, -s, c) * p.xz, p.y).xzy;
    let body = smooth_union(
        rounded_box(turned - vec3f(0.0, 1.0, 0.0), vec3f(0.6), 0.1),
        sphere(p - vec3f(0.0, 1.8 + 0.3 * s, 0.0), 0.5),
        0.4,
    );
    var hit = Hit(p.y, ground_material);
    hit = nearer(hit, Hit(body, body_material));
    return nearer(hit, Hit(torus(p - vec3f(0.0, 1.0, 0.0), vec2f(1.8, 0.15)), ring_material));
}

fn march(origin: vec3f, direction: vec3f) -> Hit {
    var travelled = 0.0;
    for (var i = 0; i < 128; i++) {
        let hit = scene(origin + direction * travelled);
        if hit.distance < closest * travelled {
            return Hit(travelled, hit.material);
        }
        travelled += hit.distance;
        if travelled > far {
            break;
        }
    }
    return Hit(far, -1);
}

fn normal_at(p: vec3f) -> vec3f {
    const k = vec2f(1.0, -1.0);
    const e = 0.0005;
    return normalize(
        k.xyy * scene(p + k.xyy * e).distance +
        k.yyx * scene(p + k.yyx * e).distance +
        k.yxy * scene(p + k.yxy * e).distance +
        k.xxx * scene(p + k.xxx * e).distance
    );
}

fn shadow(origin: vec3f, direction: vec3f) -> f32 {
    var light = 1.0;
    var t = 0.02;
    while t < 12.0 && light > 0.005 {
        let h = scene(origin + direction * t).distance;
        light = min(light, 8.0 * h / t);
        t += clamp(h, 0.02, 0.4);
    }
    return saturate(light);
}

fn occlusion(p: vec3f, n: vec3f) -> f32 {
    var blocked = 0.0;
    var weight = 1.0;
    for (var i = 1; i <= 5; i++) {
        let reach = 0.06 * f32(i);
        blocked += weight * (reach - scene(p + n * reach).distance);
        weight *= 0.8;
    }
    return saturate(1.0 - 2.0 * blocked);
}

fn albedo(material: i32, p: vec3f) -> vec3f {
    switch material {
        case ground_material: {
            let squares = floor(p.x) + floor(p.z);
            return vec3f(select(0.25, 0.6, fract(squares * 0.5) < 0.25));
        }
        case body_material: {
            return vec3f(0.8, 0.3, 0.15);
        }
        case ring_material: {
            return vec3f(0.2, 0.5, 0.8);
        }
        default: {
            return vec3f();
        }
    }
}

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4f(corner * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment_main(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    const sky = vec3f(0.5, 0.7, 0.9);
    let screen = (pixel.xy * 2.0 - frame.resolution) / frame.resolution.y * vec2f(1.0, -1.0);
    let forward = normalize(frame.look_at - frame.eye);
    let right = normalize(cross(forward, vec3f(0.0, 1.0, 0.0)));
    let up = cross(right, forward);
    let direction = normalize(mat3x3f(right, up, forward) * vec3f(screen, 1.8));

    let hit = march(frame.eye, direction);
    var color = sky - 0.3 * max(direction.y, 0.0);
    if hit.material >= 0 {
        let p = frame.eye + direction * hit.distance;
        let n = normal_at(p);
        let sun = normalize(vec3f(0.6, 0.8, -0.4));
        let direct = max(dot(n, sun), 0.0) * shadow(p + n * 0.01, sun);
        let ambient = occlusion(p, n) * (0.5 + 0.5 * n.y);
        let lit = albedo(hit.material, p) * (direct * vec3f(1.3, 1.2, 1.0) + ambient * 0.4 * sky);
        color = mix(lit, color, 1.0 - exp(-frame.fog * hit.distance * hit.distance));
    }
    return vec4f(sqrt(saturate(color)), 1.0);
}
