package wgsl

// This file writes functions and entry points.

import (
	"math"

	"refract/back/text"
	"refract/ir"
)

const anyForm = text.AnyForm

// planOptions are what WGSL can do. Compilers of WGSL bound how deep expressions
// nest, some at 127.
var planOptions = text.PlanOptions{Ordered: true, Pointers: true, ConstErrors: true, KeepUnused: true, MaxDepth: 100, Filters: true}

// functionDecls writes a function: once for each entry point that it is, or once.
func (w *Writer) functionDecls(id ir.FuncID) {
	f := w.m.Func(id)
	if err := w.plan.Make(w.m, f, planOptions); err != nil {
		w.unsupported("a function whose statements nest so deeply", w.plan.Span())
		return
	}
	w.f, w.ex, w.body, w.runtime = f, &f.Exprs, true, true
	w.values = text.Cleared(w.values, f.ExprCount())
	w.guards = text.Cleared(w.guards, f.ExprCount())
	isEntry := false
	for i := range w.m.EntryPoints {
		if ep := &w.m.EntryPoints[i]; ep.Function == id {
			w.function(w.entries[i], ep)
			isEntry = true
		}
	}
	if !isEntry {
		w.function(w.functions[id], nil)
	}
	w.f, w.ex, w.body, w.runtime = nil, &w.m.Consts, false, false
}

func (w *Writer) function(name text.Name, ep *ir.EntryPoint) {
	o, f := &w.out, w.f
	o.Blank()
	w.doc(f.Doc)
	for i := range f.Diagnostics {
		w.filter(&f.Diagnostics[i])
		o.Line()
	}
	if f.MustUse {
		o.Str("@must_use")
		if w.opts.Minify {
			o.Byte(' ')
		}
		o.Line()
	}
	if ep != nil {
		w.stage(ep)
	}
	o.Str("fn ")
	o.Declare(name)
	o.Open()
	o.Byte('(')
	w.args = text.Cleared(w.args, len(f.Args))
	for i := range f.Args {
		a := &f.Args[i]
		if i > 0 {
			o.Comma()
		}
		w.binding(&a.Binding, a.Span)
		w.args[i] = o.LocalName(a.Name, "arg")
		o.Declare(w.args[i])
		o.Bind(w.args[i])
		w.colon(a.Type)
	}
	o.Byte(')')
	if f.Result != 0 {
		o.Infix("->")
		w.binding(&f.ResultBinding, f.Span)
		w.typeName(f.Result)
	}
	o.Space()
	w.locals = text.Cleared(w.locals, len(f.Locals))
	// Parameters and the outermost declarations share a scope.
	o.Byte('{')
	o.Indent()
	length := o.Len()
	w.phonyUses()
	w.lines(w.plan.First())
	o.Outdent()
	if o.Len() != length {
		o.Line()
	}
	o.Byte('}')
	o.Close()
	o.End()
}

// phonyUses writes uses of the resources and overrides that the function names and
// that nothing evaluates: they are part of the interface of a shader all the same
// (section "Shader Interface"), and of layouts made after it.
func (w *Writer) phonyUses() {
	m, f := w.m, w.f
	w.stamp++
	w.stamps = text.Grown(w.stamps, len(m.Globals)+len(m.Overrides))
	named := func(e ir.ExprID) *uint32 {
		if f.Kind(e) == ir.KindOverride {
			return &w.stamps[len(m.Globals)+int(f.OverrideRef(e))]
		}
		return &w.stamps[f.GlobalRef(e)]
	}
	kinds := ir.Kinds(ir.KindGlobal, ir.KindOverride)
	for e := f.Next(0, kinds); e != 0; e = f.Next(e, kinds) {
		if w.plan.IsUsed(e) {
			*named(e) = w.stamp
		}
	}
	for e := f.Next(0, kinds); e != 0; e = f.Next(e, kinds) {
		if *named(e) == w.stamp {
			continue
		}
		*named(e) = w.stamp
		if f.Kind(e) == ir.KindOverride {
			w.phony()
			w.out.Name(w.overrides[f.OverrideRef(e)])
			w.out.Byte(';')
			continue
		}
		g := &m.Globals[f.GlobalRef(e)]
		if !g.HasBinding && g.Space != ir.SpaceImmediate {
			continue
		}
		w.phony()
		if g.Space != ir.SpaceHandle {
			w.ampersand()
		}
		w.out.Name(w.globals[f.GlobalRef(e)])
		if g.Space == ir.SpaceHandle && m.Types.At(g.Type).Kind == ir.TypeBindingArray {
			w.out.Str("[0]")
		}
		w.out.Byte(';')
	}
}

// phony begins a phony assignment on a line of its own.
func (w *Writer) phony() {
	w.out.Line()
	w.out.Byte('_')
	w.equals()
}

// stage writes the attributes of an entry point.
func (w *Writer) stage(ep *ir.EntryPoint) {
	o := &w.out
	switch ep.Stage {
	case ir.StageVertex:
		o.Str("@vertex")
	case ir.StageFragment:
		o.Str("@fragment")
		if ep.EarlyDepth != w.resultDepth() {
			o.Space()
			w.attributeWord("early_depth_test", earlyDepthNames[ep.EarlyDepth])
		}
	case ir.StageCompute:
		o.Str("@compute")
		o.Space()
		w.workgroupSize(ep)
		if ep.SubgroupSize != 0 || ep.SubgroupSizeExpr != 0 {
			o.Space()
			w.need |= extSubgroups | extSubgroupSizeControl
			o.Str("@subgroup_size(")
			if x := ep.SubgroupSizeExpr; x != 0 {
				w.moduleExpr(x, anyForm)
			} else {
				o.Uint(uint64(ep.SubgroupSize))
			}
			o.Byte(')')
		}
	default:
		w.unsupported(ep.Stage.String()+" shaders", ep.Span)
	}
	if o.Compact() && o.Last() != ')' {
		o.Byte(' ')
	}
	o.Line()
}

// resultDepth is the depth mode that the function's result states.
func (w *Writer) resultDepth() ir.EarlyDepth {
	if w.f.Result == 0 {
		return ir.EarlyDepthDefault
	}
	if s := w.m.StructOf(w.f.Result); s != nil {
		for i := range s.Members {
			if d := s.Members[i].Binding.Depth; d != ir.EarlyDepthDefault {
				return d
			}
		}
	}
	return w.f.ResultBinding.Depth
}

var earlyDepthNames = [...]string{"", "force", "greater_equal", "less_equal", "unchanged"}

func (w *Writer) workgroupSize(ep *ir.EntryPoint) {
	o := &w.out
	n := 3
	for n > 1 && ep.WorkgroupSizeExpr[n-1] == 0 && ep.WorkgroupSize[n-1] <= 1 {
		n--
	}
	o.Str("@workgroup_size(")
	for i := range n {
		if i > 0 {
			o.Comma()
		}
		if e := ep.WorkgroupSizeExpr[i]; e != 0 {
			w.moduleExpr(e, anyForm)
		} else {
			o.Uint(uint64(ep.WorkgroupSize[i]))
			if ep.WorkgroupSize[i] > math.MaxInt32 {
				o.Byte('u') // else it is an i32
			}
		}
	}
	o.Byte(')')
}
