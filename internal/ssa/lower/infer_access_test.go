package lower

import (
	"slices"
	"testing"

	"refract/ir"
	"refract/ssa"
)

// TestShareAccess shares what is done to variables with those that may be the same memory.
func TestShareAccess(t *testing.T) {
	at := func(binding uint32, memory ir.MemoryDecoration) ssa.Variable {
		return ssa.Variable{Mode: ssa.ModeSSBO, HasBinding: true, Binding: ir.ResourceBinding{Binding: binding}, Memory: memory}
	}
	bare := ssa.Variable{Mode: ssa.ModeImage}
	for _, c := range []struct {
		name       string
		vars       []ssa.Variable
		uses, want []uint8
	}{
		{"each its own", []ssa.Variable{at(0, 0), at(1, 0), bare, bare}, []uint8{isRead, isWritten, isRead, isWritten}, []uint8{isRead, isWritten, isRead, isWritten}},
		{"one binding", []ssa.Variable{at(1, 0), at(0, 0), at(1, 0)}, []uint8{isRead, isRead, isWritten}, []uint8{isRead | isWritten, isRead, isRead | isWritten}},
		{"one that may be any other", []ssa.Variable{at(0, 0), at(1, ir.Aliased), at(2, 0)}, []uint8{isRead, isWritten, isRead},
			[]uint8{isRead | isWritten, isRead | isWritten, isRead | isWritten}},
		{"what another of its binding may be", []ssa.Variable{at(0, 0), at(0, ir.Aliased), at(1, 0), at(2, 0)}, []uint8{isRead, isRead, isWritten, isRead},
			[]uint8{isRead | isWritten, isRead | isWritten, isRead | isWritten, isRead}},
		{"later ones", []ssa.Variable{at(3, 0), at(2, ir.Aliased), at(2, 0)}, []uint8{isRead, isRead, isWritten}, []uint8{isRead | isWritten, isRead | isWritten, isRead | isWritten}},
		{"volatile", []ssa.Variable{at(0, ir.Volatile)}, []uint8{isRead}, []uint8{isRead | isHandedOn}},
		{"others", []ssa.Variable{{Mode: ssa.ModeShaderTemp}, at(0, ir.Aliased)}, []uint8{isRead, isWritten}, []uint8{isRead, isWritten}},
	} {
		got := slices.Clone(c.uses)
		shareAccess(&ssa.Shader{Vars: c.vars}, got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
