#version 110

attribute vec2 position;

void main() {
    vec4 position_1;
    position_1 = vec4(position, 0.0, 1.0);
    gl_Position = position_1;
}
