package lower

// This file takes phis out of the way of passes that rebuild control flow.
//
//	before                    while it is rebuilt       after
//	switch %s {               switch %s {               if %c {
//	case 1 { }                case 1 { store v, %a }    } else {
//	default { }               default { store v, %b }   }
//	}                         }                         %1 = phi %a, %b
//	%1 = phi %a, %b           %1 = load v
//
// If edges come and go one by one, the sources of a phi have to follow them. Instead phis
// become variables that exist only while the pass works; they, and the pass's flags, become
// values again at its end.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// phiDemotion has the variables that stand for phis while a pass works.
type phiDemotion struct {
	f     *ssa.Function
	first int // index of the first of them
}

func newPhiDemotion(f *ssa.Function) *phiDemotion { return &phiDemotion{f, len(f.Vars)} }

// variable makes one.
func (m *phiDemotion) variable(name string, t ir.TypeID) ssa.VarID {
	return m.f.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeFunctionTemp, Type: t, Access: ir.AccessReadWrite})
}

// clear makes the phis of a block loads of variables that its predecessors store.
// The values that the variables had before matter no longer at the end of start,
// through which control comes to the predecessors; 0: there is no such block.
func (m *phiDemotion) clear(b, start ssa.NodeID) {
	f := m.f
	at := f.Build(f.StartOf(b))
	for i := f.First(b); i != 0 && f.Op(i) == op.Phi; i = f.First(b) {
		name := f.NameOf(i)
		v := m.variable(name, f.Type(i))
		if start != 0 {
			at := f.Build(f.EndOf(start))
			d := at.Instr(op.Declare, 0)
			f.SetWords(d, [2]uint32{uint32(v)})
		}
		for k, p := range f.Preds(b) {
			at := f.Build(f.EndOf(p))
			at.Span = f.SpanOf(i)
			at.Store(at.DerefVar(v), f.Arg(i, k))
		}
		at.Span = f.SpanOf(i)
		x := at.Load(at.DerefVar(v))
		f.SetName(x, name)
		f.ReplaceUses(i, x)
		f.Remove(i)
	}
}

// finish makes the variables values.
func (m *phiDemotion) finish() {
	f := m.f
	if len(f.Vars) > m.first {
		varsToSSA(f, m.first)
		f.Vars = f.Vars[:m.first]
	}
}
