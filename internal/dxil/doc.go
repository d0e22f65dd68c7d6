// Package dxil reads, writes and prints the parts of Direct3D's shader containers of shader model 6.
//
// The container itself is a [refract/internal/dxbc.Container]. A [Program] is the contents of its
// part DXIL: a module of LLVM IR in bitcode. A [Signature], the [Features], the [PipelineInfo] and a
// [Hash] are the contents of the other parts. DXC, Microsoft's compiler, writes the parts in the order
// SFI0, ISG1, OSG1, PSG1, PSV0, RTS0, STAT, HASH, DXIL; parts without contents and, for drivers, STAT
// may be left out.
//
// The encoding follows Microsoft's headers DxilContainer.h and DxilPipelineStateValidation.h, and the
// containers that DXC writes.
package dxil
