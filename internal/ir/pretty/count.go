package pretty

// This file counts uses in a function for the transforms.

import (
	"refract/internal/reuse"
	"refract/ir"
)

// local is how a local variable is used.
type local struct {
	declared bool // by a statement
	escapes  bool // its address is used otherwise than to load and store
	loads    int32
	stores   int32 // of the whole
	parts    int32 // stores of a part
}

// info is the counts of a function.
type info struct {
	uses   []int32      // by expression: by what is evaluated
	at     []ir.BlockID // by expression: the block that evaluates it
	named  []bool       // by expression
	locals []local
	ops    []ir.ExprID
}

// isTemp reports whether a variable is a temporary.
func (n *info) isTemp(l ir.LocalID) bool { return !n.locals[l].declared && !n.locals[l].escapes }

// hasTemps reports whether there are temporaries.
func (n *info) hasTemps() bool {
	for l := 1; l < len(n.locals); l++ {
		if n.isTemp(ir.LocalID(l)) {
			return true
		}
	}
	return false
}

// count fills in info.
func (t *Transforms) count() {
	f := t.f
	t.uses = reuse.Zeroed(t.uses, f.ExprCount())
	t.at = reuse.Zeroed(t.at, f.ExprCount())
	t.named = reuse.Zeroed(t.named, f.ExprCount())
	t.locals = reuse.Zeroed(t.locals, len(f.Locals))
	for i := range f.Named {
		t.named[f.Named[i].Expr] = true
	}
	t.countBlock(f.Body)
}

func (t *Transforms) countBlock(b ir.BlockID) {
	f := t.f
	for _, s := range f.Block(b) {
		switch k := f.StmtKind(s); k {
		case ir.StmtEmit:
			for _, e := range f.Emit(s) {
				t.at[e] = b
				t.ops = f.Operands(e, t.ops[:0])
				for _, o := range t.ops {
					t.uses[o]++
				}
				t.countExpr(e)
			}
			continue
		case ir.StmtLocal:
			t.locals[f.LocalDecl(s).Local].declared = true
		case ir.StmtStore:
			v := f.Store(s)
			t.uses[v.Pointer]++
			t.uses[v.Value]++
			if l := t.root(v.Pointer); l == 0 {
			} else if f.Kind(v.Pointer) == ir.KindLocal {
				t.locals[l].stores++
			} else {
				t.locals[l].parts++
			}
			continue
		case ir.StmtBlock:
			t.countBlock(f.BlockStmt(s))
			continue
		case ir.StmtIf:
			v := f.If(s)
			t.uses[v.Condition]++
			t.countBlock(v.Accept)
			t.countBlock(v.Reject)
			continue
		case ir.StmtSwitch:
			v := f.Switch(s)
			t.uses[v.Selector]++
			for i := range v.Cases {
				t.countBlock(v.Cases[i].Body)
			}
			continue
		case ir.StmtLoop:
			v := f.Loop(s)
			t.countBlock(v.Body)
			t.countBlock(v.Continuing)
			t.uses[v.BreakIf]++
			continue
		}
		t.ops = f.StmtOperands(s, t.ops[:0])
		for _, o := range t.ops {
			t.uses[o]++
			t.escape(o)
		}
		if r := f.StmtResult(s); r != 0 {
			t.at[r] = b
		}
	}
}

// countExpr notes the uses of variables in an expression.
func (t *Transforms) countExpr(e ir.ExprID) {
	f := t.f
	switch f.Kind(e) {
	case ir.KindLoad:
		if l := t.root(f.Operand(e)); l != 0 {
			t.locals[l].loads++
		}
	case ir.KindAccess:
		t.escape(f.Access(e).Index)
	case ir.KindAccessIndex:
	case ir.KindArrayLength, ir.KindRayQueryGet, ir.KindRayQueryVertex:
		t.escape(f.Operand(e))
	}
}

// escape notes that the address in e may be used in any way.
func (t *Transforms) escape(e ir.ExprID) {
	if l := t.root(e); l != 0 {
		t.locals[l].escapes = true
	}
}

// root is the variable that an address leads into, or 0.
func (t *Transforms) root(e ir.ExprID) ir.LocalID {
	f := t.f
	for {
		switch f.Kind(e) {
		case ir.KindLocal:
			return f.LocalRef(e)
		case ir.KindAccess, ir.KindAccessIndex:
			e = f.Operand(e)
		default:
			return 0
		}
	}
}

// isPointer reports whether an expression is an address.
func (t *Transforms) isPointer(e ir.ExprID) bool {
	id := t.f.TypeOf(e)
	return !id.IsElementary() && t.m.Types.At(id).Kind == ir.TypePointer
}
