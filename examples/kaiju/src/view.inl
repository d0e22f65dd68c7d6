layout(set = 0, binding = 0) uniform View {
    mat4 view;
    mat4 projection;
    vec3 camera;
    float time;
};
