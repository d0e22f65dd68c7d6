// Exposure, a filmic tone curve, a vignette and dithering, from a linear image
// into a storage texture that is shown on the screen.

struct Settings {
    exposure: f32, // in stops
    vignette: f32,
    frame: u32,
    curve: u32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var linear_image: texture_2d<f32>;
@group(0) @binding(2) var screen: texture_storage_2d<rgba8unorm, write>;

const curve_reinhard = 0u;
const curve_aces = 1u;

// Narkowicz's fit of the ACES curve.
fn aces(x: vec3f) -> vec3f {
    return saturate((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}

fn reinhard(x: vec3f) -> vec3f {
    let luminance = dot(x, vec3f(0.2126, 0.7152, 0.0722));
    return x / (1.0 + luminance);
}

fn encode_srgb(x: vec3f) -> vec3f {
    let low = 12.92 * x;
    let high = 1.055 * pow(x, vec3f(1.0 / 2.4)) - 0.055;
    return select(high, low, x <= vec3f(0.0031308));
}

// Interleaved gradient noise, which moves on with each frame.
fn dither(pixel: vec2u, frame: u32) -> f32 {
    let p = vec2f(pixel) + 5.588238 * f32(frame % 64);
    return fract(52.9829189 * fract(dot(p, vec2f(0.06711056, 0.00583715)))) - 0.5;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(screen);
    if any(id.xy >= size) {
        return;
    }
    var color = textureLoad(linear_image, id.xy, 0).rgb * exp2(settings.exposure);

    let from_center = (vec2f(id.xy) + 0.5) / vec2f(size) - 0.5;
    color *= 1.0 - settings.vignette * dot(from_center, from_center);

    switch settings.curve {
        case curve_reinhard: {
            color = reinhard(color);
        }
        case curve_aces: {
            color = aces(color);
        }
        default: {
            color = saturate(color);
        }
    }

    let encoded = encode_srgb(color) + dither(id.xy, settings.frame) / 255.0;
    textureStore(screen, id.xy, vec4f(encoded, 1.0));
}
