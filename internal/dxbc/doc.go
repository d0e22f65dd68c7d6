// Package dxbc reads, writes and prints Direct3D's shader containers of shader models 4 and 5.
//
// A [Container] is a list of chunks. A [Program] is the contents of its SHDR or SHEX chunk: a
// token program of instructions over registers of four components. A [Signature], the
// [ResourceDefinitions] and the [Statistics] are the contents of the other chunks, and a
// [Level9] is the contents of the Aon9 chunk, a program of shader model 2 for feature
// level 9.
//
// The package knows nothing of the module IR or the SSA form. The encoding follows Microsoft's
// header of the tokenized program format; chunks without public documentation follow the
// containers that FXC, Microsoft's compiler, writes.
package dxbc
