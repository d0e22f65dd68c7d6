// Every mistake is shown at once, where it is.
struct Light {
    direction: vec3f,
    strength: f32,
}

@group(0) @binding(0) var<uniform> light: Light;

fn shade(normal: vec3f) -> f32 {
    return max(dot(normal, light.dir), 0) * light.strength;
}

@fragment
fn main(@location(0) normal: vec3f) -> @location(0) vec4f {
    let brightness = shade(normalise(normal));
    let unused = 1;
    return vec4f(color, brightness * 2u);
}
