#version 110

uniform vec2 frame_size;

uniform vec4 rect;

uniform float radius;

uniform float stroke_width;

uniform vec4 fill_color;

uniform vec4 stroke_color;

float distance_of(vec2 p, vec2 half_size, float r) {
    vec2 d = abs(p) - half_size + r;
    return length(max(d, vec2(0.0))) + min(max(d.x, d.y), 0.0) - r;
}

void main() {
    vec4 color = vec4(0.0);
    vec2 p = vec2(gl_FragCoord.x, frame_size.y - gl_FragCoord.y);
    vec2 center = vec2(rect.x + rect.y, rect.z + rect.w) * 0.5;
    vec2 half_size = vec2(rect.y - rect.x, rect.w - rect.z) * 0.5;
    float d = distance_of(p - center, half_size, radius);
    vec4 c = mix(fill_color, stroke_color, smoothstep(-stroke_width - 0.5, -stroke_width + 0.5, d));
    color = vec4(c.xyz, c.w * (1.0 - smoothstep(-0.5, 0.5, d)));
    gl_FragColor = color;
}
