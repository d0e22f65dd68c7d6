#version 140

// A rectangle with round corners and a border, in pixels of the window.

uniform vec2 frame_size; // of the window
uniform vec4 rect;       // left, right, top, bottom
uniform float radius;
uniform float stroke_width;
uniform vec4 fill_color;
uniform vec4 stroke_color;

out vec4 color;

// distance_of is the distance of a point to the rectangle: below 0 inside.
float distance_of(vec2 p, vec2 half_size, float r) {
    vec2 d = abs(p) - half_size + r;
    return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0) - r;
}

void main() {
    vec2 p = vec2(gl_FragCoord.x, frame_size.y - gl_FragCoord.y);
    vec2 center = vec2(rect.x + rect.y, rect.z + rect.w) * 0.5;
    vec2 half_size = vec2(rect.y - rect.x, rect.w - rect.z) * 0.5;
    float d = distance_of(p - center, half_size, radius);
    vec4 c = mix(fill_color, stroke_color, smoothstep(-stroke_width - 0.5, -stroke_width + 0.5, d));
    color = vec4(c.rgb, c.a * (1.0 - smoothstep(-0.5, 0.5, d)));
}
