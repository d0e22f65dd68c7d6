package fromir

import (
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ssa"
)

// Lowered is Module of a module in any language's terms, which it changes: constructs that
// the SSA form lacks are lowered first, and local and private variables begin with zero, as
// WGSL has it, so that passes know their value. The error is a *transform.SpecializeError.
func Lowered(m *ir.Module, o Options) (*ssa.Shader, error) {
	if err := transform.BufferViews(m); err != nil {
		return nil, err
	}
	transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true})
	return Module(m, o), nil
}
