#ifdef GL_ES
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
precision mediump int;
#endif
#define PI 3.1415926535897932384626433832795
#define saturate(x) clamp(x, 0.0, 1.0)
uniform vec2 u_resolution;
uniform vec2 u_mouse;
uniform float u_time;
uniform sampler2D u_tex0;
varying vec4 v_color;
varying vec2 v_uv;
mat2 rotate2d(in float a) { return mat2(cos(a), -sin(a), sin(a), cos(a)); }
float box(in vec2 st, in vec2 size) {
    size = vec2(0.5) - size * 0.5;
    vec2 uv = smoothstep(size, size + vec2(0.001), st);
    uv *= smoothstep(size, size + vec2(0.001), vec2(1.0) - st);
    return uv.x * uv.y;
}
float cross_(in vec2 st, float size) { return box(st, vec2(size, size / 4.)) + box(st, vec2(size / 4., size)); }
float random(vec2 st) { return fract(sin(dot(st.xy, vec2(12.9898, 78.233))) * 43758.5453123); }
void main() {
    vec2 st = gl_FragCoord.xy / u_resolution.xy;
    vec3 color = vec3(0.0);
    st -= vec2(0.5);
    st = rotate2d(sin(u_time) * PI) * st;
    st += vec2(0.5);
    color += vec3(cross_(st, 0.4)) + saturate(random(st));
    const int N = 8;
    float acc[N];
    for (int i = 0; i < N; i++) { acc[i] = float(i) / float(N); }
    float s = .0;
    for (float f = 0.; f < 1.; f += .125) { s += acc[int(f * 8.)]; if (s > 2.) break; }
    gl_FragColor = vec4(color, 1.0) * v_color * texture2D(u_tex0, v_uv, -1.0) + s;
    gl_FragColor.rgb *= gl_FragColor.a;
}
