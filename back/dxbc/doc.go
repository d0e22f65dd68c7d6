// Package dxbc writes modules as Direct3D bytecode of shader models 4.0, 4.1, 5.0 and 5.1: the
// containers that FXC makes of HLSL, and Direct3D 10 to 12 load. Vertex, geometry, tessellation,
// fragment and compute shaders are written; a container holds one entry point. For feature level 9
// containers of vertex and fragment shaders hold a program of shader model 2, too.
//
// # Resources, inputs and outputs
//
// Registers of resources, semantics and the order of inputs and outputs equal the ones of package
// hlsl, so that hosts treat both alike: group and binding are space and register, or before
// shader model 5.1, which has no spaces, registers of each class are numbered in the order of
// group and binding, over all entry points of the module. Uniform buffers are constant buffers,
// storage buffers are raw buffers. User-defined inputs and outputs have the semantic LOCn, n being
// the location, and outputs of fragment shaders SV_Targetn. Inputs and outputs of the same
// interpolation share registers as FXC packs them: stages are linked by register.
//
// A tessellation control shader is a hull shader of two phases: one runs its function for a control
// point and keeps that, the other runs it for each, behind all of them, and keeps the outputs of the
// patch. Control shaders with which that makes a difference are refused, as package hlsl does.
//
// # Code
//
// The module goes through the SSA form. Instructions work on registers of four components with
// swizzles, write masks and modifiers; scalars share registers. Floats may be reassociated by
// drivers (the flag refactoringAllowed) unless the module or the caller is strict.
//
// Errors name the features that are refused: other stages, tessellation, compute shaders and storage
// buffers before 5.0, 16-bit floats, subgroup operations, and indices of arrays of resources that aren't
// constant before 5.1.
package dxbc
