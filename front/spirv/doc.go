// Package spirv reads SPIR-V into a module.
//
// Words become a shader in SSA form, since SPIR-V is SSA: types, constants, globals and
// names become the shader's module (files types.go, constants.go, globals.go), functions
// become blocks in the flat form with their phis (function.go and the files beside it). The
// structurizer makes trees of the blocks, passes clean up, and package internal/ssa/toir makes the
// module.
//
// Entry points: SPIR-V's inputs and outputs are variables. They become private variables,
// and the entry point gets parameters, which it stores to them at its start, and a result,
// which it gathers from them at its return (entry.go). If one function alone uses them,
// passes then make values of them.
//
// Pointers that depend on control flow are indices if they go one way (varying.go). If they go
// several, the words are rewritten to ones in which pointers are numbers (choices.go), and read.
//
// A feature that the module can't hold is an error that names the capability or the
// feature; a malformed instruction is an error with its place.
package spirv
