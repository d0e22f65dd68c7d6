// Package spirv reads SPIR-V into a module.
//
// Words become a shader in SSA form, since SPIR-V is SSA: types, constants, globals
// and names become the shader's module (files types.go, constants.go, globals.go),
// functions become blocks in the flat form with their phis (function.go and the
// files beside it). The structurizer makes trees of those, passes clean up, and
// package ssa/toir makes the module.
//
// Entry points: SPIR-V's inputs and outputs are variables. They become private
// variables, and the entry point gets parameters, which it stores to them at its
// start, and a result, which it gathers from them where it returns (entry.go). Where
// one function alone uses them, passes then make values of them.
//
// What the module can't hold is an error that names the capability or the feature;
// what is malformed is an error with the place of the instruction.
package spirv
