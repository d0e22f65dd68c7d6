// Package dxil writes the bytecode of Direct3D 12: DXIL of shader models 6.0 to 6.8.
//
// A container holds one entry point. The module goes through transforms, then through passes of
// the SSA form that make memory explicit and values scalars; the result becomes LLVM IR with
// structured control flow, calls of the dx.op functions and metadata about signatures and
// resources. The facts are from DXIL.rst and hctdb.py of the DirectX Shader Compiler.
//
// Registers of resources, semantics and their defaults are those of package hlsl: a host that was
// written for HLSL that DXC compiles takes the containers as they are.
package dxil
