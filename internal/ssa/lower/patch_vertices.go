package lower

// This file makes the number of vertices of the input patch, which a pipeline knows, a number: 3
// in the example.
//
//	before                          after
//	%1 = param patch_vertices       %1 = const 3

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PatchVertices makes the number of vertices of a patch known.
var PatchVertices = &pass.Pass{
	Name:      "patch-vertices",
	Doc:       "the number of vertices of tessellation shaders' input patches becomes a number",
	Replaces:  []string{"lower_patch_vertices"},
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return patchVertices(f, PatchOptions{}) },
}

// PatchOptions is the state of patches.
type PatchOptions struct {
	Vertices int `doc:"the vertices of a patch; 0: they aren't known"`
}

// PatchVerticesOf is the pass with options.
func PatchVerticesOf(o PatchOptions) *pass.Pass {
	p := *PatchVertices
	p.Function = func(f *ssa.Function) bool { return patchVertices(f, o) }
	return &p
}

func patchVertices(f *ssa.Function, o PatchOptions) bool {
	if o.Vertices <= 0 {
		return false
	}
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if !isPatchVertices(f, i) || !f.HasUses(i) {
				continue
			}
			at := f.BuildBefore(i)
			replace(f, i, at.Const(f.Type(i), uint64(o.Vertices)))
			changed = true
		}
	}
	return changed
}

// isPatchVertices reports whether an instruction takes the number from a parameter or a variable.
func isPatchVertices(f *ssa.Function, i ssa.InstrID) bool {
	var at ir.Binding
	switch f.Op(i) {
	case op.Param:
		at = f.Params[f.IndexOf(i)].Binding
	case op.Load:
		if f.Op(f.Arg(i, 0)) != op.DerefVar {
			return false
		}
		at = f.Var(f.VarOf(f.Arg(i, 0))).IO
	case op.LoadSystemValue:
		return ir.BuiltIn(f.Field(i, "value")) == ir.BuiltInPatchVertices
	}
	return at.Kind == ir.BindBuiltIn && at.BuiltIn == ir.BuiltInPatchVertices
}
