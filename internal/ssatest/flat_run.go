package ssatest

// This file runs functions in flat form: an interpreter of its own, which shares
// nothing with the others, of as much as [RandomFlat] makes.

import (
	"fmt"

	"refract/ssa"
	"refract/ssa/op"
)

// RunFlat runs a function in flat form whose values are integers and bools of at most 32
// bits. ok is false if it comes through more than a number of blocks, or to the end of a
// block that control never comes to.
func RunFlat(f *ssa.Function, args []uint32, blocks int) (result uint32, halted, ok bool) {
	values := make([]uint32, f.InstrCount())
	vars := make([]uint32, len(f.Vars))
	var next []uint32
	from, b := ssa.NodeID(0), f.FirstBlock()
	for range blocks {
		i := f.First(b)
		next = next[:0]
		for j := i; j != 0 && f.Op(j) == op.Phi; j = f.Next(j) {
			for k := range f.NumSrcs(j) {
				if f.PhiPred(j, k) == from {
					next = append(next, values[f.Arg(j, k)])
				}
			}
		}
		for k := 0; i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
			values[i] = next[k]
			k++
		}
		for ; i != 0; i = f.Next(i) {
			if f.Op(i).Class() != op.ClassJump {
				run1(f, i, values, vars, args)
			}
		}
		from = b
		switch f.Ending(b) {
		case ssa.EndReturn:
			return values[f.Arg(f.Jump(b), 0)], false, true
		case ssa.EndHalt:
			return 0, true, true
		case ssa.EndGoto:
			b = f.Targets(b, nil)[0]
		case ssa.EndBranch:
			if values[f.Cond(b).Value] != 0 {
				b = f.Targets(b, nil)[0]
			} else {
				b = f.Targets(b, nil)[1]
			}
		case ssa.EndSwitch:
			to := f.Targets(b, nil)
			k := len(to) - 1
			for n, c := range f.FlatCases(b) {
				if c.Value == uint64(values[f.Cond(b).Value]) {
					k = n
				}
			}
			b = to[k]
		default:
			return 0, false, false
		}
	}
	return 0, false, false
}

func run1(f *ssa.Function, i ssa.InstrID, values, vars, args []uint32) {
	arg := func(k int) uint32 { return values[f.Arg(i, k)] }
	truth := func(b bool) uint32 {
		if b {
			return 1
		}
		return 0
	}
	switch o := f.Op(i); o {
	case op.Param:
		values[i] = args[f.IndexOf(i)]
	case op.Const:
		values[i] = uint32(f.ConstBits(i, 0))
	case op.IAdd:
		values[i] = arg(0) + arg(1)
	case op.ISub:
		values[i] = arg(0) - arg(1)
	case op.IMul:
		values[i] = arg(0) * arg(1)
	case op.IXor:
		values[i] = arg(0) ^ arg(1)
	case op.IAnd:
		values[i] = arg(0) & arg(1)
	case op.UShr:
		values[i] = arg(0) >> (arg(1) & 31)
	case op.UMin:
		values[i] = min(arg(0), arg(1))
	case op.IEq:
		values[i] = truth(arg(0) == arg(1))
	case op.INe:
		values[i] = truth(arg(0) != arg(1))
	case op.ULt:
		values[i] = truth(arg(0) < arg(1))
	case op.DerefVar:
		values[i] = uint32(f.VarOf(i) &^ ssa.LocalVar)
	case op.Load:
		values[i] = vars[arg(0)]
	case op.Store:
		vars[arg(0)] = arg(1)
	case op.Declare:
		vars[f.VarOf(i)&^ssa.LocalVar] = arg(0)
	default:
		panic(fmt.Sprintf("ssatest: RunFlat knows no %s", o))
	}
}
