package analysis

// This file finds out which values are the same for invocations that run together:
// those of a workgroup, or of a group of a few with adjacent indices, which run in
// step. It says so of each component of each value.
//
// A value differs where it is computed from what differs; where control that
// differs meets; and after a loop that invocations leave at different times. It is
// asked of the invocations that compute it together, in the same iteration of every
// loop around it.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Uniformity says for whom a value is the same.
type Uniformity uint8

const (
	UniformWorkgroup Uniformity = iota // all of the workgroup
	UniformGroup                       // those of a group
	Divergent                          // perhaps nobody
)

func (u Uniformity) String() string { return [...]string{"workgroup", "group", "divergent"}[u] }

// Grouping says how invocations run: groups of Lanes adjacent ones, in workgroups of a
// size.
type Grouping struct {
	Size  [3]uint32
	Lanes uint32
	// Memory follows local and private variables, of which each invocation has its own:
	// what all write alike is loaded alike. Otherwise what is loaded from there may differ.
	Memory bool
	// Words counts the halves of numbers of 64 bits, not the numbers.
	Words bool
}

// DivergenceInfo is what differs in a function.
type DivergenceInfo struct {
	*Components
	f      *ssa.Function
	g      Grouping
	level  []Uniformity // by component
	merges []Uniformity // by block
	leaves []Uniformity // by loop
	goes   []Uniformity // by loop: its continues
	escape []bool       // by component
	local  []Uniformity // by local variable: what it holds, with Grouping.Memory
	shared []Uniformity // by variable of the shader
	more   bool
}

// FindDivergence analyses an entry point, or a function of which any argument may
// differ. Functions must return at their end.
func FindDivergence(f *ssa.Function, g Grouping) *DivergenceInfo {
	d := &DivergenceInfo{Components: numberComponents(f, g.Words), f: f, g: g}
	d.level = make([]Uniformity, d.Total())
	d.escape = make([]bool, d.Total())
	d.merges = make([]Uniformity, f.NodeCount())
	d.leaves = make([]Uniformity, f.NodeCount())
	d.goes = make([]Uniformity, f.NodeCount())
	if g.Size == [3]uint32{1, 1, 1} {
		return d // whoever is alone differs from nobody
	}
	d.follow()
	for d.more = true; d.more; {
		d.more = false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				d.instr(b, i)
			}
			if n := f.NextNode(b); n != 0 {
				d.node(n)
			}
		}
	}
	return d
}

// Of is the uniformity of a component of a value.
func (d *DivergenceInfo) Of(v ssa.Value, comp int) Uniformity {
	if d.count[v] == 0 {
		return UniformWorkgroup
	}
	return d.level[int(d.first[v])+min(comp, int(d.count[v])-1)]
}

// OfValue is the uniformity of a whole value.
func (d *DivergenceInfo) OfValue(v ssa.Value) (u Uniformity) {
	for k := range d.Count(v) {
		u = max(u, d.Of(v, k))
	}
	return u
}

// OfCond is that of the condition or selector of a node.
func (d *DivergenceInfo) OfCond(n ssa.NodeID) Uniformity { return d.OfSrc(d.f.Cond(n)) }

// OfSrc is that of what a source reads.
func (d *DivergenceInfo) OfSrc(s ssa.Src) (u Uniformity) {
	if s.Comps == 0 {
		return d.OfValue(s.Value)
	}
	for k := range int(s.Comps) {
		u = max(u, d.component(s, k))
	}
	return u
}

// component is that of component k that a source reads, whatever its size.
func (d *DivergenceInfo) component(s ssa.Src, k int) (u Uniformity) {
	n := d.Words(s.Value)
	for w := range n {
		u = max(u, d.Of(s.Value, n*s.Swizzle.At(k)+w))
	}
	return u
}

// Merge says for whom it is the same by which edge control came into a block.
func (d *DivergenceInfo) Merge(b ssa.NodeID) Uniformity { return d.merges[b] }

// Leave says who leaves a loop together.
func (d *DivergenceInfo) Leave(loop ssa.NodeID) Uniformity { return d.leaves[loop] }

// Continue says who continues a loop together.
func (d *DivergenceInfo) Continue(loop ssa.NodeID) Uniformity { return d.goes[loop] }

// Escapes reports whether a component is used, without a phi, outside of a loop in
// which it is defined and that invocations leave at different times: each then keeps
// what it was when it left.
func (d *DivergenceInfo) Escapes(v ssa.Value, comp int) bool {
	return d.count[v] > 0 && d.escape[int(d.first[v])+min(comp, int(d.count[v])-1)]
}

func (d *DivergenceInfo) join(at *Uniformity, to Uniformity) {
	if to > *at {
		*at = to
		d.more = true
	}
}

// set raises a component of a value.
func (d *DivergenceInfo) set(v ssa.Value, comp int, to Uniformity) {
	if n := int(d.count[v]); n > 0 {
		d.join(&d.level[int(d.first[v])+min(comp, n-1)], to)
	}
}

func (d *DivergenceInfo) setAll(v ssa.Value, to Uniformity) {
	for k := range d.Count(v) {
		d.set(v, k, to)
	}
}

// node finds where control that a node divides comes together.
func (d *DivergenceInfo) node(n ssa.NodeID) {
	f := d.f
	switch f.Kind(n) {
	case ssa.NodeIf:
		d.join(&d.merges[f.After(n)], d.OfCond(n))
	case ssa.NodeSwitch:
		u := d.OfCond(n)
		d.join(&d.merges[f.After(n)], u)
		for _, c := range f.Cases(n) {
			d.join(&d.merges[f.ListFirst(c.List)], u)
		}
	case ssa.NodeLoop:
		if next := f.LoopContinue(n); next != 0 {
			d.join(&d.merges[f.ListFirst(next)], d.goes[n])
		} else {
			d.join(&d.merges[f.LoopHeader(n)], d.goes[n])
		}
		d.join(&d.leaves[n], d.goes[n])
		d.join(&d.merges[f.After(n)], d.leaves[n])
	}
}

// jump finds who jumps together.
func (d *DivergenceInfo) jump(b ssa.NodeID, i ssa.InstrID) {
	f := d.f
	o := f.Op(i)
	if o == op.Return && b == f.ListLast(ssa.Body) {
		return
	}
	u := UniformWorkgroup
	for n := f.Parent(b); n != 0; n = f.Parent(n) {
		switch f.Kind(n) {
		case ssa.NodeIf:
			u = max(u, d.OfCond(n))
		case ssa.NodeSwitch:
			u = max(u, d.OfCond(n))
			if o == op.Break {
				d.join(&d.merges[f.After(n)], u)
				return
			}
		case ssa.NodeLoop:
			switch o {
			case op.Break:
				d.join(&d.leaves[n], u)
				return
			case op.Continue:
				d.join(&d.goes[n], u)
				return
			}
			d.join(&d.leaves[n], u)
		}
	}
}

func (d *DivergenceInfo) instr(b ssa.NodeID, i ssa.InstrID) {
	f := d.f
	o := f.Op(i)
	if o.Class() == op.ClassJump {
		d.jump(b, i)
		return
	}
	if d.local != nil && o.Class() != op.ClassALU {
		d.write(b, i)
	}
	if d.count[i] == 0 {
		return
	}
	switch o.Class() {
	case op.ClassConst, op.ClassUndef:
		return
	case op.ClassPhi:
		for k := range d.Count(i) {
			u := d.merges[b]
			for s := range f.NumSrcs(i) {
				u = max(u, d.Of(f.Arg(i, s), k))
			}
			d.set(i, k, u)
		}
	case op.ClassALU:
		d.alu(i)
	case op.ClassDeref:
		d.setAll(i, d.sources(i))
	default:
		d.effect(i)
	}
	d.outside(b, i)
}

// sources is the uniformity of all that an instruction reads.
func (d *DivergenceInfo) sources(i ssa.InstrID) (u Uniformity) {
	for s := range d.f.NumSrcs(i) {
		if src := d.f.Src(i, s); src.Value != 0 {
			u = max(u, d.OfSrc(src))
		}
	}
	return u
}

func (d *DivergenceInfo) alu(i ssa.InstrID) {
	f := d.f
	n := d.Count(i)
	part := func(to int, v ssa.Value, from, n int) {
		for k := range n {
			d.set(i, to+k, d.Of(v, from+k))
		}
	}
	switch o := f.Op(i); o {
	case op.Vec, op.Compose:
		at := 0
		for s := range f.NumSrcs(i) {
			src := f.Src(i, s)
			if src.Comps == 0 {
				size := int(d.SizeOf(f.Type(src.Value)))
				part(at, src.Value, 0, size)
				at += size
				continue
			}
			words := d.Words(src.Value)
			for k := range int(src.Comps) {
				for w := range words {
					d.set(i, at, d.Of(src.Value, words*src.Swizzle.At(k)+w))
					at++
				}
			}
		}
		return
	case op.Extract:
		v := f.Arg(i, 0)
		part(0, v, d.Part(f.Type(v), f.IndexOf(i)), n)
		return
	case op.Insert:
		part(0, f.Arg(i, 0), 0, n)
		src := f.Src(i, 1)
		at := d.Part(f.Type(i), f.IndexOf(i))
		for k := range int(d.SizeOf(f.Type(src.Value))) {
			d.set(i, at+k, d.OfSrc(src))
		}
		return
	case op.SelectWhole:
		u := d.OfSrc(f.Src(i, 0))
		for k := range n {
			d.set(i, k, max(u, d.Of(f.Arg(i, 1), k), d.Of(f.Arg(i, 2), k)))
		}
		return
	case op.MatAdd, op.MatSub, op.MatNeg, op.MatConvert, op.MatScale: // by component
		for s := range f.NumSrcs(i) {
			src := f.Src(i, s)
			if d.Count(src.Value) == n && src.Comps == 0 {
				part(0, src.Value, 0, n)
			} else {
				d.setAll(i, d.OfSrc(src))
			}
		}
		return
	}
	rows := f.Op(i).Info().Srcs
	for s := range f.NumSrcs(i) {
		src := f.Src(i, s)
		if src.Value == 0 {
			continue
		}
		if row := &rows[min(s, len(rows)-1)]; row.Comps == 0 && row.Base != op.Whole && int(src.Comps) == n && f.Comps(i) == n && !mixes(f.Op(i)) {
			for k := range n {
				d.set(i, k, d.component(src, k))
			}
			continue
		}
		d.setAll(i, d.OfSrc(src))
	}
}

// mixes reports whether a component of the result comes from all components of the
// sources, of operations whose rows don't say so.
func mixes(o op.Op) bool {
	switch o {
	case op.FNormalize, op.FFaceForward, op.FReflect, op.FRefract:
		return true
	}
	return false
}

// effect is of what is no arithmetic.
func (d *DivergenceInfo) effect(i ssa.InstrID) {
	f := d.f
	switch f.Op(i) {
	case op.Param:
		d.param(i)
	case op.Load:
		u := d.OfValue(f.Arg(i, 0))
		switch space, writable := d.memory(f.Arg(i, 0)); {
		case space == ir.SpaceFunction || space == ir.SpacePrivate:
			if at := d.held(f.Arg(i, 0)); at != nil {
				u = max(u, *at)
			} else {
				u = Divergent
			}
		case writable:
			u = max(u, UniformGroup)
		}
		d.setAll(i, u)
	case op.WorkgroupUniformLoad, op.ArrayLength:
		d.setAll(i, d.sources(i))
	case op.Txf, op.Txs, op.TexLevels, op.TexLayers, op.TexSamples:
		d.setAll(i, d.sources(i))
	default:
		d.setAll(i, Divergent)
	}
}

// follow begins to keep track of what variables hold.
func (d *DivergenceInfo) follow() {
	f := d.f
	if !d.g.Memory {
		return
	}
	d.local, d.shared = make([]Uniformity, len(f.Vars)), make([]Uniformity, len(f.Shader.Vars))
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.DerefVar {
				continue
			}
			at := d.held(i)
			for u := f.FirstUse(i); at != nil && u != 0; u = f.NextUse(u) {
				if user, _ := f.UserOf(u); user == 0 || !staysAddress(f, user, f.UseIndex(u)) {
					*at = Divergent // something else has its address
				}
			}
		}
	}
}

// staysAddress reports whether a use of an address goes on from it, loads, stores or
// copies.
func staysAddress(f *ssa.Function, i ssa.InstrID, k int) bool {
	switch f.Op(i) {
	case op.Load, op.ArrayLength, op.Copy:
		return true
	case op.Store:
		return k == 0
	case op.DerefArray, op.DerefStruct:
		for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
			if user, _ := f.UserOf(u); user == 0 || !staysAddress(f, user, f.UseIndex(u)) {
				return false
			}
		}
		return k == 0 || f.Op(i) == op.DerefArray
	}
	return false
}

// held is what the local or private variable that an address begins with is known to
// hold, or nil.
func (d *DivergenceInfo) held(p ssa.Value) *Uniformity {
	f := d.f
	r := rootOf(f, p)
	if d.local == nil || f.Op(r) != op.DerefVar {
		return nil
	}
	return d.variable(f.VarOf(r))
}

func (d *DivergenceInfo) variable(v ssa.VarID) *Uniformity {
	switch x := d.f.Var(v); {
	case x.Mode == ssa.ModeFunctionTemp && v.IsLocal():
		return &d.local[v&^ssa.LocalVar]
	case x.Mode == ssa.ModeShaderTemp && d.f.Shader.IsEntry(d.f):
		return &d.shared[v]
	}
	return nil
}

// write raises what a variable holds after an instruction: what is written, where, and
// who gets there.
func (d *DivergenceInfo) write(b ssa.NodeID, i ssa.InstrID) {
	f := d.f
	var at *Uniformity
	u := UniformWorkgroup
	switch f.Op(i) {
	case op.Store:
		at = d.held(f.Arg(i, 0))
		u = max(d.OfValue(f.Arg(i, 0)), d.OfValue(f.Arg(i, 1)))
	case op.Copy:
		at = d.held(f.Arg(i, 0))
		u = Divergent
		if from := d.held(f.Arg(i, 1)); from != nil {
			u = max(d.OfValue(f.Arg(i, 0)), d.OfValue(f.Arg(i, 1)), *from)
		}
	case op.Declare:
		at = d.variable(f.VarOf(i))
		if f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
			u = d.OfValue(f.Arg(i, 0))
		}
	case op.Call: // which may write to all that is private
		for k := range d.shared {
			d.join(&d.shared[k], Divergent)
		}
	}
	if at != nil && *at < Divergent {
		d.join(at, max(u, d.reaches(b)))
	}
}

// reaches says who gets to a block together, as often.
func (d *DivergenceInfo) reaches(b ssa.NodeID) (u Uniformity) {
	f := d.f
	for n := f.Parent(b); n != 0; n = f.Parent(n) {
		if f.Kind(n) == ssa.NodeLoop {
			u = max(u, d.leaves[n], d.goes[n])
		} else {
			u = max(u, d.OfCond(n))
		}
	}
	return u
}

// memory is the address space behind a pointer, and whether the shader may write
// there.
func (d *DivergenceInfo) memory(p ssa.Value) (ir.AddressSpace, bool) {
	t := d.f.Shader.Module.Types.At(d.f.Type(p))
	if t.Kind != ir.TypePointer {
		return ir.SpaceFunction, true
	}
	switch t.Space {
	case ir.SpaceUniform, ir.SpaceImmediate:
		return t.Space, false
	case ir.SpaceStorage:
		return t.Space, t.Access&ir.AccessWrite != 0
	}
	return t.Space, true
}

// param is an argument of an entry point.
func (d *DivergenceInfo) param(i ssa.InstrID) {
	a := &d.f.Params[d.f.IndexOf(i)]
	m := d.f.Shader.Module
	if s := m.StructOf(a.Type); s != nil && a.Binding.Kind == ir.NoBinding {
		at := 0
		for _, member := range s.Members {
			n := int(d.SizeOf(member.Type))
			for k := range n {
				d.set(i, at+k, d.input(member.Binding, k))
			}
			at += n
		}
		return
	}
	for k := range d.Count(i) {
		d.set(i, k, d.input(a.Binding, k))
	}
}

// input is a component of an input of a compute shader.
func (d *DivergenceInfo) input(b ir.Binding, comp int) Uniformity {
	if b.Kind != ir.BindBuiltIn {
		return Divergent
	}
	switch b.BuiltIn {
	case ir.BuiltInWorkgroupID, ir.BuiltInNumWorkgroups, ir.BuiltInWorkgroupSize, ir.BuiltInWorkgroupIndex,
		ir.BuiltInNumSubgroups, ir.BuiltInSubgroupSize:
		return UniformWorkgroup
	case ir.BuiltInLocalInvocationID, ir.BuiltInGlobalInvocationID:
		inner := uint32(1)
		for k := range comp {
			inner *= d.g.Size[k]
		}
		switch {
		case d.g.Size[comp] == 1:
			return UniformWorkgroup
		case inner%d.g.Lanes == 0:
			return UniformGroup
		}
	case ir.BuiltInSubgroupID:
		return UniformGroup
	}
	return Divergent
}

// outside raises what is used outside of loops around it.
func (d *DivergenceInfo) outside(b ssa.NodeID, i ssa.InstrID) {
	f := d.f
	first := f.InnermostLoop(b)
	if first == 0 {
		return
	}
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		user, n := f.UserOf(u)
		var at ssa.NodeID
		switch {
		case user == 0:
			at = f.Before(n)
		case f.Op(user) == op.Phi:
			at = f.Preds(f.Block(user))[f.UseIndex(u)]
		default:
			at = f.Block(user)
		}
		for loop := first; loop != 0 && !inside(f, at, loop); loop = f.InnermostLoop(loop) {
			leave := d.leaves[loop]
			if leave == UniformWorkgroup {
				continue
			}
			for k := range d.Count(i) {
				d.set(i, k, leave)
				if at := &d.escape[int(d.first[i])+k]; leave == Divergent && !*at {
					*at, d.more = true, true
				}
			}
		}
	}
}

// inside reports whether a block is in a loop.
func inside(f *ssa.Function, b, loop ssa.NodeID) bool {
	for n := f.Parent(b); n != 0; n = f.Parent(n) {
		if n == loop {
			return true
		}
	}
	return false
}

// At is the uniformity of a component by its number.
func (d *DivergenceInfo) At(comp int) Uniformity { return d.level[comp] }

// EscapesAt is Escapes of a component by its number.
func (d *DivergenceInfo) EscapesAt(comp int) bool { return d.escape[comp] }

// Size is the number of invocations of a workgroup.
func (d *DivergenceInfo) Size() uint32 { return d.g.Size[0] * d.g.Size[1] * d.g.Size[2] }
