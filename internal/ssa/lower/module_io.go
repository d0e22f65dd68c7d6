package lower

// This file makes inputs and outputs of entry points parameters and results again.
//
//	before                                             after
//	var @uv : vec2<f32> shader_in location(0) at(0)    func @main(%uv : vec2<f32> location(0))
//	var @color : vec4<f32> shader_out location(0)          -> vec4<f32> location(0) {
//	func @main() {                                       var $inputs : array<vec4<u32>, 1> function_temp
//	  %1 = load_input 0, base=0 : vec2<f32>              var $color : vec4<f32> function_temp
//	  ...                                                ...
//	  return                                             %9 = load $color
//	}                                                    return %9
//	                                                   }
//
// Variables that are accessed by address become private variables, which are set at the start
// and read at the end. Variables that are accessed by slot are read from, and written to, an
// array of all slots.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A moduleStage replaces inputs and outputs in the function of an entry point.
type moduleStage struct {
	s       *ssa.Shader
	types   *ir.Types
	f       *ssa.Function
	reads   []ssa.VarID // input variables that the function uses
	writes  []ssa.VarID
	direct  []bool       // by variable: accessed by address
	slotted []bool       // by variable: accessed by slot
	ins     slotArray    // of inputs
	outs    slotArray    // of outputs
	values  []systemLoad // system values that the function has as parameters
}

// A slotArray is a local array with a vector for each slot.
type slotArray struct {
	v           ssa.VarID // 0: there is none
	first, last uint32
}

type systemLoad struct {
	which ir.BuiltIn
	value ssa.Value
}

func moduleIO(s *ssa.Shader) bool {
	changed := false
	done := make([]bool, len(s.Funcs))
	for k := range s.EntryPoints {
		id := s.EntryPoints[k].Function
		if done[id] || s.Funcs[id].IsFlat() {
			continue
		}
		done[id] = true
		x := moduleStage{s: s, types: &s.Module.Types, f: s.Funcs[id], direct: make([]bool, len(s.Vars)), slotted: make([]bool, len(s.Vars))}
		changed = x.run(s.EntryPoints[k].Stage) || changed
	}
	for k := range s.Vars {
		if v := &s.Vars[k]; v.Mode&ioModes != 0 {
			v.Mode, v.IO, v.HasAt, v.Access = ssa.ModeShaderTemp, ir.Binding{}, false, ir.AccessReadWrite
			changed = true
		}
	}
	return changed
}

// run replaces the inputs and outputs of the function.
func (x *moduleStage) run(stage ir.Stage) bool {
	found := x.collect()
	if stage.Info().WritesPosition {
		found = x.position() || found
	}
	if !found {
		return false
	}
	for v := range x.s.Vars {
		if !x.direct[v] && !x.slotted[v] {
			continue
		}
		if x.s.Vars[v].Mode == ssa.ModeShaderOut {
			x.writes = append(x.writes, ssa.VarID(v))
		} else {
			x.reads = append(x.reads, ssa.VarID(v))
		}
	}
	b := x.f.Build(x.f.Entry())
	x.inputs(&b)
	x.outputs(&b)
	x.accesses()
	return true
}

// collect finds the inputs and outputs that the function uses; it reports whether there are any.
func (x *moduleStage) collect() bool {
	f := x.f
	found := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.DerefVar:
				if v := f.VarOf(i); !v.IsLocal() && x.s.Vars[v].Mode&ioModes != 0 {
					x.direct[v], found = true, true
				}
			case op.LoadInput, op.LoadInterpolatedInput, op.LoadOutput, op.StoreOutput:
				x.slots(i)
				found = true
			case op.LoadSystemValue, op.LoadBarycentric:
				found = true
			}
		}
	}
	return found
}

// position makes the position of a vertex an output that the function writes if it never returns, and so
// writes none; it reports whether there is one.
func (x *moduleStage) position() bool {
	unused := ssa.VarID(0)
	for id := range x.s.Vars {
		v := &x.s.Vars[id]
		if v.Mode != ssa.ModeShaderOut || v.IO.Kind != ir.BindBuiltIn || v.IO.BuiltIn != ir.BuiltInPosition {
			continue
		}
		if x.direct[id] || x.slotted[id] {
			return false
		}
		if unused == 0 && !usedAnywhere(x.s, ssa.VarID(id)) {
			unused = ssa.VarID(id)
		}
	}
	if unused != 0 {
		x.direct[unused] = true
	}
	return unused != 0
}

// usedAnywhere reports whether a function has the address of a variable.
func usedAnywhere(s *ssa.Shader, v ssa.VarID) bool {
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.DerefVar && f.VarOf(i) == v {
					return true
				}
			}
		}
	}
	return false
}

// slotSource is the number of the source with the slot of an access.
func slotSource(o op.Op) int {
	if o == op.LoadInterpolatedInput || o == op.StoreOutput {
		return 1
	}
	return 0
}

// slots notes the variables whose slots an access may name.
func (x *moduleStage) slots(i ssa.InstrID) {
	f := x.f
	mode, list := ssa.ModeShaderIn, &x.ins
	if o := f.Op(i); o == op.LoadOutput || o == op.StoreOutput {
		mode, list = ssa.ModeShaderOut, &x.outs
	}
	first := f.Field(i, "base")
	last := first + max(1, f.Field(i, "slots"))
	if k, known := f.KnownBits(f.Arg(i, slotSource(f.Op(i))), 0); known {
		first += uint32(k)
		last = first + 1
		if f.Bits(i) == 64 && f.Field(i, "component")+2*uint32(f.Comps(i)) > 4 {
			last++
		}
	}
	if list.last == 0 {
		list.first = first
	}
	list.first, list.last = min(list.first, first), max(list.last, last)
	for k := range x.s.Vars {
		v := &x.s.Vars[k]
		if v.Mode == mode && v.HasAt && v.At < last && first < v.At+slotsOf(x.s.Module, v.Type) {
			x.slotted[k] = true
			list.first, list.last = min(list.first, v.At), max(list.last, v.At+slotsOf(x.s.Module, v.Type))
		}
	}
}

// local adds the array of slots, if an access names one.
func (x *moduleStage) local(list *slotArray, name string) {
	if list.last == 0 {
		return
	}
	t := x.types.Array(ir.VectorOf(ir.U32, 4), list.last-list.first)
	list.v = x.f.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeFunctionTemp, Type: t, Access: ir.AccessReadWrite})
}

// slot is the address of a slot.
func (x *moduleStage) slot(b *ssa.Builder, list *slotArray, slot ssa.Value) ssa.Value {
	p := b.DerefVar(list.v)
	return b.DerefArray(x.s.Module.ElementType(x.f.Type(p), 0), p, slot)
}

// inputs sets the variables of inputs from parameters.
func (x *moduleStage) inputs(b *ssa.Builder) {
	x.local(&x.ins, "inputs")
	var slots [][4]ssa.Value
	if x.ins.v != 0 {
		slots = make([][4]ssa.Value, x.ins.last-x.ins.first)
	}
	for _, id := range x.reads {
		v := &x.s.Vars[id]
		p := x.parameter(b, v.Name, v.Type, v.IO)
		if v.IO.Kind == ir.BindBuiltIn {
			x.values = append(x.values, systemLoad{v.IO.BuiltIn, p})
		}
		if x.direct[id] {
			b.Store(b.DerefVar(id), p)
		}
		if x.slotted[id] {
			x.spread(b, p, v.At-x.ins.first, uint32(v.IO.Component), slots)
		}
	}
	for k := range slots {
		if slots[k] == ([4]ssa.Value{}) {
			continue
		}
		for c := range slots[k] {
			if slots[k][c] == 0 {
				slots[k][c] = b.U32(0)
			}
		}
		b.Store(x.slot(b, &x.ins, b.U32(uint32(k))), b.Op(op.Vec, ir.VectorOf(ir.U32, 4), slots[k][:]...))
	}
}

// parameter adds a parameter of the function.
func (x *moduleStage) parameter(b *ssa.Builder, name string, t ir.TypeID, at ir.Binding) ssa.Value {
	x.f.Params = append(x.f.Params, ir.Argument{Name: name, Type: t, Binding: at})
	p := b.Instr(op.Param, t)
	x.f.SetWords(p, [2]uint32{uint32(len(x.f.Params) - 1)})
	return p
}

// parts calls fn for each vector, or part of it in one slot, of a value that begins in a slot.
func (x *moduleStage) parts(t ir.TypeID, slot uint32, fn func(path []int, t ir.TypeID, slot uint32)) {
	var path []int
	var visit func(t ir.TypeID, slot uint32)
	visit = func(t ir.TypeID, slot uint32) {
		if x.types.IsScalarOrVector(t) {
			fn(path, t, slot)
			return
		}
		for k := range memberCount(x.s.Module, t) {
			part := x.s.Module.ElementType(t, uint32(k))
			path = append(path, k)
			visit(part, slot)
			path = path[:len(path)-1]
			slot += slotsOf(x.s.Module, part)
		}
	}
	visit(t, slot)
}

// memberCount is the number of members, elements or columns of an aggregate or matrix.
func memberCount(m *ir.Module, t ir.TypeID) int {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeStruct:
		return len(m.Structs[ty.Struct].Members)
	case ir.TypeMatrix:
		return int(ty.Columns)
	default:
		return int(ty.Length)
	}
}

// spread puts the words of a value into slots.
func (x *moduleStage) spread(b *ssa.Builder, v ssa.Value, slot, component uint32, slots [][4]ssa.Value) {
	x.parts(x.f.Type(v), slot, func(path []int, t ir.TypeID, slot uint32) {
		part, at := v, x.f.Type(v)
		for _, k := range path {
			at = x.s.Module.ElementType(at, uint32(k))
			part = b.Extract(at, part, k)
		}
		c := component
		for k := range x.types.ComponentCount(t) {
			for _, w := range toWords(b, b.Component(part, k)) {
				slots[slot+c/4][c%4] = w
				c++
			}
		}
	})
}

// toWords are the words of a scalar in slots.
func toWords(b *ssa.Builder, v ssa.Value) []ssa.Value {
	c := calc{*b}
	defer func() { *b = c.Builder }()
	switch c.F.Bits(v) {
	case 1:
		return []ssa.Value{c.sel(v, c.U32(1), c.U32(0))}
	case 8, 16:
		return []ssa.Value{c.toWord(v)}
	case 64:
		pair := c.Op(op.Bitcast, ir.VectorOf(ir.U32, 2), v)
		return []ssa.Value{c.Component(pair, 0), c.Component(pair, 1)}
	}
	return []ssa.Value{c.bitcast(ir.U32, v)}
}

// fromWords is the scalar that words of slots make.
func fromWords(b *ssa.Builder, s ir.Scalar, words []ssa.Value) ssa.Value {
	c := calc{*b}
	defer func() { *b = c.Builder }()
	t := ir.ScalarTypeOf(s)
	switch s.Bits() {
	case 1:
		return c.nei(words[0], 0)
	case 8, 16:
		return c.fromWord(t, words[0])
	case 64:
		return c.Op(op.Bitcast, t, c.Op(op.Vec, ir.VectorOf(ir.U32, 2), words[0], words[1]))
	}
	return c.Op(op.Bitcast, t, words[0])
}

// outputs makes the result of the variables of outputs.
func (x *moduleStage) outputs(b *ssa.Builder) {
	x.local(&x.outs, "outputs")
	if len(x.writes) == 0 {
		return
	}
	f := x.f
	single := len(x.writes) == 1
	if v := &x.s.Vars[x.writes[0]]; single {
		f.Result, f.ResultBinding = v.Type, v.IO
	} else {
		st := ir.Struct{Name: f.Name + "_result"}
		for _, id := range x.writes {
			v := &x.s.Vars[id]
			st.Members = append(st.Members, ir.Member{Name: v.Name, Type: v.Type, Binding: v.IO})
		}
		f.Result = x.s.Module.AddStruct(st)
	}
	var ends []ssa.NodeID
	last := ssa.NodeID(0)
	for n := range f.Blocks() {
		if j := f.Jump(n); j != 0 && f.Op(j) == op.Return {
			ends = append(ends, n)
		}
		last = n
	}
	if f.Jump(last) == 0 && f.ListOf(last) == ssa.Body {
		f.AddJump(last, op.Return, f.Span)
		ends = append(ends, last)
	}
	for _, n := range ends {
		j := f.Jump(n)
		b := f.BuildBefore(j)
		var parts []ssa.Value
		for _, id := range x.writes {
			parts = append(parts, x.output(&b, id))
		}
		v := parts[0]
		if !single {
			v = b.Op(op.Compose, f.Result, parts...)
		}
		span := f.SpanOf(j)
		f.RemoveJump(n)
		f.AddJump(n, op.Return, span, ssa.Whole(v))
	}
}

// output is the value of an output variable.
func (x *moduleStage) output(b *ssa.Builder, id ssa.VarID) ssa.Value {
	v := &x.s.Vars[id]
	if x.direct[id] {
		return b.Load(b.DerefVar(id))
	}
	return x.gather(b, v.Type, v.At-x.outs.first, uint32(v.IO.Component))
}

// gather is a value from the slots of outputs.
func (x *moduleStage) gather(b *ssa.Builder, t ir.TypeID, slot, component uint32) ssa.Value {
	if n := x.types.ComponentCount(t); n > 0 {
		parts := x.words(b, &x.outs, slot, 0, component, n, x.types.ScalarOf(t))
		if n == 1 {
			return parts[0]
		}
		return b.Op(op.Vec, t, parts...)
	}
	var parts []ssa.Value
	for k := range memberCount(x.s.Module, t) {
		part := x.s.Module.ElementType(t, uint32(k))
		parts = append(parts, x.gather(b, part, slot, component))
		slot += slotsOf(x.s.Module, part)
	}
	return b.Op(op.Compose, t, parts...)
}

// words are n scalars from a component of a slot on; dyn slots are to be added unless it is 0.
func (x *moduleStage) words(b *ssa.Builder, list *slotArray, slot uint32, dyn ssa.Value, component uint32, n int, s ir.Scalar) []ssa.Value {
	var loads [3]ssa.Value
	c := component
	word := func() ssa.Value {
		if loads[c/4] == 0 {
			loads[c/4] = b.Load(x.slot(b, list, slotIndex(b, slot+c/4, dyn)))
		}
		c++
		return b.Component(loads[(c-1)/4], int(c-1)%4)
	}
	parts := make([]ssa.Value, n)
	for k := range parts {
		w := []ssa.Value{word()}
		if s.Bits() == 64 {
			w = append(w, word())
		}
		parts[k] = fromWords(b, s, w)
	}
	return parts
}

// slotIndex is the number of a slot, and dyn unless that is 0.
func slotIndex(b *ssa.Builder, slot uint32, dyn ssa.Value) ssa.Value {
	switch {
	case dyn == 0:
		return b.U32(slot)
	case slot == 0:
		return dyn
	}
	return b.Op(op.IAdd, ir.TypeU32, dyn, b.U32(slot))
}

// accesses replaces accesses of slots and system values.
func (x *moduleStage) accesses() {
	f := x.f
	for n := range f.Blocks() {
		for i := range f.Instrs(n) {
			b := f.BuildBefore(i)
			switch f.Op(i) {
			case op.LoadInput, op.LoadOutput:
				x.load(&b, i)
			case op.LoadInterpolatedInput:
				x.interpolated(&b, i)
			case op.StoreOutput:
				x.store(&b, i)
			}
		}
	}
	// Sums of an index that starts at zero and the base of the draw are the whole index.
	for n := range f.Blocks() {
		for i := range f.Instrs(n) {
			if f.Op(i) == op.IAdd && f.Comps(i) == 1 {
				x.wholeIndex(i)
			}
		}
	}
	for n := range f.Blocks() {
		for i := range f.Instrs(n) {
			switch o := f.Op(i); {
			case o != op.LoadSystemValue && o != op.LoadBarycentric:
			case !f.HasUses(i):
				f.Remove(i)
			case o == op.LoadSystemValue:
				x.systemValue(i)
			case op.Barycentric(f.Field(i, "at")) == op.BarycentricPixel:
				x.barycentric(i)
			}
		}
	}
}

// where is the slot that an access names, and the number of slots to be added, or 0.
func (x *moduleStage) where(i ssa.InstrID, list *slotArray) (slot uint32, dyn ssa.Value) {
	f := x.f
	slot = f.Field(i, "base") - list.first
	dyn = f.Arg(i, slotSource(f.Op(i)))
	if k, known := f.KnownBits(dyn, 0); known {
		return slot + uint32(k), 0
	}
	return slot, dyn
}

// load replaces a load of slots.
func (x *moduleStage) load(b *ssa.Builder, i ssa.InstrID) {
	list := &x.ins
	if x.f.Op(i) == op.LoadOutput {
		list = &x.outs
	}
	slot, dyn := x.where(i, list)
	c := calc{*b}
	parts := x.words(&c.Builder, list, slot, dyn, x.f.Field(i, "component"), x.f.Comps(i), x.types.ScalarOf(x.f.Type(i)))
	replace(x.f, i, c.join(i, parts...))
}

// interpolated replaces a load of an input that is interpolated.
func (x *moduleStage) interpolated(b *ssa.Builder, i ssa.InstrID) {
	f := x.f
	place := f.Arg(i, 0)
	if f.Op(place) != op.LoadBarycentric {
		return
	}
	slot, dyn := x.where(i, &x.ins)
	component := f.Field(i, "component")
	v := x.inputAt(slot+x.ins.first, component)
	if v == nil {
		return
	}
	at, declared := op.Barycentric(f.Field(place, "at")), op.BarycentricPixel
	switch v.IO.Sampling {
	case ir.SampleCentroid:
		declared = op.BarycentricCentroid
	case ir.SampleSample:
		declared = op.BarycentricSample
	}
	if at == declared {
		x.load(b, i)
		return
	}
	ops := map[op.Barycentric]ir.InterpolateOp{op.BarycentricCentroid: ir.InterpolateCentroid, op.BarycentricAtSample: ir.InterpolateSample, op.BarycentricAtOffset: ir.InterpolateOffset}
	o, ok := ops[at]
	if !ok || dyn != 0 || !x.types.IsScalarOrVector(v.Type) {
		return
	}
	var src ssa.Src
	if f.NumSrcs(place) > 0 && f.Arg(place, 0) != 0 {
		src = ssa.Whole(f.Arg(place, 0))
	}
	w := b.Instr(op.Interpolate, v.Type, src)
	f.SetField(w, "op", uint32(o))
	f.SetField(w, "component", uint32(v.IO.Component))
	f.SetField(w, "location", v.IO.Location)
	if f.Comps(i) < f.Comps(w) {
		shift := component - uint32(v.IO.Component)
		w = b.Swizzle(w, ssa.Identity>>(2*shift), f.Comps(i))
	}
	replace(f, i, w)
}

// inputAt is the input variable that a component of a slot belongs to, or nil.
func (x *moduleStage) inputAt(slot, component uint32) *ssa.Variable {
	for _, id := range x.reads {
		v := &x.s.Vars[id]
		if !v.HasAt || v.Mode != ssa.ModeShaderIn || slot < v.At || slot >= v.At+slotsOf(x.s.Module, v.Type) {
			continue
		}
		n := uint32(x.types.ComponentCount(v.Type))
		if n == 0 || component >= uint32(v.IO.Component) && component < uint32(v.IO.Component)+n {
			return v
		}
	}
	return nil
}

// store replaces a store to slots.
func (x *moduleStage) store(b *ssa.Builder, i ssa.InstrID) {
	f := x.f
	slot, dyn := x.where(i, &x.outs)
	v := f.Arg(i, 0)
	mask := f.Field(i, "mask")
	c := f.Field(i, "component")
	t := ir.VectorOf(ir.U32, 4)
	var words [3][4]ssa.Value
	var masks [3]uint32
	for k := range f.Comps(v) {
		for _, w := range toWords(b, b.Component(v, k)) {
			if mask == 0 || mask>>k&1 != 0 {
				words[c/4][c%4] = w
				masks[c/4] |= 1 << (c % 4)
			}
			c++
		}
	}
	for k := range words {
		if masks[k] == 0 {
			continue
		}
		for j := range words[k] {
			if words[k][j] == 0 {
				words[k][j] = b.U32(0)
			}
		}
		at := b.Store(x.slot(b, &x.outs, slotIndex(b, slot+uint32(k), dyn)), b.Op(op.Vec, t, words[k][:]...))
		if masks[k] != 15 {
			f.SetField(at, "mask", masks[k])
		}
	}
	f.Remove(i)
}

// wholeIndex replaces a sum of a vertex or instance index from zero and its base.
func (x *moduleStage) wholeIndex(i ssa.InstrID) {
	f := x.f
	index, base := f.Arg(i, 0), f.Arg(i, 1)
	if f.Op(index) != op.LoadSystemValue || f.Op(base) != op.LoadSystemValue {
		return
	}
	if f.Field(index, "from_zero") == 0 {
		index, base = base, index
	}
	which := ir.BuiltIn(f.Field(index, "value"))
	if f.Field(index, "from_zero") == 0 || op.BaseOf(which) != ir.BuiltIn(f.Field(base, "value")) {
		return
	}
	replace(f, i, x.system(which, f.Type(index)))
}

// system is the parameter with a system value.
func (x *moduleStage) system(which ir.BuiltIn, t ir.TypeID) ssa.Value {
	for _, have := range x.values {
		if have.which == which {
			return have.value
		}
	}
	b := x.f.Build(x.f.Entry())
	p := x.parameter(&b, which.String(), t, ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: which})
	x.values = append(x.values, systemLoad{which, p})
	return p
}

// barycentric replaces a place of interpolation that the function computes with.
func (x *moduleStage) barycentric(i ssa.InstrID) {
	at := op.BarycentricBinding(x.f.Field(i, "interpolation"))
	b := x.f.Build(x.f.Entry())
	p := ssa.Value(0)
	for k := range x.f.Params {
		if x.f.Params[k].Binding == at {
			p = b.Instr(op.Param, x.f.Params[k].Type)
			x.f.SetWords(p, [2]uint32{uint32(k)})
		}
	}
	if p == 0 {
		p = x.parameter(&b, ir.BuiltInBarycentric.String(), ir.VectorOf(ir.F32, 3), at)
	}
	replace(x.f, i, b.Swizzle(p, 1|2<<2, 2))
}
