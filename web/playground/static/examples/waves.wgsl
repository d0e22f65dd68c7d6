// Waves of two colours. Members called time and resolution are set for each picture.
struct Frame {
    resolution: vec2f,
    time: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;

const layers = 5;

fn wave(x: f32, i: f32) -> f32 {
    return 0.12 * sin(x * (2.0 + i) + frame.time * (0.6 + 0.3 * i)) + 0.05 * sin(x * 7.0 - frame.time);
}

@fragment
fn paint(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let at = (pixel.xy - 0.5 * frame.resolution) / frame.resolution.y;
    var color = mix(vec3f(0.05, 0.07, 0.18), vec3f(0.55, 0.25, 0.45), at.y + 0.5);
    for (var i = 0; i < layers; i++) {
        let level = f32(i);
        let edge = wave(at.x * 1.5, level) + 0.12 * level - 0.2;
        let depth = smoothstep(0.0, 0.006, at.y - edge);
        color = mix(color, mix(vec3f(0.1, 0.5, 0.7), vec3f(0.95, 0.7, 0.35), level / f32(layers)), 0.55 * depth);
    }
    return vec4f(color, 1.0);
}
