// Package spirv is SPIR-V as a format: its grammar as static tables, reading and writing
// its binary form, and the assembler and disassembler of its text form. It knows nothing of
// the meaning of a module; front/spirv and back/spirv translate it.
//
// The tables and constants are generated from SPIR-V's JSON grammars, which lie
// in spirv/grammar. References to "the specification" are to the unified
// SPIR-V specification, version 1.6.
//
//   - Op, the enumerant types (Capability, StorageClass, ...) and ExtSet carry
//     the grammar: names, operands, capabilities, versions.
//   - Builder and Stream write words; Reader and Inst read them without copying.
//   - Assemble and Disassemble convert to and from text.
package spirv

//go:generate go run ./internal/gen
