// Package spirv writes modules as SPIR-V, for Vulkan 1.0 and later.
//
// Write clones a validated module, runs the transforms that legalize lists, and prints the
// result:
//
//   - The emitter (emit.go, types.go, constants.go, memory.go, op_*.go) knows SPIR-V and
//     nothing of expressions and statements. It interns types and constants, requires
//     capabilities, and has one method per operation, which takes ids and picks the opcode.
//   - The walker (walk_*.go, interface.go, globals.go) goes over the module IR in
//     the order of evaluation and calls the emitter; it picks no opcodes.
//
// Values have types without layout. Memory that the host sees has types of its
// own, decorated with offsets and strides, and a Block struct around each
// buffer; loads and stores convert between the two (see memory.go), but for types that
// optimized functions keep in buffers alone (see laid.go).
//
// Section numbers in comments are the unified SPIR-V specification's.
package spirv
