package direct3d

// This file lets accesses of buffers be out of bounds.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// LeaveBuffers lets accesses of buffers be out of bounds, which Direct3D defines.
func LeaveBuffers(s *ssa.Shader) {
	const buffers = ssa.ModeUBO | ssa.ModeSSBO | ssa.ModePushConstant | ssa.ModeUniform
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) != op.DerefArray {
					continue
				}
				root := i
				for f.Op(root).IsPath() {
					root = f.Arg(root, 0)
				}
				if f.Op(root) == op.DerefVar && f.Var(f.VarOf(root)).Mode&buffers != 0 && f.Shader.Module.Types.At(f.Type(i)).Kind == ir.TypePointer {
					f.SetFlags(i, f.Flags(i)|ir.FlagInBounds)
				}
			}
		}
	}
}
