#version 450
#extension GL_EXT_demote_to_helper_invocation : require
// Whether an invocation is a helper by now, after a demote too: it writes nothing, but
// its neighbours see its values.
layout(location = 0) out vec4 color;
float mark() { return helperInvocationEXT() ? 8.0 : 1.0; }
void main() {
    float before = mark();
    if (int(gl_FragCoord.x) % 4 == 1) demote;
    float after = mark();
    color = vec4(before, abs(dFdx(after)), after, 1.0);
}
