// Package hlsl writes modules as HLSL for FXC (shader models 5.0 and 5.1) and DXC (6.0 to
// 6.7), so that it reads as if a person had written it: the names that authors gave, for
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
// Options.Semantic), outputs of fragment shaders SV_Targetn. Stages are linked by register,
// so values between vertex and fragment stage have one order: the position, locations in
// ascending order, then other built-in values. A struct of the author's in another order
// gets a copy, and a fragment shader without the position gets one. If the fragment stage
// reads some locations only, Options.VertexOutputs removes the others.
//
// # Resources
//
// Group and binding are space and register, unless a binding map has another place. Shader
// model 5.0 has no spaces: there, registers of each class are numbered in the order of
// group and binding. The reflection lists the places.
package hlsl
