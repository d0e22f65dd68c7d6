package spirv

// LooseUniforms is the debug name of a block whose members are uniforms outside of blocks
// in the source, as front ends of GLSL name it (glslang, "relaxed Vulkan rules").
const LooseUniforms = "gl_DefaultUniformBlock"
