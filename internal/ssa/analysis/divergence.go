package analysis

// This file computes which values are the same for invocations that run together: the
// invocations of a workgroup, or of a group of a few with adjacent indices, which run in
// step. The result is by component of each value.
//
// A value differs if its operands differ; if it is a phi of divergent control; and after a
// loop that invocations leave at different times. The question is about the invocations
// that compute it together, in the same iteration of every loop around it.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Uniformity is the set of invocations that a value is the same for.
type Uniformity uint8

const (
	UniformWorkgroup Uniformity = iota // all of the workgroup
	UniformGroup                       // those of a group
	Divergent                          // perhaps nobody
)

func (u Uniformity) String() string { return [...]string{"workgroup", "group", "divergent"}[u] }

// Grouping is how invocations run: groups of Lanes adjacent ones, in workgroups of a size.
type Grouping struct {
	Size  [3]uint32
	Lanes uint32
	Quads ir.DerivativeGroup // adjacent invocations, if it is DerivativeGroupQuads, are 2x2 of the first dimensions
	// Memory follows local and private variables, which each invocation has its own copy
	// of: a value that all write alike is loaded alike. Otherwise values loaded from there
	// may differ.
	Memory bool
	// Ranges uses integer ranges: to find integers with one value, indices that pick of a
	// few components, and blocks that one invocation of a workgroup runs by itself: a value
	// computed there differs from nobody's, whatever its operands.
	Ranges bool
	// Words counts the halves of numbers of 64 bits, not the numbers.
	Words bool
	// Stage is the stage, if it is one of primitives: each invocation of a geometry stage has inputs
	// and outputs of its own, each of an evaluation stage outputs; others share them.
	Stage ir.Stage
}

// DivergenceInfo is the divergence of a function's values.
type DivergenceInfo struct {
	*Components
	f      *ssa.Function
	g      Grouping
	level  []Uniformity // by component
	merges []Uniformity // by block
	leaves []Uniformity // by loop
	goes   []Uniformity // by loop: its continues
	escape []bool       // by component
	// The contents by component of a variable, with Grouping.Memory. A variable's begin at
	// local or shared, by number plus one.
	holds  []Uniformity
	local  []int32
	shared []int32
	mine   int     // components of local variables, which come first
	ranges *Ranges // with Grouping.Ranges
	alone  bool    // one invocation at most is in the block at hand
	more   bool
}

// FindDivergence analyses an entry point, or a function whose arguments may all differ.
// Functions must return at their end.
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
	if g.Ranges {
		d.ranges = FindRanges(f)
	}
	for d.more = true; d.more; {
		d.more = false
		for b := range f.Blocks() {
			d.alone = d.ranges != nil && d.IsAlone(b)
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

// OfSrc is the uniformity of a source.
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

// Merge returns for whom the edge is the same by which control came into a block.
func (d *DivergenceInfo) Merge(b ssa.NodeID) Uniformity { return d.merges[b] }

// Leave returns who leaves a loop together.
func (d *DivergenceInfo) Leave(loop ssa.NodeID) Uniformity { return d.leaves[loop] }

// Continue returns who continues a loop together.
func (d *DivergenceInfo) Continue(loop ssa.NodeID) Uniformity { return d.goes[loop] }

// Escapes reports whether a component is used, without a phi, outside of a loop that
// defines it and that invocations leave at different times: each then keeps its value at
// the exit.
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

// node finds the blocks that control meets in after a node divides it.
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
	if d.count[i] == 0 || d.ranges != nil && d.ranges.Of(i).IsOne() {
		return
	}
	if d.alone {
		d.outside(b, i)
		return
	}
	switch o.Class() {
	case op.ClassConst, op.ClassUndef:
		return
	case op.ClassPhi:
		for k := range d.Count(i) {
			u := d.merges[b]
			if d.ranges != nil && u != UniformWorkgroup && d.meetsSame(b, i, k) {
				u = UniformWorkgroup
			}
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
	case op.ExtractDynamic:
		if d.ranges == nil {
			d.setAll(i, d.sources(i))
			return
		}
		whole, u := f.Arg(i, 0), d.OfSrc(f.Src(i, 1))
		if d.ranges != nil && d.isAllZero(whole) {
			return // whichever it is
		}
		t := f.Type(whole)
		first, last := d.indices(i)
		for at := first; at <= last; at++ {
			for from, k := d.Part(t, at), 0; k < n; k++ {
				d.set(i, k, max(u, d.Of(whole, from+k)))
			}
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

// indices are the first and the last of the parts that an extract_dynamic may pick.
func (d *DivergenceInfo) indices(i ssa.InstrID) (first, last int) {
	types := &d.f.Shader.Module.Types
	t := types.At(d.f.Type(d.f.Arg(i, 0)))
	switch t.Kind {
	case ir.TypeVector:
		last = int(t.Rows) - 1
	case ir.TypeMatrix:
		last = int(t.Columns) - 1
	default:
		last = int(t.Length) - 1
	}
	if d.ranges == nil { // machines read all
		return 0, last
	}
	if k, known := d.f.KnownBits(d.f.Arg(i, 1), 0); known && k <= uint64(last) {
		return int(k), int(k)
	}
	if r := d.ranges.At(i, 1); uint64(r.Hi) <= uint64(last) {
		return int(r.Lo), int(r.Hi)
	}
	return 0, last
}

// mixes reports whether a component of the result comes from all components of the sources,
// for operations whose rows don't define it.
func mixes(o op.Op) bool {
	switch o {
	case op.FNormalize, op.FFaceForward, op.FReflect, op.FRefract:
		return true
	}
	return false
}

// effect handles operations other than arithmetic.
func (d *DivergenceInfo) effect(i ssa.InstrID) {
	f := d.f
	switch f.Op(i) {
	case op.Param:
		d.param(i)
	case op.Load:
		u := d.OfValue(f.Arg(i, 0))
		switch space, writable := d.memory(f.Arg(i, 0)); {
		case d.isOwn(space):
			u = Divergent
		case space == ir.SpaceFunction || space == ir.SpacePrivate:
			if held := d.held(f.Arg(i, 0)); len(held) == d.Count(i) {
				for k, at := range held {
					d.set(i, k, max(u, at))
				}
				return
			} else if held != nil {
				for _, at := range held {
					u = max(u, at)
				}
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
	case op.ResourceIndex, op.ResourceUnit, op.ElementOffset, op.LoadUBO, op.LoadUBOVec4, op.LoadPushConstant, op.LoadConstant, op.SSBOSize, op.SSBOAddress:
		d.setAll(i, d.sources(i))
	case op.LoadSSBO, op.LoadGlobal, op.LoadShared:
		u := d.sources(i)
		if op.Access(f.Words(i))&op.AccessReorder == 0 {
			u = max(u, UniformGroup)
		}
		d.setAll(i, u)
	case op.LoadSystemValue:
		for k := range d.Count(i) {
			d.set(i, k, d.input(ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltIn(f.Field(i, "value"))}, k))
		}
	default:
		d.setAll(i, Divergent)
	}
}

// isOwn reports whether each invocation has inputs or outputs of its own.
func (d *DivergenceInfo) isOwn(space ir.AddressSpace) bool {
	switch d.g.Stage {
	case ir.StageGeometry:
		return space == ir.SpaceInput || space == ir.SpaceOutput
	case ir.StageTessellationEvaluation:
		return space == ir.SpaceOutput
	}
	return false
}

// follow begins to track the contents of variables.
func (d *DivergenceInfo) follow() {
	f := d.f
	if !d.g.Memory {
		return
	}
	d.local, d.shared = make([]int32, len(f.Vars)), make([]int32, len(f.Shader.Vars))
	place := func(at *int32, t ir.TypeID) {
		*at = int32(len(d.holds)) + 1
		d.holds = append(d.holds, make([]Uniformity, d.room(t))...)
	}
	for k := range f.Vars {
		if f.Vars[k].Mode == ssa.ModeFunctionTemp {
			place(&d.local[k], f.Vars[k].Type)
		}
	}
	d.mine = len(d.holds)
	if f.Shader.IsEntry(f) {
		for k := range f.Shader.Vars {
			if v := &f.Shader.Vars[k]; v.Mode == ssa.ModeShaderTemp {
				place(&d.shared[k], v.Type)
			}
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.DerefVar {
				continue
			}
			held := d.held(i)
			for u := f.FirstUse(i); held != nil && u != 0; u = f.NextUse(u) {
				if user, _ := f.UserOf(u); user == 0 || !staysAddress(f, user, f.UseIndex(u)) {
					for k := range held {
						held[k] = Divergent // something else has its address
					}
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

// held is the known contents of the components behind an address in a local or private
// variable, at least of the components that it may name; nil: nothing.
func (d *DivergenceInfo) held(p ssa.Value) []Uniformity {
	if d.local == nil {
		return nil
	}
	held, _ := d.part(p)
	return held
}

// part is the part of held behind an address, and whether the address surely names all of
// it.
func (d *DivergenceInfo) part(p ssa.Value) (held []Uniformity, exact bool) {
	f := d.f
	switch f.Op(p) {
	case op.DerefVar:
		held = d.variable(f.VarOf(p))
		return held, d.SizeOf(f.Var(f.VarOf(p)).Type) <= MaxComponents
	case op.DerefStruct, op.DerefArray:
	default:
		return nil, false
	}
	base := f.Arg(p, 0)
	if held, exact = d.part(base); held == nil || !exact {
		return held, false
	}
	types := &f.Shader.Module.Types
	t := types.At(f.Type(base)).Base
	k := uint64(f.IndexOf(p))
	if f.Op(p) == op.DerefArray {
		var known bool
		k, known = f.KnownBits(f.Arg(p, 1), 0)
		n := uint64(0)
		switch ty := types.At(t); ty.Kind {
		case ir.TypeVector:
			n = uint64(ty.Rows)
		case ir.TypeMatrix:
			n = uint64(ty.Columns)
		case ir.TypeArray:
			n = uint64(ty.Length)
		}
		if !known || k >= n {
			return held, false
		}
	}
	from := d.Part(t, int(k))
	return held[from : from+int(d.SizeOf(types.At(f.Type(p)).Base))], true
}

// room is how many components of a variable are kept track of: all, or one for all.
func (d *DivergenceInfo) room(t ir.TypeID) int32 {
	if n := d.SizeOf(t); n <= MaxComponents {
		return n
	}
	return 1
}

func (d *DivergenceInfo) variable(v ssa.VarID) []Uniformity {
	at, t := int32(0), d.f.Var(v).Type
	if v.IsLocal() {
		at = d.local[v&^ssa.LocalVar]
	} else {
		at = d.shared[v]
	}
	if at == 0 {
		return nil
	}
	return d.holds[at-1 : at-1+d.room(t)]
}

// write raises the contents of a variable after an instruction: by the written value, the
// place, and the invocations that get there.
func (d *DivergenceInfo) write(b ssa.NodeID, i ssa.InstrID) {
	f := d.f
	var to []Uniformity
	from := func(int) Uniformity { return UniformWorkgroup }
	switch f.Op(i) {
	case op.Store:
		to = d.held(f.Arg(i, 0))
		where, v := d.OfValue(f.Arg(i, 0)), f.Arg(i, 1)
		if d.Count(v) == len(to) {
			from = func(k int) Uniformity { return max(where, d.Of(v, k)) }
		} else {
			u := max(where, d.OfValue(v))
			from = func(int) Uniformity { return u }
		}
	case op.Copy:
		to = d.held(f.Arg(i, 0))
		where := max(d.OfValue(f.Arg(i, 0)), d.OfValue(f.Arg(i, 1)))
		if source := d.held(f.Arg(i, 1)); len(source) == len(to) {
			from = func(k int) Uniformity { return max(where, source[k]) }
		} else {
			from = func(int) Uniformity { return Divergent }
		}
	case op.Declare:
		to = d.variable(f.VarOf(i))
		if f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
			v := f.Arg(i, 0)
			from = func(k int) Uniformity { return d.Of(v, k) }
		}
	case op.Call: // which may write to all that is private
		to = d.holds[d.mine:]
		from = func(int) Uniformity { return Divergent }
	}
	if len(to) == 0 {
		return
	}
	who := d.reaches(b)
	for k := range to {
		d.join(&to[k], max(who, from(k)))
	}
}

// reaches returns who gets to a block together, as often.
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

// An origin is the source of a component: a component of a value, or a number.
type origin struct {
	value ssa.Value // 0: a number
	at    int
	bits  uint64
}

// originOf follows a component to its computation.
func (d *DivergenceInfo) originOf(v ssa.Value, at int) origin {
	f := d.f
	for range 16 {
		if v == 0 || int(d.count[v]) != int(d.SizeOf(f.Type(v))) || d.g.Words {
			break
		}
		switch o := f.Op(v); {
		case o == op.Zero:
			return origin{}
		case o == op.Const:
			return origin{bits: f.ConstBits(v, at)}
		case o == op.Mov:
			s := f.Src(v, 0)
			v, at = s.Value, s.Swizzle.At(at)
		case o == op.Vec:
			for k := range f.NumSrcs(v) {
				s := f.Src(v, k)
				if at < int(s.Comps) {
					v, at = s.Value, s.Swizzle.At(at)
					break
				}
				at -= int(s.Comps)
			}
		case o == op.Compose:
			for k := range f.NumSrcs(v) {
				x := f.Arg(v, k)
				if n := int(d.SizeOf(f.Type(x))); at >= n {
					at -= n
					continue
				}
				v = x
				break
			}
		case o == op.Extract:
			whole := f.Arg(v, 0)
			v, at = whole, d.Part(f.Type(whole), f.IndexOf(v))+at
		case o == op.Insert:
			s := f.Src(v, 1)
			from := d.Part(f.Type(v), f.IndexOf(v))
			switch n := int(d.SizeOf(f.Type(s.Value))); {
			case at < from || at >= from+n && s.Comps == 0:
				v = f.Arg(v, 0)
			case s.Comps == 0:
				v, at = s.Value, at-from
			case at >= from+int(s.Comps):
				v = f.Arg(v, 0)
			default:
				v, at = s.Value, s.Swizzle.At(at-from)
			}
		default:
			return origin{value: v, at: at}
		}
	}
	return origin{value: v, at: at}
}

// meetsSame reports whether a component of a phi is the same by whichever edge control
// came: one number, or at the end of an if or a switch, a value computed ahead of it.
func (d *DivergenceInfo) meetsSame(b ssa.NodeID, phi ssa.InstrID, at int) bool {
	f := d.f
	first := d.originOf(f.Arg(phi, 0), at)
	if first.value != 0 {
		n := f.PrevNode(b)
		if n == 0 || f.Kind(n) != ssa.NodeIf && f.Kind(n) != ssa.NodeSwitch {
			return false
		}
	}
	for s := range f.NumSrcs(phi) {
		if d.originOf(f.Arg(phi, s), at) != first {
			return false
		}
	}
	return true
}

// isAllZero reports whether all parts of a value are zero.
func (d *DivergenceInfo) isAllZero(v ssa.Value) bool {
	for o := d.f.Op(v); o == op.Extract || o == op.ExtractDynamic; o = d.f.Op(v) {
		v = d.f.Arg(v, 0)
	}
	return d.f.Op(v) == op.Zero
}

// IsAlone reports whether one invocation of a workgroup at most is in a block at a time:
// the one whose number equals a uniform one.
func (d *DivergenceInfo) IsAlone(b ssa.NodeID) bool {
	f := d.f
	for l := f.ListOf(b); f.ListParent(l) != 0; l = f.ListOf(f.ListParent(l)) {
		switch n := f.ListParent(l); f.Kind(n) {
		case ssa.NodeIf:
			if d.picksOne(f.Cond(n), l == f.Then(n), 4) {
				return true
			}
		case ssa.NodeSwitch:
			if !d.isNumber(f.Cond(n), 8) {
				continue
			}
			list := f.Cases(n)
			for k := range list {
				if c := &list[k]; c.List == l && !c.Default && len(f.CaseValues(c)) == 1 && (k == 0 || !list[k-1].FallThrough) {
					return true
				}
			}
		}
	}
	return false
}

// picksOne reports whether a condition is true, or false, for one invocation at most.
func (d *DivergenceInfo) picksOne(s ssa.Src, truth bool, depth int) bool {
	f := d.f
	v := s.Value
	if depth == 0 || f.Comps(v) != 1 {
		return false
	}
	switch o := f.Op(v); {
	case o == op.INot:
		return d.picksOne(f.Src(v, 0), !truth, depth-1)
	case o == op.IAnd && truth, o == op.IOr && !truth:
		return d.picksOne(f.Src(v, 0), truth, depth-1) || d.picksOne(f.Src(v, 1), truth, depth-1)
	case o == op.IEq && truth, o == op.INe && !truth:
		for k := range 2 {
			if d.isNumber(f.Src(v, k), 8) && d.OfSrc(f.Src(v, 1-k)) == UniformWorkgroup {
				return true
			}
		}
	}
	return false
}

// isNumber reports whether a scalar is another one for each invocation of a workgroup.
func (d *DivergenceInfo) isNumber(s ssa.Src, depth int) bool {
	f := d.f
	v, comp := s.Value, 0
	if s.Comps > 1 || depth == 0 || f.Bits(v) != 32 {
		return false
	}
	if s.Comps == 1 {
		comp = s.Swizzle.At(0)
	} else if f.Comps(v) != 1 {
		return false
	}
	var b ir.Binding
	switch f.Op(v) {
	case op.Mov:
		from := f.Src(v, 0)
		return d.isNumber(ssa.Src{Value: from.Value, Swizzle: ssa.Splat(from.Swizzle.At(comp)), Comps: 1}, depth-1)
	case op.Bitcast, op.I2I, op.U2U:
		from := f.Src(v, 0)
		return f.Comps(v) == 1 && f.Comps(from.Value) == 1 && d.isNumber(from, depth-1)
	case op.IAdd, op.ISub, op.IXor:
		if f.Comps(v) != 1 {
			return false
		}
		for k := range 2 {
			if d.isNumber(f.Src(v, k), depth-1) && d.OfSrc(f.Src(v, 1-k)) == UniformWorkgroup {
				return true
			}
		}
		return false
	case op.Param:
		b = f.Params[f.IndexOf(v)].Binding
	case op.Extract:
		p := f.Arg(v, 0)
		switch t := f.Shader.Module.StructOf(f.Type(p)); {
		case t != nil && f.Op(p) == op.Param:
			b = t.Members[f.IndexOf(v)].Binding
		case f.Comps(p) > 1:
			return d.isNumber(ssa.Src{Value: p, Swizzle: ssa.Splat(f.IndexOf(v)), Comps: 1}, depth-1)
		}
	}
	if b.Kind != ir.BindBuiltIn {
		return false
	}
	switch b.BuiltIn {
	case ir.BuiltInLocalInvocationIndex, ir.BuiltInGlobalInvocationIndex:
		return true
	case ir.BuiltInLocalInvocationID, ir.BuiltInGlobalInvocationID:
		return d.g.Size[0]*d.g.Size[1]*d.g.Size[2] == d.g.Size[comp]
	}
	return false
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
	case ir.BuiltInPrimitiveIndex:
		if d.g.Stage == ir.StageTessellationControl || d.g.Stage == ir.StageTessellationEvaluation {
			return UniformWorkgroup // of a patch
		}
	case ir.BuiltInPatchVertices, ir.BuiltInViewIndex:
		if d.g.Stage != ir.NoStage {
			return UniformWorkgroup
		}
	case ir.BuiltInLocalInvocationID, ir.BuiltInGlobalInvocationID:
		inner := uint32(1)
		for k := range comp {
			inner *= d.g.Size[k]
		}
		switch {
		case d.g.Size[comp] == 1:
			return UniformWorkgroup
		case d.g.Quads == ir.DerivativeGroupQuads && comp < 2:
		case inner%d.g.Lanes == 0:
			return UniformGroup
		}
	case ir.BuiltInSubgroupID:
		return UniformGroup
	}
	return Divergent
}

// outside raises values that are used outside of loops around them.
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
