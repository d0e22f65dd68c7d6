// Package hlsl writes modules as HLSL for FXC (shader models 5.0 and 5.1) and DXC (6.0 to
// 6.8), so that it reads as if a person had written it: the names that authors gave, for
// and while loops, methods of textures and buffers, no needless parentheses. The text means
// the same under DXC's -HV 2018 and later; with 16-bit types it needs -enable-16bit-types.
//
// # Matrices
//
// A matrix of C columns with R rows is a floatCxR, whose rows are the columns:
// m[i] is column i, constructors take columns, and products exchange their
// operands, mul(v, m) for m * v. In constant buffers matrices are row_major, so
// that each column is contiguous. Matrices whose columns are closer together
// than 16 bytes are stored there as one vector for each column.
//
// # Buffers
//
// Storage buffers are ByteAddressBuffer and RWByteAddressBuffer: an access computes its
// offset and loads or stores a scalar or vector, by Load<T> from shader model 6.2 on.
// Larger values have functions load_T and store_T. Uniform buffers and immediates are
// cbuffers that hold one variable; structs that lie in them have padding if the packing of
// constant buffers would put a member elsewhere. One that padding doesn't help is an array
// of words (uint4).
//
// # Inputs and outputs
//
// User-defined inputs and outputs have the semantic LOCn, n being the location (see
// Options.Semantic), outputs of fragment shaders SV_Targetn. A module that was read from HLSL
// keeps its semantics, their order and its registers. Stages are linked by register,
// so values between vertex and fragment stage have one order: the position, locations in
// ascending order, then other built-in values. A struct of the author's in another order
// gets a copy, and a fragment shader without the position gets one. If the fragment stage
// reads some locations only, Options.VertexOutputs removes the others.
//
// # Other stages
//
// Geometry, hull, domain, mesh (6.5), amplification (6.5) and ray-tracing shaders (libraries,
// 6.3) have a function with the author's code, whose inputs and outputs are static variables,
// and an entry point that copies parameters to them and back. Positions are in Direct3D's clip
// space in these variables; accesses convert them.
//
//   - Outputs of a mesh shader are groupshared, and the entry point copies them behind a barrier.
//   - A tessellation control shader runs as the hull shader's function, for one control point, and
//     in the patch-constant function for all, which has the outputs of each. The domain is in
//     the module's evaluation shader or Options.Domain, the number of control points that are
//     taken in Options.PatchVertices.
//   - A payload is the one member of a struct. Those of task shaders are as they are, if they
//     are structs.
//   - A shader record is a constant buffer in a space of its own, for a local root signature.
//   - Inputs per primitive stand behind those per vertex, and fill a register each.
//   - In a module of one shader, inputs and outputs at locations keep their registers if nothing
//     uses them.
//
// Errors name the features that are refused: points of a mesh, outputs of more than 128 numbers,
// doubles and bools at locations, effects and subgroup operations in control shaders, outputs of
// other control points that are read without a barrier behind all writes, outputs of a patch
// that are read behind a barrier, more than 28 KiB of outputs and workgroup memory in a mesh
// shader, several payloads of a shader, cull masks, and corners of a hit triangle.
//
// # Resources
//
// Group and binding are space and register, unless a binding map has another place. Shader
// model 5.0 has no spaces: there, registers of each class are numbered in the order of
// group and binding. The reflection lists the places.
package hlsl
