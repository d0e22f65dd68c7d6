#version 450
// Points go to two streams, by the sign of their height.
layout(points, invocations = 2) in;
layout(points, max_vertices = 2) out;

layout(location = 0) in vec4 value[];
layout(location = 0, stream = 0) out vec4 above;
layout(location = 1, stream = 1) out vec4 below;

void main() {
    float y = gl_in[0].gl_Position.y;
    vec4 v = value[0] * float(gl_InvocationID + 1);
    if (y >= 0.0) {
        gl_Position = gl_in[0].gl_Position;
        gl_PointSize = 1.0;
        above = v;
        EmitStreamVertex(0);
        EndStreamPrimitive(0);
    } else {
        below = -v;
        EmitStreamVertex(1);
        EndStreamPrimitive(1);
    }
}
