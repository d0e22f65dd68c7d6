struct View {
    center: vec2f,
    scale: f32,
    limit: u32,
}

struct Escape {
    steps: u32,
    magnitude: f32,
}

@group(0) @binding(1) var picture: texture_storage_2d<rgba16float, write>;
@group(0) @binding(0) var<uniform> view: View;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(picture);
    if id.x >= size.x || id.y >= size.y {
        return;
    }
    let half = vec2f(size) * 0.5;
    let c = view.center + (vec2f(id.xy) + 0.5 - half) / half.y * view.scale;
    let escape = iterate(c);
    var color: vec3f;
    if escape.steps < view.limit {
        let smooth_steps = f32(escape.steps) + 1.0 - log2(0.5 * log2(max(escape.magnitude, 1.0001)));
        color = palette(sqrt(max(smooth_steps, 0.0)) * 0.1);
    }
    textureStore(picture, id.xy, vec4f(color, 1.0));
}

fn iterate(c: vec2f) -> Escape {
    if surely_inside(c) {
        return Escape(view.limit, 0.0);
    }
    var z: vec2f;
    var steps = 0u;
    loop {
        let magnitude = dot(z, z);
        if magnitude > 64.0 {
            return Escape(steps, magnitude);
        }
        z = square(z) + c;
        continuing {
            steps++;
            break if steps >= view.limit;
        }
    }
    return Escape(steps, dot(z, z));
}

fn palette(t: f32) -> vec3f {
    return 0.5 + cos((vec3f(t) + vec3f(0.0, 0.33, 0.67)) * 6.2831855) * 0.5;
}

fn surely_inside(c: vec2f) -> bool {
    let x = c.x - 0.25;
    let q = x * x + c.y * c.y;
    let t = c + vec2f(1.0, 0.0);
    return q * (q + x) <= 0.25 * c.y * c.y || dot(t, t) <= 0.0625;
}

fn square(z: vec2f) -> vec2f {
    return vec2f(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y);
}
