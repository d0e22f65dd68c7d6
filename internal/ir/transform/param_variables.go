package transform

// This file gives functions a variable of their own for the memory that a parameter points
// to:
//
//	fn f($p: ptr<function, S>) {
//	  store $p.m, %v
//	}
//
// becomes
//
//	fn f($p: ptr<function, S>) {
//	  var $p_1 = load $p
//	  store $p_1.m, %v
//	  %1 = load $p_1
//	  store $p, %1
//	}
//
// No other name of that memory is used meanwhile, as WGSL has it.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// ParamVariables does so for the parameters that point to variables of functions of the
// types that are chosen.
func ParamVariables(m *ir.Module, chosen func(ir.TypeID) bool) {
	for _, f := range m.Functions[1:] {
		var p paramVariables
		for i := range f.Args {
			if t := m.Types.At(f.Args[i].Type); t.Kind == ir.TypePointer && t.Space == ir.SpaceFunction && chosen(t.Base) {
				p.list = append(p.list, paramVariable{i, f.AddLocal(ir.Local{Name: f.Args[i].Name, Type: t.Base, Span: f.Args[i].Span})})
			}
		}
		if p.list != nil {
			p.function(m, f)
		}
	}
}

type paramVariables struct{ list []paramVariable }

type paramVariable struct {
	arg   int
	local ir.LocalID
}

func (p *paramVariables) function(m *ir.Module, f *ir.Function) {
	var b ir.Builder
	b.Start(m, f)
	n := ir.ExprID(f.ExprCount())
	for _, v := range p.list {
		local := b.Local(v.local)
		for x := ir.ExprID(1); x < n; x++ {
			if f.Kind(x) == ir.KindArgument && f.ArgumentIndex(x) == v.arg {
				f.Overwrite(x, local)
			}
		}
	}
	rewrite.Function(m, f, p)
	atEnd(&b, m, f, p.storeBack)
	prepend(&b, m, f, func(b *ir.Builder) {
		for _, v := range p.list {
			b.DeclareLocal(v.local, b.Load(b.Argument(v.arg)))
		}
	})
}

// storeBack copies the variables to the memory of the caller.
func (p *paramVariables) storeBack(b *ir.Builder) {
	for _, v := range p.list {
		b.Store(b.Argument(v.arg), b.Load(b.Local(v.local)))
	}
}

// Kinds implements rewrite.Selective.
func (*paramVariables) Kinds() ir.KindSet { return 0 }

// Expr implements rewrite.Visitor.
func (*paramVariables) Expr(*rewrite.Editor, ir.ExprID) {}

// Stmt implements rewrite.Visitor.
func (p *paramVariables) Stmt(e *rewrite.Editor, s ir.StmtID) {
	if e.F.StmtKind(s) == ir.StmtReturn {
		p.storeBack(e.Ahead())
	}
}
