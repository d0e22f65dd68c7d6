package transform

// This file takes returns out of nested loops and switches: FXC drops some of them.

import (
	"sync"

	"refract/internal/ir/rewrite"
	"refract/internal/reuse"
	"refract/ir"
)

// ForwardReturns moves every return that leaves two statements or more, each a loop or a switch
// and one of them a loop, behind all of these but the outermost:
//
//	loop {
//	  switch %x { case 1 { return %y } default { } }
//	}
//
// becomes
//
//	loop {
//	  local $returns = false
//	  switch %x { case 1 { store $result, %y; store $returns, true; break } default { } }
//	  if load $returns { return load $result }
//	}
//
// FXC drops the return of a switch in a loop, and of a loop that it unrolls in a loop or a switch.
func ForwardReturns(m *ir.Module) {
	v := returnsForwardings.Get().(*returnsForwarding)
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtLoop) || !f.MayHaveStmt(ir.StmtReturn) {
			continue
		}
		v.holds = reuse.Zeroed(v.holds, f.StmtCount())
		v.nested = false
		v.find(f, f.Body, 0, false)
		if v.nested {
			v.flags = map[ir.StmtID]ir.LocalID{}
			v.result = 0
			rewrite.Function(m, f, v)
		}
	}
	returnsForwardings.Put(v)
}

var returnsForwardings = sync.Pool{New: func() any { return new(returnsForwarding) }}

type returnsForwarding struct {
	forwarder            // its flags are of loops and switches that a return doesn't cross
	holds     []bool     // by statement: it holds a return
	nested    bool       // some return is to be moved
	result    ir.LocalID // holds the value of the return, or 0
}

// find notes which statements of a block hold returns. depth counts the loops and switches
// around the block; loops says that one of them is a loop.
func (v *returnsForwarding) find(f *ir.Function, b ir.BlockID, depth int, loops bool) (found bool) {
	for _, s := range f.Block(b) {
		holds := false
		switch f.StmtKind(s) {
		case ir.StmtReturn:
			holds = true
			v.nested = v.nested || loops && depth > 1
		case ir.StmtBlock:
			holds = v.find(f, f.BlockStmt(s), depth, loops)
		case ir.StmtIf:
			i := f.If(s)
			holds = v.find(f, i.Accept, depth, loops)
			holds = v.find(f, i.Reject, depth, loops) || holds
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				holds = v.find(f, c.Body, depth+1, loops) || holds
			}
		case ir.StmtLoop:
			holds = v.find(f, f.Loop(s).Body, depth+1, true)
		}
		v.holds[s] = holds
		found = found || holds
	}
	return found
}

func (v *returnsForwarding) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch k := f.StmtKind(s); k {
	case ir.StmtReturn:
		flag, ok := v.flags[breakable(e)]
		if !ok {
			return
		}
		value := f.ReturnValue(s)
		b := e.Remove()
		if value != 0 {
			b.Store(b.Local(v.result), value)
		}
		b.Store(b.Local(flag), b.Bool(true))
		b.Break()
	case ir.StmtLoop, ir.StmtSwitch:
		if int(s) < len(v.holds) && v.holds[s] && breakable(e) != 0 && (k == ir.StmtLoop || v.inLoop(e) || v.flags[breakable(e)] != 0) {
			v.leave(e, s)
		}
	}
}

// leave makes returns inside s, the current item, leave s first.
func (v *returnsForwarding) leave(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	flag, nested := v.flags[breakable(e)]
	b := e.Ahead()
	if !nested {
		flag = f.AddLocal(ir.Local{Name: "returns", Type: ir.TypeBool})
		b.DeclareLocal(flag, b.Bool(false))
		if f.Result != 0 {
			v.result = f.AddLocal(ir.Local{Name: "result", Type: f.Result})
			b.DeclareLocal(v.result, b.Zero(f.Result))
		}
	}
	v.flags[s] = flag
	e.Keep()
	cond := b.Load(b.Local(flag))
	mark := b.Begin()
	switch {
	case nested:
		b.Break()
	case f.Result != 0:
		b.Return(b.Load(b.Local(v.result)))
	default:
		b.Return(0)
	}
	b.If(cond, b.End(mark), 0)
}
