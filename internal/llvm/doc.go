// Package llvm is LLVM IR as DXIL has it: modules in the bitcode of LLVM 3.7. It builds, writes,
// reads and prints modules, and knows nothing of shaders.
//
// Types, constants and metadata are unique in a module, and named by handles. A function's blocks
// are emitted one after the other; an instruction is a record whose operands are in one slice of
// the function. [Module.Bytes] writes a module, [Read] reads one, and [Module.Assembly] prints it. The
// facts are from LLVM's documents about bitcode (BitCodeFormat) and the language
// (LangRef), as of release 3.7, and from DXIL's (DXIL.rst).
package llvm
