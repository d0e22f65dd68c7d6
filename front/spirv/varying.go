package spirv

// This file reads pointers that depend on control flow or on a choice (the capability
// VariablePointers). The module has no such values: if all candidates of a pointer go the
// same way from the same variable, and only indices differ, the pointer is these indices,
// and each use goes the way again.
//
//	%p = OpAccessChain %b %i          %x = phi %i, %j
//	%q = OpAccessChain %b %j    ->    load (access %b, %x)
//	%r = OpPhi %p, %q
//	     OpLoad %r

import (
	"slices"

	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// way is how a pointer is reached.
type way struct {
	root    uint32 // a variable or parameter; 0: not known yet
	steps   []step
	varying bool        // there is no one address of it
	made    bool        // the indices are there
	indices []ssa.Value // of the steps that have one, in order
}

// step is one step of a way.
type step struct {
	index  bool   // by an index; else it is a member
	member uint32 // the number of a member
	stride uint32 // of an array, or of a vector; 0: of anything else
}

// varyingPhi is a phi for an index of a pointer, with sources to come.
type varyingPhi struct {
	at    uint32
	index int
	value ssa.Value
}

// maxWayRounds bounds how often ways are looked for: once, and once more for each loop
// that a pointer goes around in.
const maxWayRounds = 16

// maxSteps bounds the steps of a way.
const maxSteps = 64

// variesAt reports whether a pointer of a type may be one that varies.
func (r *reader) variesAt(id uint32) bool {
	if r.defs[id].op != spirv.OpTypePointer {
		return false
	}
	c := r.typeAt(id).class
	return c == spirv.StorageClassStorageBuffer || c == spirv.StorageClassWorkgroup
}

// findWays finds the ways of the pointers of a function, if some of them vary.
func (r *reader) findWays(start, end int) {
	x := &r.fn
	var list []int
	any := false
	for at := start; at < end; {
		inst := r.inst(at)
		switch inst.Op() {
		case spirv.OpSelect, spirv.OpPhi, spirv.OpPtrAccessChain, spirv.OpInBoundsPtrAccessChain, spirv.OpPtrEqual, spirv.OpPtrNotEqual, spirv.OpPtrDiff:
			if inst.Op() >= spirv.OpPtrEqual && inst.Op() <= spirv.OpPtrDiff {
				any = true
			} else if r.variesAt(inst[1]) {
				any = true
				list = append(list, at)
			}
		case spirv.OpAccessChain, spirv.OpInBoundsAccessChain, spirv.OpCopyObject:
			if r.variesAt(inst[1]) {
				list = append(list, at)
			}
		}
		at += len(inst)
	}
	if !any {
		return
	}
	x.ways = map[uint32]*way{}
	bad := map[uint32]bool{}
	for range maxWayRounds {
		changed := false
		for _, at := range list {
			r.at = at
			inst := r.inst(at)
			id := inst[2]
			if bad[id] {
				continue
			}
			w, ok := r.wayOf(inst, bad)
			switch {
			case !ok:
				bad[id], changed = true, true
				delete(x.ways, id)
			case w != nil && x.ways[id] == nil:
				x.ways[id], changed = w, true
			}
		}
		if !changed {
			return
		}
	}
	clear(x.ways) // more loops than make sense
}

// wayTo is the way to a pointer that was found; nil: not yet.
func (r *reader) wayTo(id uint32) *way {
	x := &r.fn
	if w := x.ways[id]; w != nil {
		return w
	}
	switch d := &r.defs[id]; {
	case d.op == spirv.OpVariable && d.index != 0, d.op == spirv.OpFunctionParameter:
		w := &way{root: id, made: true}
		x.ways[id] = w
		return w
	}
	return nil
}

// wayOf is the way that an instruction goes, as far as the ways of its operands are known;
// nil: they aren't. It fails if there is no one way.
func (r *reader) wayOf(inst spirv.Inst, bad map[uint32]bool) (w *way, ok bool) {
	from := func(id uint32) (*way, bool) {
		if id >= r.bound || bad[id] {
			return nil, false
		}
		w := r.wayTo(id)
		if w == nil {
			switch r.defs[id].op {
			case spirv.OpSelect, spirv.OpPhi, spirv.OpPtrAccessChain, spirv.OpInBoundsPtrAccessChain, spirv.OpAccessChain,
				spirv.OpInBoundsAccessChain, spirv.OpCopyObject:
			default:
				return nil, false
			}
		}
		return w, true
	}
	join := func(a, b *way) (*way, bool) {
		switch {
		case b == nil:
			return a, true
		case a == nil:
			return b, true
		}
		return a, a.sameAs(b)
	}
	switch inst.Op() {
	case spirv.OpCopyObject:
		w, ok := from(inst[3])
		if w == nil {
			return nil, ok
		}
		return &way{root: w.root, steps: w.steps, varying: w.varying}, true
	case spirv.OpSelect, spirv.OpPhi:
		sources := inst[4:]
		by := 1
		if inst.Op() == spirv.OpPhi {
			sources, by = inst[3:], 2
		}
		for k := 0; k < len(sources); k += by {
			source, ok := from(sources[k])
			if ok {
				w, ok = join(w, source)
			}
			if !ok {
				return nil, false
			}
		}
		if w == nil {
			return nil, true
		}
		return &way{root: w.root, steps: w.steps, varying: true}, true
	}
	path, element := inst[4:], uint32(0)
	if o := inst.Op(); o == spirv.OpPtrAccessChain || o == spirv.OpInBoundsPtrAccessChain {
		path, element = inst[5:], inst[4]
	}
	base, ok := from(inst[3])
	if base == nil {
		return nil, ok
	}
	w = &way{root: base.root, steps: base.steps, varying: base.varying}
	if element != 0 && !r.isZeroConstant(element) {
		n := len(base.steps)
		if n == 0 || !base.steps[n-1].index || base.steps[n-1].stride == 0 || !r.stepsBy(inst[3], base.steps[n-1].stride) {
			return nil, false
		}
		w.varying = true
	}
	if len(path) > 0 && len(base.steps) == 0 && r.isBare(base.root) {
		path = path[1:]
		return w, r.goOn(w, r.pointeeOf(inst[3]), inst[len(inst)-len(path)-1:])
	}
	return w, r.goOn(w, r.pointeeOf(inst[3]), append([]uint32{0}, path...))
}

// goOn goes further, from a type: by path[1:]; path[0] is the member that a bare variable
// is already, or 0.
func (r *reader) goOn(w *way, t uint32, path []uint32) bool {
	steps := slices.Clone(w.steps)
	for k, id := range path {
		info := &r.types[t]
		if k == 0 {
			if id != 0 {
				if info.op != spirv.OpTypeStruct || len(info.members) == 0 {
					return false
				}
				t = info.members[0]
			}
			continue
		}
		s := step{index: true}
		switch info.op {
		case spirv.OpTypeStruct:
			d := &r.defs[id]
			if d.op != spirv.OpConstant || len(r.inst(int(d.offset))) < 4 || int(r.words[d.offset+3]) >= len(info.members) {
				return false
			}
			s = step{member: r.words[d.offset+3]}
			t = info.members[s.member]
		case spirv.OpTypeArray, spirv.OpTypeRuntimeArray:
			s.stride = r.number(r.words[info.at+1], -1, spirv.DecorationArrayStride, ^uint32(0))
			t = info.element
		case spirv.OpTypeVector, spirv.OpTypeMatrix:
			t = info.element
			if info.op == spirv.OpTypeVector {
				s.stride = r.types[t].size
			}
		default:
			return false
		}
		if steps = append(steps, s); len(steps) > maxSteps {
			return false
		}
	}
	w.steps = steps
	return true
}

// pointeeOf is the index of the type that a pointer points to.
func (r *reader) pointeeOf(id uint32) uint32 { return r.typeOfValue(id).element }

// stepsBy reports whether elements are so far apart by a pointer's type. In workgroup
// memory no decoration is needed.
func (r *reader) stepsBy(id, stride uint32) bool {
	info := r.typeOfValue(id)
	return info.class == spirv.StorageClassWorkgroup || r.number(r.words[info.at+1], -1, spirv.DecorationArrayStride, 0) == stride
}

// isZeroConstant reports whether an id is the constant 0.
func (r *reader) isZeroConstant(id uint32) bool {
	d := &r.defs[id]
	if d.op == spirv.OpConstantNull {
		return true
	}
	if d.op != spirv.OpConstant {
		return false
	}
	for _, w := range r.inst(int(d.offset))[3:] {
		if w != 0 {
			return false
		}
	}
	return true
}

// sameAs reports whether ways go by the same steps, whatever the indices.
func (w *way) sameAs(v *way) bool { return w.root == v.root && slices.Equal(w.steps, v.steps) }

// count is how many indices a way has.
func (w *way) count() (n int) {
	for _, s := range w.steps {
		if s.index {
			n++
		}
	}
	return n
}

// varies returns the way to a pointer that varies, or nil. Its indices must be there.
func (r *reader) varies(id uint32) *way {
	w := r.fn.ways[id]
	if w == nil || !w.varying {
		return nil
	}
	return r.ready(id, w)
}

// ready demands that there is a way, and its indices.
func (r *reader) ready(id uint32, w *way) *way {
	if w == nil {
		r.invalid("%%%d is no pointer to anything", id)
	}
	if !w.made {
		r.invalid("%%%d is used before it is computed", id)
	}
	return w
}

// arrive makes the address of a pointer that varies at the builder's place.
func (r *reader) arrive(w *way) ssa.Value {
	x := &r.fn
	if len(w.steps) == 0 {
		return r.val(w.root)
	}
	p := r.val(w.root)
	next := 0
	for _, s := range w.steps {
		if !s.index {
			p = r.member(p, s.member)
			continue
		}
		t := *r.isMemory(p)
		switch r.m.Types.At(t.Base).Kind {
		case ir.TypeVector, ir.TypeMatrix, ir.TypeArray:
		default:
			r.noWay("a pointer into an array of buffers")
		}
		pt := r.m.Types.Pointer(r.m.ElementType(t.Base, 0), t.Space, t.Access, r.m.ElementLayout(t.Layout))
		p = x.b.DerefArray(pt, p, w.indices[next])
		next++
	}
	return p
}

// chainIndices notes the indices of an access chain, and reports whether its pointer
// varies: then there is nothing more of it.
func (r *reader) chainIndices(inst spirv.Inst) bool {
	x := &r.fn
	w := x.ways[inst[2]]
	if w == nil {
		return false
	}
	base := r.ready(inst[3], r.wayTo(inst[3]))
	path, element := inst[4:], uint32(0)
	if o := inst.Op(); o == spirv.OpPtrAccessChain || o == spirv.OpInBoundsPtrAccessChain {
		path, element = inst[5:], inst[4]
	}
	w.indices = append(w.indices[:0], base.indices...)
	number := func(id uint32) ssa.Value {
		v := r.index(r.val(id))
		if x.f.Comps(v) != 1 || x.f.Bits(v) != 32 {
			r.invalid("an index that is no integer")
		}
		return v
	}
	if element != 0 && !r.isZeroConstant(element) {
		n := len(w.indices) - 1
		w.indices[n] = x.b.Op(op.IAdd, ir.TypeU32, w.indices[n], number(element))
	}
	path = path[len(path)-(len(w.steps)-len(base.steps)):]
	for k, s := range w.steps[len(base.steps):] {
		if s.index {
			w.indices = append(w.indices, number(path[k]))
		}
	}
	w.made = true
	return w.varying
}

// choosePointer reads a choice of pointers.
func (r *reader) choosePointer(inst spirv.Inst) {
	x := &r.fn
	w := x.ways[inst[2]]
	if w == nil {
		r.noWay("a choice of pointers that go different ways")
	}
	a, b := r.ready(inst[4], r.wayTo(inst[4])), r.ready(inst[5], r.wayTo(inst[5]))
	c := r.val(inst[3])
	if x.f.Comps(c) != 1 {
		r.invalid("a choice of pointers by more than one condition")
	}
	w.indices = w.indices[:0]
	for k := range w.count() {
		v := a.indices[k]
		if v != b.indices[k] {
			v = x.b.Op(op.BCsel, ir.TypeU32, c, v, b.indices[k])
		}
		w.indices = append(w.indices, v)
	}
	w.made = true
}

// pointerPhi reads a phi of pointers, whose sources come later.
func (r *reader) pointerPhi(inst spirv.Inst, preds []ssa.NodeID) {
	x := &r.fn
	w := x.ways[inst[2]]
	if w == nil {
		r.noWay("a pointer that depends on control flow, by different ways")
	}
	w.indices = w.indices[:0]
	for k := range w.count() {
		v := x.f.FlatPhi(x.block, ir.TypeU32, preds, r.span())
		x.varyingPhis = append(x.varyingPhis, varyingPhi{uint32(r.at), k, v})
		w.indices = append(w.indices, v)
	}
	w.made = true
}

// finishPointerPhis gives the phis of pointers their sources.
func (r *reader) finishPointerPhis() {
	x := &r.fn
	for _, p := range x.varyingPhis {
		r.at = int(p.at)
		inst := r.inst(r.at)
		for k := 0; 3+2*k < len(inst); k++ {
			id := inst[3+2*k]
			x.f.SetSrc(p.value, k, ssa.Whole(r.ready(id, r.wayTo(id)).indices[p.index]))
		}
	}
}

// compareWays reads a comparison of pointers, or how far apart they are.
func (r *reader) compareWays(inst spirv.Inst) {
	x := &r.fn
	a, b := r.comparedWay(inst, inst[3]), r.comparedWay(inst, inst[4])
	if inst.Op() == spirv.OpPtrDiff {
		n := len(a.steps)
		if !a.sameAs(b) || n == 0 || !a.steps[n-1].index {
			r.noWay("%s of what goes different ways", inst.Op())
		}
		t := r.value(inst[1])
		d := x.b.Op(op.ISub, ir.TypeI32, a.indices[a.count()-1], b.indices[b.count()-1])
		if bits := r.m.Types.ScalarOf(t).Bits(); bits != 32 {
			d = x.b.Op(op.I2I, ir.ScalarTypeOf(r.m.Types.ScalarOf(t)), d)
		}
		r.set(inst[2], d)
		return
	}
	var same ssa.Value
	switch {
	case a.root != b.root && (r.defs[a.root].op != spirv.OpVariable || r.defs[b.root].op != spirv.OpVariable):
		r.noWay("%s of parameters", inst.Op())
	case !a.sameAs(b):
		same = x.b.Const(ir.TypeBool, 0)
	default:
		for k := range a.indices {
			is := x.b.Op(op.IEq, ir.TypeBool, a.indices[k], b.indices[k])
			if same == 0 {
				same = is
			} else {
				same = x.b.Op(op.IAnd, ir.TypeBool, same, is)
			}
		}
		if same == 0 {
			same = x.b.Const(ir.TypeBool, 1)
		}
	}
	if inst.Op() == spirv.OpPtrNotEqual {
		same = x.b.Op(op.INot, ir.TypeBool, same)
	}
	r.set(inst[2], same)
}

// comparedWay is the way to a pointer that is compared.
func (r *reader) comparedWay(inst spirv.Inst, id uint32) *way {
	w := r.wayTo(id)
	if w == nil {
		r.noWay("%s of what goes different ways", inst.Op())
	}
	return r.ready(id, w)
}
