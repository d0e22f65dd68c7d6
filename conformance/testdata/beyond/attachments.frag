#version 450
// Input attachments of each kind: floats, integers, several samples, read in a function
// that gets one as a parameter, and several in an array.
layout(input_attachment_index = 1, set = 0, binding = 0) uniform subpassInput albedo;
layout(input_attachment_index = 0, set = 0, binding = 1) uniform isubpassInput numbers;
layout(input_attachment_index = 2, set = 0, binding = 2) uniform usubpassInput masks;
layout(input_attachment_index = 3, set = 0, binding = 3) uniform subpassInputMS samples;
layout(location = 0) out vec4 color;

vec4 twice(subpassInput s) { return 2.0 * subpassLoad(s); }

float sum() {
    float x = 0.0;
    for (int i = 0; i < 4; i++) x += subpassLoad(samples, i).x;
    return x;
}

void main() {
    color = twice(albedo) + vec4(subpassLoad(numbers) & 7) + vec4(subpassLoad(masks) & 15u);
    if (gl_FragCoord.x > 2.0) color.y += sum();
}
