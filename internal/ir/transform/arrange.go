package transform

// This file gives the interface of entry points the shape that Direct3D wants:
// stages are linked by the order of their inputs and outputs.
//
//	struct @Varyings { uv : vec2<f32> location(0)  position : vec4<f32> builtin(position) }
//	func @vs() -> @Varyings { ... return %v }
//	func @fs($uv : vec2<f32> location(0)) -> vec4<f32> location(0)
//
// becomes
//
//	struct @Varyings_ { position : vec4<f32> builtin(position)  uv : vec2<f32> location(0) }
//	func @vs() -> @Varyings_ { ... return compose %v.position, %v.uv }
//	func @fs($position : vec4<f32> builtin(position), $uv : vec2<f32> location(0)) -> vec4<f32> location(0)

import (
	"cmp"
	"slices"
	"sync"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

const vec4f = ir.TypeVec4F32

// ArrangeOptions selects further work of ArrangeInterfaces.
type ArrangeOptions struct {
	// Loose are built-in inputs that become parameters of their own if they are members of
	// a struct.
	Loose func(ir.BuiltIn) bool
	// Reserved are the structs, by StructID, that are neither inputs nor outputs.
	Reserved []bool
	// Outputs are the locations that vertex shaders write; nil: all.
	Outputs []uint32
}

// ArrangeInterfaces puts the outputs of vertex shaders and the inputs of fragment
// shaders in one order: the position, locations in ascending order, other
// built-in values; a fragment shader whose inputs lack the position gets it.
// Inputs and outputs with semantics keep their order, which registers follow from.
// Clip distances become vectors of up to four. A struct serves either
// outputs of fragment shaders or other inputs and outputs.
func ArrangeInterfaces(m *ir.Module, opts ArrangeOptions) {
	if len(m.EntryPoints) == 0 {
		return
	}
	a := arrangings.Get().(*arranging)
	*a = arranging{m: m, opts: opts, list: a.list}
	for i := range m.EntryPoints {
		stage := m.EntryPoints[i].Stage
		f := m.Functions[m.EntryPoints[i].Function]
		if a.wantsInputs(f, stage) {
			f = m.OwnFunction(i)
			a.inputs(f, stage)
		}
		if a.wantsOutputs(f, stage) {
			a.outputs(m.OwnFunction(i), stage)
		}
	}
	clear(a.list[:cap(a.list)])
	*a = arranging{list: a.list[:0]}
	arrangings.Put(a)
}

var arrangings = sync.Pool{New: func() any { return new(arranging) }}

type arranging struct {
	m     *ir.Module
	opts  ArrangeOptions
	made  []arrangedStruct
	roles map[ir.StructID]ir.Stage // StageFragment: outputs of fragment shaders; else StageVertex
	list  []ir.Member
}

// arrangedStruct is a struct made of another.
type arrangedStruct struct {
	from ir.TypeID
	role ir.Stage
	to   ir.TypeID
}

// arranged is the struct with the given members that takes the place of another:
// the same for inputs as for outputs.
func (a *arranging) arranged(from ir.TypeID, role ir.Stage, s ir.Struct) ir.TypeID {
	for _, x := range a.made {
		if x.from == from && x.role == role && slices.EqualFunc(a.m.StructOf(x.to).Members, s.Members, func(x, y ir.Member) bool {
			return x.Name == y.Name && x.Type == y.Type && x.Binding == y.Binding
		}) {
			return x.to
		}
	}
	to := a.m.AddStruct(s)
	a.claim(to, role)
	a.made = append(a.made, arrangedStruct{from, role, to})
	return to
}

// rank orders members, those of primitives behind those of vertices.
func rank(x *ir.Member) uint64 {
	switch b := &x.Binding; {
	case hasBuiltIn(*b, ir.BuiltInPosition):
		return 0
	case b.PerPrimitive && b.Kind == ir.BindLocation:
		return 1<<40 + uint64(ir.BuiltInFragDepth)<<34 + uint64(b.Location) // ahead of the built-in values of primitives
	case b.Kind == ir.BindLocation:
		return 1 + uint64(b.Location)<<2 + uint64(b.Component)
	default:
		return 1<<40 + uint64(b.BuiltIn)<<34
	}
}

// flat lists the members of inputs or outputs.
func (a *arranging) flat(name string, t ir.TypeID, b ir.Binding) {
	if s := a.m.StructOf(t); s != nil && b.Kind == ir.NoBinding {
		a.list = append(a.list, s.Members...)
		return
	}
	a.list = append(a.list, ir.Member{Name: name, Type: t, Binding: b})
}

// keepsOrder reports whether a list of members stays in the order of the source.
func (a *arranging) keepsOrder() bool {
	return slices.ContainsFunc(a.list, func(x ir.Member) bool { return x.Binding.Semantic != (ir.Semantic{}) })
}

// ordered reports whether a list of members needs no change.
func (a *arranging) ordered() bool {
	return (a.keepsOrder() || slices.IsSortedFunc(a.list, func(x, y ir.Member) int { return cmp.Compare(rank(&x), rank(&y)) })) &&
		!slices.ContainsFunc(a.list, func(x ir.Member) bool { return a.isClip(x) || a.isNarrow(x) })
}

// isNarrow reports whether an input per primitive leaves room in its register, where the compiler
// would put a part of a vertex.
func (a *arranging) isNarrow(x ir.Member) bool {
	t := a.m.Types.At(x.Type)
	return x.Binding.PerPrimitive && x.Binding.Kind == ir.BindLocation && (t.Kind == ir.TypeScalar || t.Kind == ir.TypeVector) && t.Scalar.Bits() <= 32 && t.Rows < 4
}

func (a *arranging) isClip(x ir.Member) bool {
	return (hasBuiltIn(x.Binding, ir.BuiltInClipDistances) || hasBuiltIn(x.Binding, ir.BuiltInCullDistances)) &&
		a.m.Types.At(x.Type).Kind == ir.TypeArray
}

func (a *arranging) isLoose(b ir.Binding) bool {
	return b.Kind == ir.BindBuiltIn && a.opts.Loose != nil && a.opts.Loose(b.BuiltIn)
}

func (a *arranging) wantsInputs(f *ir.Function, stage ir.Stage) bool {
	a.list = a.list[:0]
	for i := range f.Args {
		arg := &f.Args[i]
		a.flat(arg.Name, arg.Type, arg.Binding)
		if s := a.m.StructOf(arg.Type); s != nil && arg.Binding.Kind == ir.NoBinding {
			for j := range s.Members {
				if a.isLoose(s.Members[j].Binding) {
					return true
				}
			}
			if !a.claim(arg.Type, ir.StageVertex) {
				return true
			}
		}
	}
	return stage.Info().Inputs == ir.Varyings && (a.lacksPosition() || !a.ordered())
}

// lacksPosition reports whether a list has locations, but not the position in front of them.
func (a *arranging) lacksPosition() bool {
	if a.keepsOrder() {
		return false
	}
	locations := false
	for i := range a.list {
		if hasBuiltIn(a.list[i].Binding, ir.BuiltInPosition) {
			return false
		}
		locations = locations || a.list[i].Binding.Kind == ir.BindLocation
	}
	return locations
}

// claim gives a struct its role, and reports whether it had no other.
func (a *arranging) claim(t ir.TypeID, role ir.Stage) bool {
	id := a.m.Types.At(t).Struct
	if int(id) < len(a.opts.Reserved) && a.opts.Reserved[id] {
		return false
	}
	if r, ok := a.roles[id]; ok {
		return r == role
	}
	if a.roles == nil {
		a.roles = map[ir.StructID]ir.Stage{}
	}
	a.roles[id] = role
	return true
}

// inputs rearranges parameters.
func (a *arranging) inputs(f *ir.Function, stage ir.Stage) {
	var list []ir.Member
	a.list = a.list[:0]
	for i := range f.Args {
		a.flat(f.Args[i].Name, f.Args[i].Type, f.Args[i].Binding)
	}
	if stage.Info().Inputs != ir.Varyings {
		a.loosen(f)
		return
	}
	if a.lacksPosition() {
		list = append(list, ir.Member{Name: "position", Type: vec4f, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}})
		a.list = slices.DeleteFunc(a.list, func(x ir.Member) bool { return a.isLoose(x.Binding) })
		if a.ordered() && !a.anyLoose(f) && !a.foreign(f) {
			// Nothing else has to change.
			a.prependPosition(f, list[0])
			return
		}
	}
	name, from := f.Name+"_input", ir.TypeID(0)
	for i := range f.Args {
		for _, x := range a.members(&f.Args[i]) {
			if !a.isLoose(x.Binding) {
				list = append(list, a.split(x)...)
			}
		}
		if s := a.m.StructOf(f.Args[i].Type); s != nil && f.Args[i].Binding.Kind == ir.NoBinding && len(f.Args) == 1 {
			name, from = s.Name, f.Args[i].Type
		}
	}
	if !a.keepsOrder() {
		slices.SortStableFunc(list, func(x, y ir.Member) int { return cmp.Compare(rank(&x), rank(&y)) })
	}
	unique(list)
	t := a.arranged(from, ir.StageVertex, ir.Struct{Name: name, Members: list})
	first := true
	splitArguments(a.m, f, func(*ir.Argument) bool { return true }, func(b *ir.Builder, x ir.Argument) ir.ExprID {
		if first {
			f.Args = append(f.Args, ir.Argument{Name: "input", Type: t})
			first = false
		}
		if a.isLoose(x.Binding) {
			f.Args = append(f.Args, x)
			return b.Argument(len(f.Args) - 1)
		}
		return a.gather(b, x, list)
	})
}

// members are the members of a parameter.
func (a *arranging) members(x *ir.Argument) []ir.Member {
	if s := a.m.StructOf(x.Type); s != nil && x.Binding.Kind == ir.NoBinding {
		return s.Members
	}
	return []ir.Member{{Name: x.Name, Type: x.Type, Binding: x.Binding, Span: x.Span}}
}

func (a *arranging) anyLoose(f *ir.Function) bool {
	for i := range f.Args {
		if f.Args[i].Binding.Kind == ir.NoBinding && slices.ContainsFunc(a.members(&f.Args[i]), func(x ir.Member) bool { return a.isLoose(x.Binding) }) {
			return true
		}
	}
	return false
}

// foreign reports whether a parameter is a struct with another role.
func (a *arranging) foreign(f *ir.Function) bool {
	for i := range f.Args {
		if a.m.StructOf(f.Args[i].Type) != nil && !a.claim(f.Args[i].Type, ir.StageVertex) {
			return true
		}
	}
	return false
}

// prependPosition adds a parameter that isn't used in front of the others.
func (a *arranging) prependPosition(f *ir.Function, x ir.Member) {
	first := true
	splitArguments(a.m, f, func(*ir.Argument) bool {
		if first {
			first = false
			f.Args = append(f.Args, ir.Argument{Name: x.Name, Type: x.Type, Binding: x.Binding})
		}
		return false
	}, nil)
}

// loosen takes loose inputs out of structs.
func (a *arranging) loosen(f *ir.Function) {
	splitArguments(a.m, f, func(x *ir.Argument) bool {
		return x.Binding.Kind == ir.NoBinding && (slices.ContainsFunc(a.members(x), func(x ir.Member) bool { return a.isLoose(x.Binding) }) ||
			!a.claim(x.Type, ir.StageVertex))
	}, func(b *ir.Builder, x ir.Argument) ir.ExprID {
		f.Args = append(f.Args, x)
		return b.Argument(len(f.Args) - 1)
	})
}

// split makes vectors of clip distances.
func (a *arranging) split(x ir.Member) []ir.Member {
	if a.isNarrow(x) {
		x.Type = ir.VectorOf(a.m.Types.ScalarOf(x.Type), 4)
	}
	if !a.isClip(x) {
		return []ir.Member{x}
	}
	n := int(a.m.Types.At(x.Type).Length)
	if n <= 4 {
		x.Type = ir.VectorOf(ir.F32, n)
		return []ir.Member{x}
	}
	y := x
	x.Type, y.Type = vec4f, ir.VectorOf(ir.F32, n-4)
	return []ir.Member{x, y}
}

// gather reads an input from the struct that holds them all, the first parameter.
func (a *arranging) gather(b *ir.Builder, x ir.Argument, list []ir.Member) ir.ExprID {
	i := uint32(slices.IndexFunc(list, func(y ir.Member) bool { return y.Binding == x.Binding }))
	v := b.AccessIndex(b.Argument(0), i)
	if a.isNarrow(ir.Member{Type: x.Type, Binding: x.Binding}) {
		if n := a.m.Types.ComponentCount(x.Type); n > 1 {
			return b.Swizzle(v, []uint8{0, 1, 2}[:n]...)
		}
		return b.AccessIndex(v, 0)
	}
	if !a.isClip(ir.Member{Type: x.Type, Binding: x.Binding}) {
		return v
	}
	var parts []ir.ExprID
	for n := uint32(0); n < a.m.Types.At(x.Type).Length; n++ {
		if n == 4 {
			v = b.AccessIndex(b.Argument(0), i+1)
		}
		if b.M.Types.At(b.TypeOf(v)).Kind == ir.TypeScalar {
			parts = append(parts, v)
		} else {
			parts = append(parts, b.AccessIndex(v, n%4))
		}
	}
	return b.Compose(x.Type, parts...)
}

// unique gives members that came from several structs names of their own.
func unique(list []ir.Member) {
	for i := range list {
		for slices.ContainsFunc(list[:i], func(x ir.Member) bool { return x.Name == list[i].Name }) {
			list[i].Name += "_"
		}
	}
}

func (a *arranging) wantsOutputs(f *ir.Function, stage ir.Stage) bool {
	if f.Result == 0 || a.m.StructOf(f.Result) == nil {
		return false
	}
	role := ir.StageVertex
	if stage == ir.StageFragment {
		role = ir.StageFragment
	}
	if !a.claim(f.Result, role) {
		return true
	}
	if stage != ir.StageVertex {
		return false
	}
	a.list = a.list[:0]
	a.flat("", f.Result, f.ResultBinding)
	return !a.ordered() || slices.ContainsFunc(a.list, func(x ir.Member) bool { return !a.keeps(x.Binding) })
}

// keeps reports whether an output of a vertex shader is written.
func (a *arranging) keeps(b ir.Binding) bool {
	return b.Kind != ir.BindLocation || a.opts.Outputs == nil || slices.Contains(a.opts.Outputs, b.Location)
}

// outputs rearranges the members of the result.
func (a *arranging) outputs(f *ir.Function, stage ir.Stage) {
	old := a.m.StructOf(f.Result)
	type source struct {
		member uint32
		first  uint32 // element, of clip distances
	}
	var list []ir.Member
	var from []source
	for i := range old.Members {
		x := old.Members[i]
		if stage == ir.StageVertex && !a.keeps(x.Binding) {
			continue
		}
		for j, y := range a.split(x) {
			list = append(list, y)
			from = append(from, source{uint32(i), uint32(4 * j)})
		}
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	if stage == ir.StageVertex && !a.keepsOrder() {
		slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(rank(&list[x]), rank(&list[y])) })
	}
	sorted := make([]ir.Member, len(list))
	for i, j := range order {
		sorted[i] = list[j]
	}
	unique(sorted)
	members := old.Members
	role := ir.StageVertex
	if stage == ir.StageFragment {
		role = ir.StageFragment
	}
	t := a.arranged(f.Result, role, ir.Struct{Name: old.Name, Members: sorted, Span: old.Span, Doc: old.Doc})
	f.Result = t
	rewrite.Function(a.m, f, &arrangedReturns{arrange: func(b *ir.Builder, whole []ir.ExprID) ir.ExprID {
		var made []ir.ExprID
		for _, j := range order {
			v := whole[from[j].member]
			if a.isClip(members[from[j].member]) {
				var few []ir.ExprID
				for k := range uint32(max(1, a.m.Types.ComponentCount(list[j].Type))) {
					if b.F.Kind(v) == ir.KindZeroValue {
						few = append(few, b.Zero(ir.TypeF32))
					} else {
						few = append(few, b.AccessIndex(v, from[j].first+k))
					}
				}
				v = few[0]
				if len(few) > 1 {
					v = b.Compose(list[j].Type, few...)
				}
			}
			made = append(made, v)
		}
		return b.Compose(t, made...)
	}})
}

// arrangedReturns returns the members of the result as arrange orders them.
type arrangedReturns struct {
	composing
	arrange func(b *ir.Builder, whole []ir.ExprID) ir.ExprID
}

func (r *arrangedReturns) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) == ir.StmtReturn {
		if v := f.ReturnValue(s); v != 0 {
			b := e.Ahead()
			made := r.arrange(b, r.parts(b, v))
			f.MapStmtOperands(s, func(ir.ExprID) ir.ExprID { return made })
		}
	}
	r.fresh = r.fresh[:0]
}
