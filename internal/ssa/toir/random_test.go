package toir_test

import (
	"testing"

	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/toir"
	"refract/internal/ssatest"
	"refract/ir/validate"
	"refract/ssa"
	"refract/ssa/op"
)

// inRegisters puts the local variables of a function, which are integers, into
// registers, every other one without a name.
func inRegisters(f *ssa.Function) {
	regs := make([]ssa.RegID, len(f.Vars))
	for k := 1; k < len(f.Vars); k++ {
		r := ssa.Register{Type: f.Vars[k].Type}
		if k%2 == 0 {
			r.Name = f.Vars[k].Name
		}
		regs[k] = f.AddReg(r)
	}
	of := func(v ssa.VarID) [2]uint32 { return [2]uint32{uint32(regs[v&^ssa.LocalVar])} }
	var gone []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			at := f.BuildBefore(i)
			switch f.Op(i) {
			case op.Declare:
				f.SetWords(at.Instr(op.StoreReg, 0, f.Src(i, 0)), of(f.VarOf(i)))
			case op.Store:
				f.SetWords(at.Instr(op.StoreReg, 0, f.Src(i, 1)), of(f.VarOf(f.Arg(i, 0))))
			case op.Load:
				v := at.Instr(op.LoadReg, f.Type(i))
				f.SetWords(v, of(f.VarOf(f.Arg(i, 0))))
				f.ReplaceUses(i, v)
			case op.DerefVar:
			default:
				continue
			}
			gone = append(gone, i)
		}
	}
	for k := len(gone) - 1; k >= 0; k-- {
		f.Remove(gone[k])
	}
	f.Vars = f.Vars[:1]
}

// TestRandomRegisters: functions that set and read registers in any order, with
// values used wherever they dominate, come back as modules that compute the same.
// So do those whose registers come from leaving SSA.
func TestRandomRegisters(t *testing.T) {
	ways := []func(*ssa.Function){
		inRegisters,
		func(f *ssa.Function) {
			lower.VarsToSSA.Run(f.Shader)
			lower.LeaveSSA.Run(f.Shader)
		},
	}
	seeds := uint64(1000)
	if testing.Short() {
		seeds = 100
	}
	ran := 0
	for seed := range seeds {
		for k, way := range ways {
			before, s := ssatest.Random(seed), ssatest.Random(seed)
			way(s.Funcs[1])
			if err := ssa.Verify(s); err != nil {
				t.Fatalf("seed %d, way %d: %v", seed, k, err)
			}
			m, err := toir.Module(s)
			if err != nil {
				t.Fatalf("seed %d, way %d: %v\n%s", seed, k, err, s)
			}
			if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
				t.Fatalf("seed %d, way %d: %v\n%s", seed, k, err, s)
			}
			n, difference := ssatest.Compare(before, fromir.Module(m, fromir.Options{Strict: true}))
			if difference != "" {
				t.Errorf("seed %d, way %d: %s (%d instrs)", seed, k, difference, s.Funcs[1].InstrCount())
			}
			ran += n
		}
	}
	if ran == 0 {
		t.Error("nothing ran")
	}
	t.Logf("%d runs", ran)
}
