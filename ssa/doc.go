// Package ssa is the SSA form of shaders, on which the optimizer works.
//
// A [Shader] has module-level declarations (types, constants, overrides), which
// it keeps as an [ir.Module], variables with modes, and functions. A [Function]
// is flat: instructions, their sources and the nodes of its control flow are
// records in slices, named by dense handles. An instruction has at most one
// result, and the handle of the instruction is the handle of the value.
//
// Control flow is a tree. A list holds nodes: blocks, ifs, switches and loops;
// it begins and ends with a block, and between two blocks stands exactly one
// other node. Predecessors are kept in step by this package's editing functions
// (files cf*.go), and a phi has one source per predecessor, in their order.
// Passes never write edges.
//
// A function that comes from a language without a tree is built in flat form, blocks that
// lead to each other, and made a tree of by one pass: see flat.go and
// [Shader.NewFlatFunction].
//
// Scalars and vectors are typeless. They have components and a bit size; their type has
// both and hints at the scalar kind, which the opcodes that use the value need not agree
// with. Verification compares components and sizes only. Structs, arrays, matrices,
// pointers and resources are whole values whose type is exact.
//
// The row of package ssa/op defines the whole meaning of an opcode.
package ssa
