package lower

// This file takes multiview out of shaders, for targets that have none. In the example two views
// are drawn as twice the instances, each into the layer of its view.
//
//	before                              after
//	%1 = load @view_index               %2 = load @instance_index
//	%3 = load @instance_index           %1 = urem %2, 2
//	...                                 %3 = udiv %2, 2
//	                                    ...
//	                                    store @layer, %1
//
// Fragments take the layer for their view. In the other mode a vertex writes its position in each
// view, for hardware that assembles the primitives of all views at once: the shader becomes the
// body of a loop over the views. Only positions may depend on the view then, and nothing may be
// written to memory that others see.

import (
	"fmt"
	"math/bits"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// MultiviewOptions is the state of multiview.
type MultiviewOptions struct {
	Mask         uint32        `doc:"the views that are drawn, a bit each; 0: there is no multiview"`
	Mode         MultiviewMode `doc:"instances: the host draws as many times the instances as there are views; positions: vertices write a position for each view"`
	BaseInstance bool          `doc:"instances: the first instance of draws may be another than 0"`
	Location     uint32        `doc:"positions: the location of the first position"`
}

// MultiviewMode is the way in which a shader draws all views.
type MultiviewMode uint8

const (
	MultiviewInstances MultiviewMode = iota
	MultiviewPositions
)

// Choices are the names of the modes.
func (MultiviewMode) Choices() []string { return []string{"instances", "positions"} }

// Multiview takes multiview out of shaders.
var Multiview = &pass.Pass{
	Name:      "multiview",
	Doc:       "the views of a multiview draw become instances in layers, or outputs with the positions",
	Replaces:  []string{"lower_multiview"},
	Requires:  pass.NoCalls | pass.OneReturn | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar | pass.NoPhis | pass.LoopClosed,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return multiview(s, MultiviewOptions{}) },
}

// MultiviewOf is the pass with options.
func MultiviewOf(o MultiviewOptions) *pass.Pass {
	p := *Multiview
	p.Shader = func(s *ssa.Shader) bool { return multiview(s, o) }
	return &p
}

func multiview(s *ssa.Shader, o MultiviewOptions) bool {
	var views []uint64
	for m := o.Mask; m != 0; m &= m - 1 {
		views = append(views, uint64(bits.TrailingZeros32(m)))
	}
	if len(views) == 0 {
		return false
	}
	if o.Mode == MultiviewPositions {
		return fixedStage(s, ir.StageVertex, func(x *fixedFunction) bool {
			return (&manyPositions{fixedFunction: x, views: views, at: o.Location}).run()
		})
	}
	changed := fixedStage(s, ir.StageVertex, func(x *fixedFunction) bool { return viewsAsInstances(x, views, o.BaseInstance) })
	return fixedStage(s, ir.StageFragment, viewsAsLayers) || changed
}

// viewsAsInstances makes views of a vertex stage's instances. A stage that chooses layers stays.
func viewsAsInstances(x *fixedFunction, views []uint64, based bool) bool {
	if len(x.variables(ssa.ModeShaderOut, atBuiltIn(ir.BuiltInLayer))) > 0 {
		return false
	}
	old := append(x.loads(ir.BuiltInInstanceIndex), x.loads(ir.BuiltInViewIndex)...)
	c := calc{x.f.Build(x.f.Entry())}
	index, n := c.Load(c.DerefVar(x.systemVar(ir.BuiltInInstanceIndex, ir.TypeU32))), uint64(len(views))
	base := ssa.Value(0)
	if based {
		base = c.Load(c.DerefVar(x.systemVar(ir.BuiltInBaseInstance, ir.TypeU32)))
		index = c.sub(index, base)
	}
	instance := c.do(op.UDiv, index, c.number(index, n))
	view := c.viewOf(c.do(op.URem, index, c.number(index, n)), views)
	if base != 0 {
		instance = c.add(instance, base)
	}
	for _, i := range old {
		v := instance
		if x.s.Vars[x.f.VarOf(x.f.Arg(i, 0))].IO.BuiltIn == ir.BuiltInViewIndex {
			v = view
		}
		x.f.ReplaceUses(i, c.bitcast(x.types().ScalarOf(x.f.Type(i)), v))
		x.f.Remove(i)
	}
	x.write("layer", ir.TypeU32, ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInLayer}, func(*calc) ssa.Value { return view })
	return true
}

// viewOf is the view of a number: views in a row are counted, others chosen.
func (c *calc) viewOf(k ssa.Value, views []uint64) ssa.Value {
	if n := uint64(len(views)); views[n-1]-views[0] == n-1 {
		if views[0] == 0 {
			return k
		}
		return c.addi(k, views[0])
	}
	v := c.number(k, views[0])
	for at, view := range views[1:] {
		v = c.sel(c.ule(c.number(k, uint64(at+1)), k), c.number(k, view), v)
	}
	return v
}

// viewsAsLayers makes the views of a fragment stage the layers that it draws to.
func viewsAsLayers(x *fixedFunction) bool {
	old := x.loads(ir.BuiltInViewIndex)
	if len(old) == 0 {
		return false
	}
	c := calc{x.f.Build(x.f.Entry())}
	layer := c.Load(c.DerefVar(x.systemVar(ir.BuiltInLayer, ir.TypeU32)))
	for _, i := range old {
		x.f.ReplaceUses(i, c.bitcast(x.types().ScalarOf(x.f.Type(i)), layer))
		x.f.Remove(i)
	}
	return true
}

// loads are the loads of a system value.
func (x *fixedFunction) loads(which ir.BuiltIn) (list []ssa.InstrID) {
	for _, v := range x.variables(ssa.ModeSystemValue, atBuiltIn(which)) {
		for _, d := range x.uses(v) {
			for u := x.f.FirstUse(d); u != 0; u = x.f.NextUse(u) {
				if i, _ := x.f.UserOf(u); i != 0 && x.f.Op(i) == op.Load {
					list = append(list, i)
				}
			}
		}
	}
	return list
}

// manyPositions makes a vertex stage write its positions in all views.
type manyPositions struct {
	*fixedFunction
	views   []uint64
	at      uint32 // location of the first position
	demoted *phiDemotion
	view    ssa.VarID // number of the view
	fresh   int       // local variables up to here are fresh in each iteration
}

func (x *manyPositions) run() bool {
	f := x.f
	written := x.variables(ssa.ModeShaderOut, atBuiltIn(ir.BuiltInPosition))
	t := ir.VectorOf(ir.F32, 4)
	if len(written) != 1 || x.s.Vars[written[0]].Type != t || !x.canRepeat(written[0]) {
		return false
	}
	position := written[0]
	for v := range x.s.Vars {
		if at := x.s.Vars[v].IO; x.s.Vars[v].Mode == ssa.ModeShaderOut && at.Kind == ir.BindLocation && at.Location-x.at < uint32(len(x.views)) {
			return false // it has them already
		}
	}
	array := x.types().Array(t, uint32(len(x.views)))
	one := f.AddVar(ssa.Variable{Name: "position", Mode: ssa.ModeFunctionTemp, Type: t, Access: ir.AccessReadWrite})
	x.fresh = len(f.Vars)
	list := f.AddVar(ssa.Variable{Name: "positions", Mode: ssa.ModeFunctionTemp, Type: array, Access: ir.AccessReadWrite})
	x.demoted = newPhiDemotion(f)
	x.view = x.demoted.variable("view", ir.TypeU32)
	x.redirect(position, one)
	body := x.loop()
	last := f.ListLast(body)
	b := f.Build(f.EndOf(last))
	k := b.Load(b.DerefVar(x.view))
	p := b.DerefVar(list)
	element := x.s.Module.ElementType(f.Type(p), 0)
	b.Store(b.DerefArray(element, p, k), b.Load(b.DerefVar(one)))
	b.Store(b.DerefVar(x.view), b.Op(op.IAdd, ir.TypeU32, k, b.U32(1)))

	b = f.Build(f.EndOf(f.ListLast(ssa.Body)))
	all := b.Load(b.DerefVar(list))
	for k, view := range x.views {
		out := ioVar(x.s, fmt.Sprintf("position_%d", view), ssa.ModeShaderOut, ir.Binding{Kind: ir.BindLocation, Location: x.at + uint32(k)}, t)
		b.Store(b.DerefVar(out), b.Extract(t, all, k))
	}
	b.Store(b.DerefVar(position), b.Extract(t, all, 0))
	b.Jump(op.Return)
	x.demoted.finish()
	return true
}

// redirect makes accesses of an output accesses of a local variable.
func (x *manyPositions) redirect(out, to ssa.VarID) {
	for _, d := range x.uses(out) {
		x.f.SetWords(d, [2]uint32{uint32(to)})
		x.f.SetType(d, x.f.VarPointer(to))
		retypeDerefs(x.f, d)
	}
}

// loop makes the function the body of a loop over the views, whose numbers replace the view index.
// Local variables are fresh in each iteration.
func (x *manyPositions) loop() ssa.ListID {
	f := x.f
	first, last := f.FirstBlock(), f.ListLast(ssa.Body)
	if f.Jump(last) != 0 {
		f.RemoveJump(last)
	}
	old := x.loads(ir.BuiltInViewIndex)
	declared := x.declared()
	part := f.Extract(ssa.Cursor{Block: first, Before: f.First(first)}, ssa.Cursor{Block: last})
	b := f.Build(f.Entry())
	b.Store(b.DerefVar(x.view), b.U32(0))
	n := b.Loop(false)
	body := f.LoopBody(n)
	c := calc{f.Build(f.EndOf(f.ListFirst(body)))}
	k := c.Load(c.DerefVar(x.view))
	guard := c.If(c.ule(c.number(k, uint64(len(x.views))), k))
	f.AddJump(f.ListFirst(f.Then(guard)), op.Break, c.Span)
	view := c.viewOf(k, x.views)
	for k := 1; k < x.fresh; k++ {
		if v := ssa.VarID(k) | ssa.LocalVar; !declared[v] {
			c.Store(c.DerefVar(v), c.Zero(f.Vars[k].Type))
		}
	}
	values := make([]ssa.Value, len(old))
	for j, i := range old {
		values[j] = c.bitcast(x.types().ScalarOf(f.Type(i)), view)
	}
	f.Insert(f.EndOf(f.ListLast(body)), part)
	for j, i := range old {
		f.ReplaceUses(i, values[j])
		f.Remove(i)
	}
	return body
}

// declared are the local variables with a declaration, which makes them fresh.
func (x *manyPositions) declared() map[ssa.VarID]bool {
	list := map[ssa.VarID]bool{}
	for b := range x.f.Blocks() {
		for i := range x.f.Instrs(b) {
			if x.f.Op(i) == op.Declare {
				list[x.f.VarOf(i)] = true
			}
		}
	}
	return list
}

// canRepeat reports whether the function may run once for each view: it writes no memory but local
// variables and outputs, and of the outputs the position alone depends on the view.
func (x *manyPositions) canRepeat(position ssa.VarID) bool {
	f := x.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); {
			case o == op.Declare:
			case o == op.Load:
				if v := rootVar(f, f.Arg(i, 0)); v == 0 || f.Var(v).Mode == ssa.ModeShaderOut {
					return false
				}
			case o == op.Store:
				v := rootVar(f, f.Arg(i, 0))
				if v == 0 || f.Var(v).Mode&(ssa.ModeFunctionTemp|ssa.ModeShaderOut) == 0 {
					return false
				}
			case o == op.Halt, o.Has(op.WritesMemory), o.Has(op.Synchronizes):
				return false
			}
		}
	}
	varies := x.variesByView()
	for v := range varies {
		if v != position && !v.IsLocal() {
			return false
		}
	}
	return true
}

// variesByView are the variables whose values may depend on the view.
func (x *manyPositions) variesByView() map[ssa.VarID]bool {
	f := x.f
	value, vars := make([]bool, f.InstrCount()), map[ssa.VarID]bool{}
	lists := map[ssa.NodeID]bool{} // ifs, switches and loops that depend on the view
	for _, i := range x.loads(ir.BuiltInViewIndex) {
		value[i] = true
	}
	for changed := true; changed; {
		changed = false
		note := func(b ssa.NodeID, i ssa.InstrID, is bool) {
			for n := f.Parent(b); n != 0 && !is; n = f.Parent(n) {
				is = lists[n]
			}
			for k := range f.NumSrcs(i) {
				v := f.Arg(i, k)
				if f.Op(i) == op.Extract && f.Op(v) == op.Compose { // of the outputs' struct
					v = f.Arg(v, f.IndexOf(i))
				}
				is = is || v != 0 && value[v]
			}
			if !is || value[i] {
				return
			}
			value[i], changed = true, true
			if f.Op(i) == op.Store {
				vars[rootVar(f, f.Arg(i, 0))] = true
			}
			if f.Op(i) == op.Break || f.Op(i) == op.Continue {
				n := f.Parent(b)
				for f.Kind(n) == ssa.NodeIf || f.Kind(n) == ssa.NodeSwitch && f.Op(i) == op.Continue {
					n = f.Parent(n)
				}
				lists[n] = true
			}
		}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				is := f.Op(i) == op.Load && vars[rootVar(f, f.Arg(i, 0))]
				if f.Op(i) == op.Phi {
					for _, p := range f.Preds(b) {
						for n := f.Parent(p); n != 0 && n != f.Parent(b); n = f.Parent(n) {
							is = is || lists[n]
						}
					}
				}
				note(b, i, is)
			}
			if n := f.NextNode(b); n != 0 && (f.Kind(n) == ssa.NodeIf || f.Kind(n) == ssa.NodeSwitch) && value[f.Cond(n).Value] && !lists[n] {
				lists[n], changed = true, true
			}
		}
	}
	return vars
}
