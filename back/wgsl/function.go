package wgsl

// This file writes functions and entry points.

import (
	"math"
	"slices"

	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/reuse"
	"refract/ir"
)

const anyForm = text.AnyForm

// planOptions are the abilities of WGSL. Compilers of WGSL bound how deep expressions nest,
// some at 127.
var planOptions = text.PlanOptions{Ordered: true, Pointers: true, ConstErrors: true, KeepUnused: true, MaxDepth: 100, Filters: true}

// Function writes a function: once for each entry point that it is, or once.
func (w *Writer) Function(id ir.FuncID) {
	f := w.M.Func(id)
	options := planOptions
	if options.Short = w.isShortest(); options.Short {
		options.Calls = &w.Calls
	}
	if !w.Enter(f, options) {
		return
	}
	w.runtime = true
	w.Guards = reuse.Zeroed(w.Guards, f.ExprCount())
	isEntry := false
	for i := range w.EntriesOf(id) {
		w.function(w.entries[i], i)
		isEntry = true
	}
	if !isEntry {
		w.function(w.Functions[id], -1)
	}
	w.Leave()
	w.runtime = false
}

// function writes a function, as entry point number entry; -1: it is none.
func (w *Writer) function(name text.Name, entry int) {
	o, f := &w.Out, w.F
	o.Blank()
	w.Doc(f.Doc)
	for i := range f.Diagnostics {
		if !w.isKnownRule(&f.Diagnostics[i]) {
			continue
		}
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
	if entry >= 0 {
		w.stage(entry, &w.M.EntryPoints[entry])
	}
	o.Str("fn ")
	o.Declare(name)
	o.Open()
	o.Byte('(')
	w.Args = reuse.Zeroed(w.Args, len(f.Args))
	for i := range f.Args {
		a := &f.Args[i]
		if i > 0 {
			o.Comma()
		}
		w.binding(&a.Binding, a.Span)
		w.Args[i] = o.LocalName(a.Name, "arg")
		o.Declare(w.Args[i])
		o.Bind(w.Args[i])
		w.colon(a.Type)
	}
	o.Byte(')')
	if f.Result != 0 {
		o.Infix("->")
		w.binding(&f.ResultBinding, f.Span)
		w.typeName(f.Result)
	}
	o.Space()
	w.Locals = reuse.Zeroed(w.Locals, len(f.Locals))
	w.CloseFunction(func() {
		w.phonyUses()
		w.Lines(w.Plan.First())
		if f.Result != 0 && !w.Plan.EndsInReturn(w.Plan.First()) {
			// WGSL knows that the end isn't reached, naga refuses it.
			w.Out.Line()
			w.Out.Str("return ")
			w.zero(f.Result)
			w.Out.Byte(';')
		}
	})
}

// phonyUses writes uses of the resources and overrides that the function names and
// that nothing evaluates: they are part of the interface of a shader all the same
// (section "Shader Interface"), and of layouts made after it.
func (w *Writer) phonyUses() {
	m, f := w.M, w.F
	w.stamp++
	w.stamps = reuse.Grown(w.stamps, len(m.Globals)+len(m.Overrides))
	named := func(e ir.ExprID) *uint32 {
		if f.Kind(e) == ir.KindOverride {
			return &w.stamps[len(m.Globals)+int(f.OverrideRef(e))]
		}
		return &w.stamps[f.GlobalRef(e)]
	}
	kinds := ir.Kinds(ir.KindGlobal, ir.KindOverride)
	for e := f.Next(0, kinds); e != 0; e = f.Next(e, kinds) {
		if w.Plan.IsUsed(e) {
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
			w.Out.Name(w.Overrides[f.OverrideRef(e)])
			w.Out.Byte(';')
			continue
		}
		g := &m.Globals[f.GlobalRef(e)]
		if !g.HasBinding && g.Space != ir.SpaceImmediate {
			continue
		}
		w.phony()
		if g.Space != ir.SpaceHandle && !(w.smallest && w.isLoadable(g.Type, 0)) {
			w.ampersand()
		}
		w.Out.Name(w.Globals[f.GlobalRef(e)])
		if g.Space == ir.SpaceHandle && m.Types.At(g.Type).Kind == ir.TypeBindingArray {
			w.Out.Str("[0]")
		}
		w.Out.Byte(';')
	}
}

// isLoadable reports whether memory of a type can be read as one value, where that is
// seen at once.
func (w *Writer) isLoadable(t ir.TypeID, depth int) bool {
	switch ty := w.M.Types.At(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		return true
	case ir.TypeStruct:
		return depth < 4 && !slices.ContainsFunc(w.M.Structs[ty.Struct].Members, func(m ir.Member) bool { return !w.isLoadable(m.Type, depth+1) })
	}
	return false
}

// phony begins a phony assignment on a line of its own.
func (w *Writer) phony() {
	w.Out.Line()
	w.Out.Byte('_')
	w.Equals()
}

// stage writes the attributes of entry point number i.
func (w *Writer) stage(i int, ep *ir.EntryPoint) {
	o := &w.Out
	back.GroupDerivatives(w.M, ep, w.Unsupported)
	switch ep.Stage {
	case ir.StageVertex:
		o.Str("@vertex")
	case ir.StageFragment:
		o.Str("@fragment")
		if word := w.depthTest(ep); word != "" && !w.opts.Standard {
			o.Space()
			w.attributeWord("early_depth_test", word)
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
				w.ModuleExpr(x, anyForm)
			} else {
				o.Uint(uint64(ep.SubgroupSize))
			}
			o.Byte(')')
		}
	default:
		w.otherStage(i, ep)
	}
	if o.Compact() && o.Last() != ')' {
		o.Byte(' ')
	}
	o.Line()
}

// depthTest is the word of the attribute for the time of an entry point's depth test; none
// if it has no such time, or the depth that it returns has it.
func (w *Writer) depthTest(ep *ir.EntryPoint) string {
	stated, result := ep.EarlyDepth, w.M.ResultDepth(w.F)
	switch {
	case stated == ir.EarlyDepthDefault && w.opts.WGPU && result != ir.EarlyDepthForce: // it states none at the result
		stated = result
	case stated == result && !w.opts.WGPU:
		return ""
	}
	return earlyDepthNames[stated]
}

var earlyDepthNames = [...]string{"", "force", "greater_equal", "less_equal", "unchanged"}

func (w *Writer) workgroupSize(ep *ir.EntryPoint) {
	o := &w.Out
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
			w.ModuleExpr(e, anyForm)
		} else {
			o.Uint(uint64(ep.WorkgroupSize[i]))
			if ep.WorkgroupSize[i] > math.MaxInt32 {
				o.Byte('u') // else it is an i32
			}
		}
	}
	o.Byte(')')
}
