#version 300 es
precision highp float;
uniform Waves { vec4 dirs[4]; float amp[4]; int count; bool on[4]; mat4 proj; };
uniform float time;
in vec3 pos;
out vec3 n;
out float foam;
invariant gl_Position;
void gerstner(in vec4 w, in vec3 p, inout vec3 tangent, inout vec3 binormal, out vec3 moved) {
    float steepness = w.z, k = 6.2831853 / w.w, c = sqrt(9.8 / k);
    vec2 d = normalize(w.xy);
    float f = k * (dot(d, p.xz) - c * time), a = steepness / k;
    tangent += vec3(-d.x * d.x * (steepness * sin(f)), d.x * (steepness * cos(f)), -d.x * d.y * (steepness * sin(f)));
    binormal += vec3(-d.x * d.y * (steepness * sin(f)), d.y * (steepness * cos(f)), -d.y * d.y * (steepness * sin(f)));
    moved = vec3(d.x * (a * cos(f)), a * sin(f), d.y * (a * cos(f)));
}
void main() {
    vec3 p = pos, t = vec3(1, 0, 0), b = vec3(0, 0, 1), m;
    for (int i = 0; i < 4; ++i) {
        if (i >= count || !on[i]) continue;
        gerstner(dirs[i], pos, t, b, m);
        p += m * amp[i];
    }
    n = normalize(cross(b, t));
    foam = clamp(1.0 - n.y, 0.0, 1.0);
    gl_Position = proj * vec4(p, 1);
    gl_PointSize = float(gl_VertexID % 3) + 1.;
}
