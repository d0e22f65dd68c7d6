package lower

// This file makes values of registers.
//
//	before                         after
//	store_reg r, %0                if %c {
//	if %c { store_reg r, %1 }      }
//	%2 = load_reg r                %2 = phi %0, %1
//
// The opposite of leave-ssa. Registers that are arrays stay.

import (
	"refract/internal/ssa/repair"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// RegsToSSA makes values of registers that are no arrays.
var RegsToSSA = &pass.Pass{
	Name:      "regs-to-ssa",
	Doc:       "registers become values, with phis at joins",
	Replaces:  []string{"lower_regs_to_ssa"},
	Destroys:  pass.NoPhis | pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Function:  regsToSSA,
}

func regsToSSA(f *ssa.Function) bool {
	blocks := make([][]ssa.NodeID, len(f.Regs))
	found := false
	defines := func(r uint32, b ssa.NodeID) {
		if n := len(blocks[r]); n == 0 || blocks[r][n-1] != b {
			blocks[r] = append(blocks[r], b)
		}
	}
	takes := func(r uint32) bool { return f.Regs[r].Length == 0 }
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.LoadReg:
				found = found || takes(f.Word(i, 0))
			case op.StoreReg:
				if r := f.Word(i, 0); takes(r) {
					defines(r, b)
					found = true
				}
			case op.ParallelCopy:
				for _, r := range f.CopyRegs(i) {
					defines(r, b)
					found = true
				}
			}
		}
	}
	if !found {
		return false
	}
	phis := repair.New(f)
	vars := make([]repair.Var, len(f.Regs))
	for r := 1; r < len(f.Regs); r++ {
		if takes(uint32(r)) {
			vars[r] = phis.Add(f.Regs[r].Type, f.Regs[r].Name, blocks[r])
		}
	}
	var dead []ssa.InstrID
	phis.Walk(func(b ssa.NodeID) {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.LoadReg:
				if r := f.Word(i, 0); takes(r) {
					f.ReplaceUses(i, phis.Value(vars[r]))
					dead = append(dead, i)
				}
			case op.StoreReg:
				if r := f.Word(i, 0); takes(r) {
					phis.Define(vars[r], f.Arg(i, 0))
					dead = append(dead, i)
				}
			case op.ParallelCopy:
				values := make([]ssa.Value, f.NumSrcs(i))
				for k := range values {
					values[k] = f.Arg(i, k)
				}
				for k, r := range f.CopyRegs(i) {
					phis.Define(vars[r], values[k])
				}
				dead = append(dead, i)
			}
		}
	})
	phis.Finish()
	for _, i := range dead {
		f.Remove(i)
	}
	return true
}
