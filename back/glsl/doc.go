// Package glsl writes one entry point of a module as GLSL that reads as if an
// author had written it, for OpenGL (110, 120, 140 to 460), OpenGL ES (100, 300 to 320), WebGL
// 1 and 2, and in the form that Vulkan's compilers read (GL_KHR_vulkan_glsl).
//
// Write lists the transforms that a module goes through (legalize.go); package internal/back/text
// plans how each function reads; this package spells the plan. Section names in comments
// are the GLSL specification's.
//
// # Features that GLSL lacks
//
//   - Inputs and outputs are variables, by the names of the author. A name of GLSL or
//     SPIR-V (ir.Link) stays: columns of a matrix and elements of an array become
//     the one variable again, and an input or output without a location in the source
//     has none in the text, so that stages and hosts match the name. Inputs and
//     outputs between stages that the source matches by location (WGSL, SPIR-V, locations
//     in GLSL) are varying_0 and so on in versions without such locations, after the
//     location, and varying_0_1 after a component that isn't the first;
//     Options.VaryingNames keeps names of GLSL and SPIR-V there, too. A member of a block
//     of inputs or outputs is a variable named after block and member.
//   - Uniforms that GLSL has outside of blocks stay so, by their names, types and initial
//     values, except with Vulkan and Options.GatherUniforms, and a block
//     without an instance name has none here.
//   - A name that GLSL's versions reserve, or that begins with gl_, is changed by a rule
//     that depends on the name alone; Reflection has both names.
//   - A buffer is a block, named after its struct if values of the struct aren't needed.
//     Members are added if the host's layout requires it; a uniform block that no members
//     help is an array of words (uvec4).
//   - A texture has its sampler in it. One that is used with several samplers
//     becomes several uniforms: Reflection says which.
//   - A storage texture of bgra8unorm is one of rgba8 whose red and blue are swapped
//     in the shader: the host binds the same texels as that format.
//   - Pointer parameters are inout, or the function is copied for its arguments.
//   - Overridable constants get their values, or are specialization constants of Vulkan.
//   - Immediates are a uniform, but with Vulkan.
//   - In GLSL ES 1.00 a uniform buffer is a uniform outside any block, as with
//     Options.LooseUniforms elsewhere: Reflection lists its parts, with their offsets in
//     the buffer. Unsigned integers are int there, switches are ifs, arrays are assigned
//     element by element. Parts that the text doesn't keep, and loops and indices that
//     WebGL 1 rejects, are warnings, the latter errors if Options.WebGL is set.
//   - Operations that a version lacks are computed, or come with an #extension.
//   - A feature without any form is an *UnsupportedError.
package glsl
