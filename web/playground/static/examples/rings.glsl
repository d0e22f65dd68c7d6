// Rings that breathe, as Shadertoy has its images.
void mainImage(out vec4 color, in vec2 pixel) {
    vec2 at = (2.0 * pixel - iResolution.xy) / iResolution.y;
    float r = length(at);
    float a = atan(at.y, at.x);
    float ring = sin(14.0 * r - 3.0 * iTime + 2.0 * sin(3.0 * a + iTime));
    vec3 base = 0.5 + 0.5 * cos(6.2831 * (r * 0.5 + vec3(0.0, 0.33, 0.67)) + iTime);
    color = vec4(base * smoothstep(-0.2, 0.6, ring), 1.0);
}
