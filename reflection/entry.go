package reflection

// This file describes entry points: interfaces, workgroups, and the resources that they
// use.

import (
	"slices"

	"refract/ir"
	"refract/ir/validate"
)

var useNames = []struct {
	use  validate.Uses
	name string
}{
	{validate.UsesDerivative, "derivative"},
	{validate.UsesImplicitLevel, "implicit_level"},
	{validate.UsesDiscard, "discard"},
	{validate.UsesBarrier, "barrier"},
	{validate.UsesWorkgroup, "workgroup_memory"},
	{validate.UsesSubgroup, "subgroup"},
	{validate.UsesSubgroupBarrier, "subgroup_barrier"},
	{validate.UsesRayQuery, "ray_query"},
	{validate.UsesTaskPayload, "task_payload"},
	{validate.UsesNonUniformAccess, "non_uniform_access"},
}

var earlyDepths = [...]string{
	ir.EarlyDepthDefault:      "",
	ir.EarlyDepthForce:        "force",
	ir.EarlyDepthGreaterEqual: "greater_equal",
	ir.EarlyDepthLessEqual:    "less_equal",
	ir.EarlyDepthUnchanged:    "unchanged",
}

// entryPoint describes an entry point and notes the overrides that it needs.
func (r *reflector) entryPoint(i int, overrides []bool) {
	e, info := &r.m.EntryPoints[i], &r.info.EntryPoints[i]
	d := EntryPoint{
		Name: e.Name, Stage: e.Stage.String(), Source: r.place(e.Span), EarlyDepth: earlyDepths[e.EarlyDepth],
		Resources: []Use{}, Samplings: []Pair{}, Overrides: []string{}, Inputs: []Varying{}, Outputs: []Varying{}, Uses: []string{},
	}
	for _, u := range useNames {
		if info.Uses&u.use != 0 {
			d.Uses = append(d.Uses, u.name)
		}
	}
	r.uses(&d, info)
	needed := r.needed(e, info)
	for id, is := range needed {
		if is {
			overrides[id] = true
			d.Overrides = append(d.Overrides, r.m.Overrides[id].Name)
		}
	}

	f := r.m.Functions[e.Function]
	for j := range f.Args {
		a := &f.Args[j]
		r.varyings(a.Type, &a.Binding, a.Name, r.place(a.Span), 0, func(v Varying) {
			if e.Stage.Info().Inputs == ir.Attributes && v.Location.Is() {
				v.Interpolation, v.Sampling = "", ""
				v.Format = vertexFormat(v.Scalar, v.Components)
				d.VertexInputs = append(d.VertexInputs, v)
				return
			}
			d.Inputs = append(d.Inputs, v)
		})
	}
	if f.Result != 0 {
		r.varyings(f.Result, &f.ResultBinding, "", "", 0, func(v Varying) {
			if e.Stage.Info().Outputs == ir.Colors {
				v.Interpolation, v.Sampling = "", ""
			}
			d.Outputs = append(d.Outputs, v)
		})
	}
	r.variables(e, info, &d)
	if e.Stage.Info().Workgroups {
		d.Workgroup = r.workgroup(e, info)
	}
	d.Feedback = r.feedback(e, info)
	d.Limits = r.limits(e, info, &d)
	r.out.EntryPoints = append(r.out.EntryPoints, d)
}

// variables describes the inputs and outputs that are variables of the module: the values of each
// vertex, primitive or patch, and the vertices that are emitted.
func (r *reflector) variables(e *ir.EntryPoint, info *validate.EntryPointInfo, d *EntryPoint) {
	if !e.Stage.Info().Variables {
		return
	}
	for _, u := range info.Globals {
		g := &r.m.Globals[u.Global]
		list := &d.Inputs
		switch g.Space {
		case ir.SpaceInput:
		case ir.SpaceOutput:
			list = &d.Outputs
		default:
			continue
		}
		b, t := ir.Binding{}, g.Type
		if g.IO != nil {
			b = *g.IO
		}
		if a := r.m.Types.At(t); b.Kind == ir.NoBinding && a.Kind == ir.TypeArray {
			t = a.Base
		}
		r.varyings(t, &b, g.Name, r.place(g.Span), 0, func(v Varying) { *list = append(*list, v) })
		if g.Space == ir.SpaceInput {
			r.passed(g, &b, &d.Outputs)
		}
	}
}

// passed describes the outputs that a geometry stage copies of an input.
func (r *reflector) passed(g *ir.Global, b *ir.Binding, list *[]Varying) {
	add := func(v Varying) { *list = append(*list, v) }
	t := r.m.Types.At(g.Type)
	if b.Kind != ir.NoBinding {
		if b.Passthrough && t.Kind == ir.TypeArray {
			r.varyings(t.Base, b, g.Name, r.place(g.Span), 0, add)
		}
		return
	}
	if s := r.m.StructOf(t.Base); t.Kind == ir.TypeArray && s != nil {
		for i := range s.Members {
			if x := &s.Members[i]; x.Binding.Passthrough {
				r.varyings(x.Type, &x.Binding, x.Name, r.place(x.Span), 0, add)
			}
		}
	}
}

// uses lists the resources of an entry point by group and binding.
func (r *reflector) uses(d *EntryPoint, info *validate.EntryPointInfo) {
	uses := slices.Clone(info.Globals)
	slices.SortStableFunc(uses, func(a, b validate.GlobalUse) int { return r.byPlace(a.Global, b.Global) })
	for _, u := range uses {
		g := &r.m.Globals[u.Global]
		if !g.Space.IsResource() {
			continue
		}
		use := Use{Name: g.Name, Read: u.Access&validate.Read != 0, Write: u.Access&validate.Write != 0,
			Atomic: u.Access&validate.Atomic != 0, Query: u.Access&validate.Query != 0}
		if g.HasBinding {
			use.Group, use.Binding = NumberOf(g.Binding.Group), NumberOf(g.Binding.Binding)
		}
		d.Resources = append(d.Resources, use)
	}
	for _, s := range info.Samplings {
		if s.Image.Global() != 0 && s.Sampler.Global() != 0 {
			d.Samplings = append(d.Samplings, Pair{r.m.Globals[s.Image.Global()].Name, r.m.Globals[s.Sampler.Global()].Name})
		}
	}
	slices.SortFunc(d.Samplings, func(a, b Pair) int {
		return slices.Compare([]string{a.Texture, a.Sampler}, []string{b.Texture, b.Sampler})
	})
	d.Samplings = slices.Compact(d.Samplings)
}

// needed marks the overrides that form part of an entry point's shader (WGSL section
// "Override Declarations"): the ones in its functions, in the sizes of its workgroup and
// arrays, and in the initializers of these.
func (r *reflector) needed(e *ir.EntryPoint, info *validate.EntryPointInfo) []bool {
	m := r.m
	overrides, consts := make([]bool, len(m.Overrides)), make([]bool, m.Consts.ExprCount())
	var pending []ir.ExprID
	root := func(c ir.ConstID) {
		if c != 0 && !consts[c] {
			consts[c] = true
			pending = append(pending, ir.ExprID(c))
		}
	}
	override := func(o ir.OverrideID) {
		if !overrides[o] {
			overrides[o] = true
			root(m.Overrides[o].Init)
		}
	}
	for _, c := range e.WorkgroupSizeExpr {
		root(c)
	}
	root(e.SubgroupSizeExpr)
	for _, u := range info.Globals {
		g := &m.Globals[u.Global]
		root(g.Init)
		root(m.Types.At(g.Type).LengthExpr)
	}
	seen := make([]bool, len(m.Functions))
	functions := []ir.FuncID{e.Function}
	seen[e.Function] = true
	for len(functions) > 0 {
		id := functions[len(functions)-1]
		functions = functions[:len(functions)-1]
		f := m.Functions[id]
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if f.Kind(x) == ir.KindOverride {
				override(f.OverrideRef(x))
			}
		}
		for _, c := range r.info.Functions[id].Calls {
			if !seen[c] {
				seen[c] = true
				functions = append(functions, c)
			}
		}
	}
	var operands []ir.ExprID
	for len(pending) > 0 {
		x := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if m.Consts.Kind(x) == ir.KindOverride {
			override(m.Consts.OverrideRef(x))
		}
		operands = m.Consts.Operands(x, operands[:0])
		for _, o := range operands {
			root(ir.ConstID(o))
		}
	}
	return overrides
}

// maxNesting bounds how deep structs of inputs and outputs are followed; a valid
// module has one level.
const maxNesting = 8

// varyings describes an input or output, or each member of a struct of them.
func (r *reflector) varyings(t ir.TypeID, b *ir.Binding, name, source string, depth int, add func(Varying)) {
	if s := r.m.StructOf(t); s != nil && b.Kind == ir.NoBinding {
		if depth < maxNesting {
			for i := range s.Members {
				mem := &s.Members[i]
				r.varyings(mem.Type, &mem.Binding, mem.Name, r.place(mem.Span), depth+1, add)
			}
		}
		return
	}
	v := Varying{Name: name, Type: r.m.TypeName(t), Components: r.m.Types.ComponentCount(t), Source: source}
	scalar := r.m.Types.ScalarOf(t)
	if v.Components > 0 {
		v.Scalar = scalar.String()
	}
	switch b.Kind {
	case ir.BindBuiltIn:
		v.BuiltIn, v.Invariant = b.BuiltIn.String(), b.Invariant
	case ir.BindLocation:
		v.Location, v.Component, v.PerPrimitive, v.Patch, v.Stream = NumberOf(b.Location), b.Component, b.PerPrimitive, b.Patch, b.Stream
		if b.HasBlendSrc {
			v.BlendSrc = &b.BlendSrc
		}
		v.Interpolation, v.Sampling = interpolation(b, scalar)
	}
	add(v)
}

// interpolation names how a varying is interpolated, with the defaults of WGSL,
// section "Interpolation".
func interpolation(b *ir.Binding, s ir.Scalar) (kind, sampling string) {
	how, at := b.Interpolation, b.Sampling
	if how == ir.DefaultInterpolation {
		how = ir.InterpolatePerspective
		if !s.IsFloat() {
			how = ir.InterpolateFlat
		}
	}
	switch {
	case how == ir.InterpolatePerVertex:
		return how.String(), ""
	case at == ir.DefaultSampling && how == ir.InterpolateFlat:
		at = ir.SampleFirst
	case at == ir.DefaultSampling:
		at = ir.SampleCenter
	}
	return how.String(), at.String()
}

// vertexFormat is the format of WebGPU, section "Vertex Formats", that holds a
// vertex input exactly; of three 16-bit components, for which there is none, that
// of four.
func vertexFormat(scalar string, n int) string {
	base := map[string]string{"f32": "float32", "f16": "float16", "u32": "uint32", "i32": "sint32"}[scalar]
	if base == "" || n < 1 || n > 4 {
		return ""
	}
	if scalar == "f16" && n == 3 {
		n = 4
	}
	return base + []string{"", "x2", "x3", "x4"}[n-1]
}

// workgroup describes the size of workgroups and of their memory.
func (r *reflector) workgroup(e *ir.EntryPoint, info *validate.EntryPointInfo) *Workgroup {
	w := &Workgroup{Size: make([]uint32, 3)}
	for i, c := range e.WorkgroupSizeExpr {
		n, ok := e.WorkgroupSize[i], true
		if c != 0 {
			n, ok = r.number(c)
			if w.SizeOverrides == nil {
				w.SizeOverrides = [][]string{{}, {}, {}}
			}
			w.SizeOverrides[i] = r.named(c)
		}
		if !ok {
			w.Size = nil
		}
		if w.Size != nil {
			w.Size[i] = n
		}
	}
	w.SubgroupSize = e.SubgroupSize
	if c := e.SubgroupSizeExpr; c != 0 {
		w.SubgroupSize, _ = r.number(c)
		w.SubgroupSizeOverrides = r.named(c)
	}
	total, known := uint64(0), true
	for _, u := range info.Globals {
		g := &r.m.Globals[u.Global]
		if g.Space != ir.SpaceWorkgroup {
			continue
		}
		v := WorkgroupVariable{Name: g.Name, Type: r.typeOf(g.Type, ir.NoLayout), Source: r.place(g.Span)}
		size, ok := r.sizeOf(g.Type)
		if known = known && ok; ok {
			v.Size = &size
			total += (size + 15) &^ 15
		}
		w.Variables = append(w.Variables, v)
	}
	if known {
		w.Memory = &total
	}
	return w
}

// named are the names of the overrides that a module-scope expression names.
func (r *reflector) named(c ir.ConstID) []string {
	names := []string{}
	pending, seen := []ir.ExprID{ir.ExprID(c)}, make([]bool, r.m.Consts.ExprCount())
	for len(pending) > 0 {
		x := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		if r.m.Consts.Kind(x) == ir.KindOverride {
			names = append(names, r.m.Overrides[r.m.Consts.OverrideRef(x)].Name)
		}
		pending = r.m.Consts.Operands(x, pending)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
