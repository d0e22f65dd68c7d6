package glsl

// This file links the stages of a program: declarations with one name in several of them
// are one thing (section "Shader Interface Matching").

import (
	"slices"
	"strings"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/parts"
	"refract/ir"
)

// Linked is another stage of a program.
type Linked struct {
	Name  string // of the file
	Text  string
	Stage ir.Stage // NoStage: by the name, else found as that of the first is

	within   bool        // it is of the same file
	includer pp.Includer // of such a stage
}

// stageRecord has the facts about a stage that linking needs.
type stageRecord struct {
	m         *ir.Module
	stage     ir.Stage
	ins, outs []linkVar
	bound     []boundResource
	uniforms  ir.GlobalID // those outside of blocks; 0: none
	vulkan    bool
	clip      clipMarks
	arrays    map[string]uint32 // lengths of arrays outside of blocks that are uniforms, inputs or outputs
	implicit  []string          // those without a size
	sizes     map[string]uint32 // at least these the arrays have
}

// linkVar is an input or output that other stages see.
type linkVar struct {
	name     string
	open     bool
	read     bool // a function names it
	location int64
	slots    int64 // how many locations it takes
	leaves   []ioLeaf
	span     diag.Span
}

// recordStage notes the declarations that the stage shares with others.
func (c *checker) recordStage() {
	r := c.record
	r.m, r.stage = c.m, c.stage
	r.ins, r.outs = c.recordVars(c.io.ins), c.recordVars(c.io.outs)
	r.bound, r.vulkan = slices.Clone(c.blocks.bound), c.vulkan()
	r.uniforms, r.clip = c.uniforms.global, c.clipMarks()
}

func (c *checker) recordVars(list []ioVar) (vars []linkVar) {
	for i := range list {
		x := &list[i]
		if x.builtIn != ir.NoBuiltIn {
			continue
		}
		name := c.decls[x.decl].name
		read := c.scan.of(name).inMain || c.scan.of(name).outside
		if x.members == nil {
			v := linkVar{name: x.name, open: x.open, read: read, location: x.location, leaves: x.leaves, span: x.span}
			if x.block != "" && x.ty != 0 && len(x.leaves) > 0 {
				v.name = x.block + "." + x.name
			}
			vars = append(vars, v.counted())
			continue
		}
		// A block with an instance name: a variable for each member.
		for k := range x.members {
			v := linkVar{name: x.block + "." + x.members[k].Name, open: x.open, read: read, span: x.members[k].Span}
			for _, l := range x.leaves {
				if l.path[0] == uint32(k) {
					v.leaves = append(v.leaves, l)
				}
			}
			if len(v.leaves) == 0 {
				continue
			}
			first := v.leaves[0].at
			v.location = x.location + first
			for j := range v.leaves {
				v.leaves[j].at -= first
			}
			vars = append(vars, v.counted())
		}
	}
	return vars
}

func (v linkVar) counted() linkVar {
	v.leaves = slices.Clone(v.leaves)
	for _, l := range v.leaves {
		v.slots = max(v.slots, l.at+l.slots)
	}
	return v
}

// warnOfOrder warns of inputs or outputs between stages whose locations follow the order
// of their declarations, which the other stage may not keep.
func (c *checker) warnOfOrder() {
	list, other := c.io.outs, "fragment"
	if c.stage.Info().Inputs == ir.Varyings {
		list, other = c.io.ins, "vertex"
	}
	if c.stage == ir.StageCompute || c.opts.Standalone {
		return
	}
	var open []*ioVar
	for i := range list {
		if list[i].open && len(list[i].leaves) > 0 {
			open = append(open, &list[i])
		}
	}
	if len(open) < 2 {
		return
	}
	names := make([]string, len(open))
	for i, x := range open {
		names[i] = x.name
	}
	c.diags.Warnf(codeOrder, open[0].span, "%s have no locations: they get them in this order, which has to be that of the %s shader; link it, or give locations",
		strings.Join(names, ", "), other)
}

// readProgram reads a stage and those that are linked with it.
func (r *Reader) readProgram(m *ir.Module, src string, base uint32, opts Options, sources *diag.Sources, diags *diag.List) *ir.Module {
	if !parts.Linker {
		diags.Errorf(codeUnsupported, diag.Span{}, "not supported: programs of two stages, which this build of the library doesn't link")
		return nil
	}
	stages := make([]stageRecord, 1+len(opts.Link))
	texts := []stageText{{src, base, opts}}
	ok := r.read(m, src, base, opts, sources, diags, &stages[0]) != nil
	for i := range opts.Link {
		x := &opts.Link[i]
		o := opts
		o.Stage = x.Stage
		if o.Stage == ir.NoStage {
			o.Stage = stageOfFile(x.Name)
		}
		at, found := base, diags
		if x.within {
			o.Preprocessor.Includer, found = x.includer, new(diag.List)
		} else {
			at = sources.Add(x.Name, x.Text)
		}
		texts = append(texts, stageText{x.Text, at, o})
		ok = r.read(ir.NewModule(), x.Text, at, o, sources, found, &stages[i+1]) != nil && ok
		if x.within { // what is common to the stages is said once
			diags.Join(found)
		}
	}
	if !ok {
		return nil
	}
	for i := range stages {
		sizes := stages[i].longer(stages)
		if sizes == nil {
			continue
		}
		again, x := stageRecord{sizes: sizes}, &texts[i]
		var said diag.List // what it says of the source is said already
		if r.read(ir.NewModule(), x.src, x.base, x.opts, sources, &said, &again) == nil {
			diags.Errorf(codeLink, diag.Span{}, "an array without a size can't be as long as in the other stage")
			return nil
		}
		if stages[i].m == m {
			*m, *again.m = *again.m, *m
			again.m = m
		}
		stages[i] = again
	}
	slices.SortStableFunc(stages, func(a, b stageRecord) int { return int(a.stage) - int(b.stage) })
	for i := range stages {
		if stages[i].m == nil || len(stages[i].m.EntryPoints) == 0 {
			diags.Errorf(codeEntryPoint, diag.Span{}, "a stage of a program needs a function main")
			return nil
		}
		span := stages[i].m.EntryPoints[0].Span
		switch {
		case stages[i].stage == ir.StageCompute:
			diags.Errorf(codeLink, span, "a compute shader is a program of its own")
			return nil
		case i > 0 && stages[i].stage == stages[i-1].stage:
			diags.Errorf(codeLink, span, "the program has two %s shaders", stages[i].stage)
			return nil
		}
	}
	if first := stages[0].m; first != m { // m is to be the whole
		*m, *first = *first, *m
		stages[0].m, stages[1].m = m, first
	}
	l := linker{stages: stages, diags: diags}
	if l.link(); diags.HasErrors() {
		return nil
	}
	return m
}

// stageText is the source of a stage, and how it is read.
type stageText struct {
	src  string
	base uint32
	opts Options
}

// longer returns the sizes that other stages give to arrays that have none here and would
// be shorter: a program's array is as long as the longest index of all stages asks
// (section "Arrays").
func (r *stageRecord) longer(stages []stageRecord) (sizes map[string]uint32) {
	for _, name := range r.implicit {
		own := r.arrays[name]
		for i := range stages {
			if n := stages[i].arrays[name]; n > own {
				if sizes == nil {
					sizes = make(map[string]uint32)
				}
				sizes[name] = max(n, sizes[name])
			}
		}
	}
	return sizes
}

// A linker makes one module of a vertex and a fragment shader.
type linker struct {
	stages []stageRecord // the module of the first becomes the whole
	diags  *diag.List
}

func (l *linker) link() {
	l.resources()
	for i := range l.stages {
		s := &l.stages[i]
		e := &s.m.EntryPoints[0]
		e.Name = s.stage.String() + "_main"
		s.main().Name = e.Name
	}
	v, f := &l.stages[0], &l.stages[1]
	v.m.EntryPoints[0].ClipSpace = (v.clip | f.clip).space()
	a := v.m.Append(f.m)
	l.between(v, f, a)
	l.uniforms(a)
	l.shared(a)
	l.overrides(a)
	if !l.diags.HasErrors() {
		a.Finish()
	}
}

// main returns the function of the entry point.
func (s *stageRecord) main() *ir.Function { return s.m.Functions[s.m.EntryPoints[0].Function] }

// binding returns where the binding of a part of an input or output is.
func (s *stageRecord) binding(input bool, x *ioLeaf) *ir.Binding {
	f := s.main()
	if input {
		return &f.Args[x.index].Binding
	}
	if t := s.m.StructOf(f.Result); t != nil {
		return &t.Members[x.index].Binding
	}
	return &f.ResultBinding
}

// move gives a variable another location.
func (s *stageRecord) move(input bool, v *linkVar, to int64) {
	for i := range v.leaves {
		s.binding(input, &v.leaves[i]).Location = uint32(to + v.leaves[i].at)
	}
	v.location = to
}

// between gives the outputs of a vertex shader and the inputs of a fragment shader that
// have one name one location.
func (l *linker) between(v, f *stageRecord, a *ir.Appending) {
	taken := make(map[int64]bool)
	take := func(x *linkVar) {
		for k := range x.slots {
			taken[x.location+k] = true
		}
	}
	partner := make([]*linkVar, len(f.ins)) // the output of the name
	for _, list := range [][]linkVar{v.outs, f.ins} {
		for i := range list {
			if !list[i].open {
				take(&list[i])
			}
		}
	}
	given := make(map[string]int64) // locations that the fragment shader gives
	for i := range f.ins {
		x := &f.ins[i]
		k := slices.IndexFunc(v.outs, func(y linkVar) bool { return y.name == x.name })
		if k < 0 {
			continue
		}
		if y := &v.outs[k]; x.open || y.open || x.location == y.location {
			partner[i] = y
			l.compare(x, y, f, v, a)
			y.slots = max(y.slots, x.slots)
			if !x.open {
				given[y.name] = x.location
			}
		}
	}
	free := func(x *linkVar) int64 {
		at := int64(0)
		for k := int64(0); k < x.slots; {
			if taken[at+k] {
				at, k = at+k+1, 0
			} else {
				k++
			}
		}
		return at
	}
	for i := range v.outs {
		y := &v.outs[i]
		if !y.open {
			continue
		}
		to, ok := given[y.name]
		if !ok {
			to = free(y)
		}
		v.move(false, y, to)
		take(y)
	}
	moved := make(map[uint32]uint32)
	var unread []ioLeaf
	for i := range f.ins {
		x, y := &f.ins[i], partner[i]
		old := x.location
		switch {
		case y != nil && x.open:
			f.move(true, x, y.location)
		case y == nil && x.open:
			if x.read {
				l.diags.Errorf(codeLink, x.span, "the vertex shader has no output %q", x.name)
			}
			unread = append(unread, x.leaves...)
			continue
		}
		for k := range x.slots {
			moved[uint32(old+k)] = uint32(x.location + k)
		}
		if y == nil || len(x.leaves) != len(y.leaves) {
			continue
		}
		for k := range x.leaves { // the fragment shader says how values are interpolated
			from, to := f.binding(true, &x.leaves[k]), v.binding(false, &y.leaves[k])
			if from.Interpolation != ir.InterpolatePerVertex {
				to.Interpolation, to.Sampling = from.Interpolation, from.Sampling
			}
		}
	}
	f.moveInterpolations(moved)
	slices.SortFunc(unread, func(a, b ioLeaf) int { return b.index - a.index })
	for _, x := range unread {
		f.main().DropArgument(x.index)
	}
}

// compare reports it if an input and the output of its name are of different types.
func (l *linker) compare(x, y *linkVar, f, v *stageRecord, a *ir.Appending) {
	same := len(x.leaves) == len(y.leaves)
	for k := 0; same && k < len(x.leaves); k++ {
		t := f.main().Args[x.leaves[k].index].Type
		if f.binding(true, &x.leaves[k]).Interpolation == ir.InterpolatePerVertex {
			t = f.m.Types.At(t).Base
		}
		same = a.Type(t) == y.leaves[k].ty && x.leaves[k].at == y.leaves[k].at
	}
	if !same {
		l.diags.Errorf(codeLink, x.span, "the input %q is not of the type that the vertex shader's output has", x.name).Label(y.span, "the output")
	}
}

// moveInterpolations gives values that are interpolated elsewhere the locations that
// inputs have now.
func (s *stageRecord) moveInterpolations(moved map[uint32]uint32) {
	for _, f := range s.m.Functions[1:] {
		for e := range ir.ExprID(f.ExprCount()) {
			if e == 0 || f.Kind(e) != ir.KindInterpolate {
				continue
			}
			v := f.Interpolate(e)
			if to, ok := moved[v.Location]; ok && to != v.Location {
				v.Location = to
				f.Overwrite(e, f.AddInterpolate(f.TypeOf(e), v, f.SpanOf(e)))
			}
		}
	}
}

// key names a resource as stages know it: blocks by the name of the block.
func (s *stageRecord) key(r *boundResource) string {
	g := &s.m.Globals[r.global]
	if r.global == s.uniforms {
		return ""
	}
	t := g.Type
	for s.m.Types.At(t).Kind == ir.TypeBindingArray {
		t = s.m.Types.At(t).Base
	}
	if b := s.m.StructOf(t); b != nil {
		return b.Name + "." + string(rune('0'+r.class))
	}
	return g.Name
}

// resources gives the resources of all stages bindings: one to those of one name.
func (l *linker) resources() {
	type place struct{ stage, at int }
	var list []boundResource
	var places [][]place
	known := make(map[string]int)
	vulkan := false
	for i := range l.stages {
		s := &l.stages[i]
		vulkan = vulkan || s.vulkan
		for k := range s.bound {
			r := &s.bound[k]
			key := s.key(r)
			j, ok := known[key]
			if !ok {
				j = len(list)
				known[key] = j
				list, places = append(list, *r), append(places, nil)
			}
			u := &list[j]
			if ok && (u.binding >= 0 && r.binding >= 0 && u.binding != r.binding || u.set >= 0 && r.set >= 0 && u.set != r.set) {
				l.diags.Errorf(codeLink, s.m.Globals[r.global].Span, "%q has another binding in the other stage", s.m.Globals[r.global].Name)
			}
			u.set, u.binding, u.count = max(u.set, r.set), max(u.binding, r.binding), max(u.count, r.count)
			places[j] = append(places[j], place{i, k})
		}
	}
	assignBindings(list, vulkan, func(j int, at ir.ResourceBinding) {
		for _, p := range places[j] {
			s := &l.stages[p.stage]
			s.m.Globals[s.bound[p.at].global].Binding = at
		}
	})
}

// uniforms makes the uniforms outside of blocks those of both stages.
func (l *linker) uniforms(a *ir.Appending) {
	v, f := &l.stages[0], &l.stages[1]
	if v.uniforms == 0 || f.uniforms == 0 {
		return
	}
	whole, own := v.m.Globals[v.uniforms].Type, f.m.StructOf(f.m.Globals[f.uniforms].Type)
	index := make([]uint32, len(own.Members))
	for i, m := range own.Members {
		m.Type = a.Type(m.Type)
		u := v.m.StructOf(whole)
		at := slices.IndexFunc(u.Members, func(o ir.Member) bool { return o.Name == m.Name })
		if at < 0 {
			at = len(u.Members)
			u.Members = append(slices.Clip(u.Members), m)
		} else if o := &u.Members[at]; o.Type != m.Type || o.RowMajor != m.RowMajor {
			l.diags.Errorf(codeLink, m.Span, "the uniform %q has another type in the other stage", m.Name).Label(o.Span, "there")
		} else if o.Default == "" {
			o.Default = m.Default
		} else if m.Default != "" && o.Default != m.Default {
			l.diags.Errorf(codeLink, m.Span, "the uniform %q has another initial value in the other stage", m.Name).Label(o.Span, "there")
		}
		index[i] = uint32(at)
	}
	a.Structs[f.m.Types.At(own.Type).Struct] = v.m.Types.At(whole).Struct
	a.Globals[f.uniforms] = v.uniforms
	for _, fn := range f.m.Functions[1:] {
		for e := range ir.ExprID(fn.ExprCount()) {
			if e == 0 || fn.Kind(e) != ir.KindAccessIndex {
				continue
			}
			if x := fn.AccessIndex(e); fn.Kind(x.Base) == ir.KindGlobal && fn.GlobalRef(x.Base) == f.uniforms {
				fn.SetIndex(e, index[x.Index])
			}
		}
	}
}

// shared matches the resources of both stages.
func (l *linker) shared(a *ir.Appending) {
	v, f := &l.stages[0], &l.stages[1]
	for i := range f.bound {
		r := &f.bound[i]
		key := f.key(r)
		at := slices.IndexFunc(v.bound, func(x boundResource) bool { return v.key(&x) == key })
		if at >= 0 && a.Globals[r.global] == 0 {
			l.unify(a, r.global, v.bound[at].global)
		}
	}
}

// unify makes a resource that two stages declare one.
func (l *linker) unify(a *ir.Appending, from, to ir.GlobalID) {
	g, h := &l.stages[1].m.Globals[from], &l.stages[0].m.Globals[to]
	if a.Type(g.Type) != h.Type || a.Layout(g.Layout) != h.Layout || g.Space != h.Space {
		l.diags.Errorf(codeLink, g.Span, "%q is declared otherwise in the other stage", g.Name).Label(h.Span, "there")
		return
	}
	h.Access |= g.Access
	h.Memory |= g.Memory
	a.Globals[from] = to
}

// overrides makes specialization constants of one number one.
func (l *linker) overrides(a *ir.Appending) {
	whole, m := l.stages[0].m, l.stages[1].m
	for i := 1; i < len(m.Overrides); i++ {
		o := &m.Overrides[i]
		for k := 1; k < len(whole.Overrides) && o.HasID; k++ {
			p := &whole.Overrides[k]
			if !p.HasID || p.ID != o.ID {
				continue
			}
			if p.Type != a.Type(o.Type) || p.Name != o.Name {
				l.diags.Errorf(codeLink, o.Span, "the other stage has another constant of the number %d", o.ID).Label(p.Span, "there")
			}
			a.Overrides[i] = ir.OverrideID(k)
		}
	}
}
