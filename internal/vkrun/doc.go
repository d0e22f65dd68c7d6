// Package vkrun runs SPIR-V on any Vulkan driver, without cgo: compute shaders, and
// fragment shaders on a target of a few pixels, with buffers, textures and samplers. It is
// made for tests, on software drivers (lavapipe, SwiftShader), so it favours plainness over
// speed: each run makes and destroys all of its objects. Tests import it, and
// cmd/refract-radv, which shows a driver's code for shaders.
//
// Descriptor types and the types of specialization constants are read from the SPIR-V, so
// that a job need not repeat them.
//
// # Faults of lavapipe
//
// Known faults of Mesa's software driver, up to version 22.3, for tests to avoid:
//   - It ends every loop after 65,535 iterations, silently.
//   - Values loaded from a buffer in the body of a loop can be 0 after the loop, for
//     invocations that left the loop before others did. It runs them in groups of eight,
//     and if a workgroup doesn't fill one, absent ones count too: x is 0 after do { x =
//     buffer[9]; } while (gl_LocalInvocationIndex == 4u) in a workgroup of one.
//   - A loop is taken to leave if its counter, just incremented from 0, is unsigned and
//     compared as at most 0: x is 1 after for (uint i = 0; i < 8;) { i++; if (i <= 0u) { x
//     = 1; break; } }.
//   - Its compiler needs functions of libm and libgcc among the global symbols of the
//     process, and calls address 0 if it finds none. Open loads both libraries.
//   - The y component of UnpackHalf2x16 is zero if its compiler knows the operand.
//   - The absolute value of a zero that its compiler knows keeps the sign.
//   - The result of OpSMod has the sign of the dividend.
//   - It refuses OpCopyLogical between structs without the same name, if one is a Block.
//   - It crashes on a product of two transposed matrices that are not square.
//   - The size of a texture's level is the size of the first invocation's level, for all in
//     its group.
//   - Up to version 25 at least, a fetch of a texel reads the level of the first invocation, for all
//     in its group.
//   - Up to version 25 at least, the level that textureQueryLod has isn't clamped if the sampler's least
//     and greatest level are the same.
//   - The derivative of a number that was loaded from a buffer behind a loop, or by an index
//     of the invocation's, may be wrong: it is not zero if all invocations have the same.
//   - Logarithms of slopes for the level of detail are linear between powers of two, and the level
//     that textureQueryLod has on a cube may be several levels off.
//   - It mirrors coordinates and not the places of texels, so that beyond an edge, on the
//     line between two texels, the nearest is the other one.
//   - sRGB is made linear by a polynomial that is off by up to a percent, which may be
//     more than a step of 8 bits.
//   - Up to version 25 at least, the corners of an intersected triangle are the corners of a
//     triangle of the first geometry, and the attributes of a committed hit in a box are
//     overwritten by the next intersection shader.
//   - It ends the process ("Cannot select: scalar_to_vector") if a shader gathers and also uses a cube
//     array: a.Gather(s, p) of a Texture2D beside GetDimensions of a TextureCubeArray.
//   - A module that is not valid may do anything, crash the process included.
package vkrun
