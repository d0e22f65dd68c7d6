package dxil

import "refract/internal/llvm"

// FunctionType is the type of an operation's function.
func (d *Functions) FunctionType(x *Operation, overload llvm.Type) llvm.Type {
	return d.functionType(x, overload)
}

// Suffix is the overload in a function's name, and whether the operation has it.
func (x *Operation) Suffix(m *llvm.Module, overload llvm.Type) (string, bool) {
	return x.suffix(m, overload)
}

// Operations is the number of operations.
const Operations = len(operations)
