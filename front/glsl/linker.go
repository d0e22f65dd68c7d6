package glsl

// This file makes one module of the stages of a program.

import (
	"slices"

	"refract/diag"
	"refract/ir"
)

// A linker makes one module of the stages of a program.
type linker struct {
	stages []stageRecord // the module of the first becomes the whole
	diags  *diag.List
	known  map[string]ir.GlobalID // resources of the whole, by their keys
	loose  ir.GlobalID            // the uniforms outside of blocks, in the whole
	task   ir.GlobalID            // the payload of the task shader, in the whole
}

func (l *linker) link() {
	l.resources()
	for i := range l.stages {
		s := &l.stages[i]
		e := &s.m.EntryPoints[0]
		e.Name = s.stage.String() + "_main"
		s.main().Name = e.Name
	}
	for i := range l.stages[1:] {
		l.between(&l.stages[i], &l.stages[i+1])
	}
	for i := range l.stages[1:] {
		l.stages[i].dropUnread(&l.stages[i+1])
	}
	var marks clipMarks
	for i := range l.stages {
		marks |= l.stages[i].clip
	}
	l.known = make(map[string]ir.GlobalID)
	for i := range l.stages {
		s := &l.stages[i]
		if e := &s.m.EntryPoints[0]; s.stage.Info().HasPositions {
			e.ClipSpace = marks.space()
		}
		if i == 0 {
			l.keep(s, func(g ir.GlobalID) ir.GlobalID { return g })
			continue
		}
		a := l.stages[0].m.Append(s.m)
		l.uniforms(s, a)
		l.shared(s, a)
		l.overrides(s, a)
		l.payload(s)
		if l.diags.HasErrors() {
			return
		}
		a.Finish()
		l.keep(s, func(g ir.GlobalID) ir.GlobalID { return a.Globals[g] })
	}
}

// keep notes what a stage has that is in the whole now.
func (l *linker) keep(s *stageRecord, now func(ir.GlobalID) ir.GlobalID) {
	for i := range s.bound {
		if key := s.key(&s.bound[i]); l.known[key] == 0 {
			l.known[key] = now(s.bound[i].global)
		}
	}
	if s.uniforms != 0 {
		l.loose = now(s.uniforms)
	}
	if s.stage == ir.StageTask {
		l.task = now(s.taskPayload())
	}
}

// taskPayload is the payload of a task or mesh shader, or 0.
func (s *stageRecord) taskPayload() ir.GlobalID {
	return ir.GlobalID(max(0, slices.IndexFunc(s.m.Globals, func(g ir.Global) bool { return g.Space == ir.SpaceTaskPayload })))
}

// payload compares the payload of a mesh shader with that of the task shader.
func (l *linker) payload(s *stageRecord) {
	own := s.taskPayload()
	if s.stage != ir.StageMesh || l.stages[0].stage != ir.StageTask || own == 0 {
		return
	}
	g := &s.m.Globals[own]
	if l.task == 0 {
		l.diags.Errorf(codeLink, g.Span, "the task shader has no payload")
		return
	}
	h := &l.stages[0].m.Globals[l.task]
	same := func(a, b ioLeaf) bool { return a.ty == b.ty && a.at == b.at }
	if !slices.EqualFunc(leavesOf(s.m, g.Type, 0, nil), leavesOf(l.stages[0].m, h.Type, 0, nil), same) {
		l.diags.Errorf(codeLink, g.Span, "the payload is not of the type that the task shader's has").Label(h.Span, "there")
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

// uniforms makes the uniforms outside of blocks those of all stages.
func (l *linker) uniforms(f *stageRecord, a *ir.Appending) {
	v := &l.stages[0]
	if l.loose == 0 || f.uniforms == 0 {
		return
	}
	whole, own := v.m.Globals[l.loose].Type, f.m.StructOf(f.m.Globals[f.uniforms].Type)
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
	a.Globals[f.uniforms] = l.loose
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

// shared matches the resources of a stage with those of the whole.
func (l *linker) shared(f *stageRecord, a *ir.Appending) {
	for i := range f.bound {
		r := &f.bound[i]
		if at := l.known[f.key(r)]; at != 0 && a.Globals[r.global] == 0 {
			l.unify(f, a, r.global, at)
		}
	}
}

// unify makes a resource that two stages declare one.
func (l *linker) unify(f *stageRecord, a *ir.Appending, from, to ir.GlobalID) {
	g, h := &f.m.Globals[from], &l.stages[0].m.Globals[to]
	if a.Type(g.Type) != h.Type || a.Layout(g.Layout) != h.Layout || g.Space != h.Space {
		l.diags.Errorf(codeLink, g.Span, "%q is declared otherwise in the other stage", g.Name).Label(h.Span, "there")
		return
	}
	h.Access |= g.Access
	h.Memory |= g.Memory
	a.Globals[from] = to
}

// overrides makes specialization constants of one number one.
func (l *linker) overrides(f *stageRecord, a *ir.Appending) {
	whole, m := l.stages[0].m, f.m
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
