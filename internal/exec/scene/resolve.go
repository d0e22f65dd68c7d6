package scene

// This file checks that the names in a scene exist.

import (
	"fmt"
	"slices"
)

// names is the set of names of one kind.
type names map[string]bool

func namesOf[T any](list []T, of func(T) name) (names, []string) {
	known, all := names{}, []string{}
	for _, x := range list {
		known[of(x).text] = true
		all = append(all, of(x).text)
	}
	return known, all
}

// resolver checks references.
type resolver struct {
	*reader
	buffers, textures, samplers, structures, meshes, pipelines, groups, shaders names
	lists                                                                       map[string][]string
}

// resolve checks the whole scene.
func (s *Scene) resolve(r *reader) {
	v := &resolver{reader: r, lists: map[string][]string{}}
	v.buffers, v.lists["buffer"] = namesOf(s.buffers, func(x *buffer) name { return x.name })
	v.textures, v.lists["texture"] = namesOf(s.textures, func(x *texture) name { return x.name })
	v.samplers, v.lists["sampler"] = namesOf(s.samplers, func(x *sampler) name { return x.name })
	v.structures, v.lists["structure"] = namesOf(s.structures, func(x *structure) name { return x.name })
	v.meshes, v.lists["mesh"] = namesOf(s.meshes, func(x *meshFile) name { return x.name })
	v.pipelines, v.lists["pipeline"] = namesOf(s.pipelines, func(x *pipeline) name { return x.name })
	v.groups, v.lists["group"] = namesOf(s.groups, func(x *group) name { return x.name })
	v.shaders, v.lists["shader"] = namesOf(s.shaders, func(x *shader) name { return x.name })
	for _, t := range s.textures {
		if v.buffers[t.text] {
			v.fail(t.span, "%q is a buffer, too: a binding could mean either", t.text)
		}
	}
	for _, x := range s.samplers {
		if v.buffers[x.text] || v.textures[x.text] {
			v.fail(x.span, "%q is a buffer or a texture, too: a binding could mean either", x.text)
		}
	}
	for _, x := range s.structures {
		if v.buffers[x.text] || v.textures[x.text] || v.samplers[x.text] {
			v.fail(x.span, "%q is a buffer, a texture or a sampler, too: a binding could mean either", x.text)
		}
		for _, b := range x.bottoms {
			for i := range b.parts {
				v.need(b.parts[i].mesh, v.meshes, "mesh")
			}
		}
	}
	for _, g := range s.groups {
		v.bindings(g.bindings)
	}
	for _, p := range s.pipelines {
		v.pipeline(p)
	}
	for _, b := range s.buffers {
		if b.of.given() {
			v.shader(b.of)
		}
	}
	v.steps(s.start)
	v.steps(s.steps)
	if s.output != nil {
		v.place(s.output)
	} else if p := s.lastPass(s.steps); p != nil && len(p.colors) > 0 {
		s.output = &p.colors[0].place
		if to := p.colors[0].resolve; to != nil {
			s.output = to
		}
	} else if len(s.steps) > 0 {
		v.fail(s.steps[len(s.steps)-1].at, `there is no pass with colors to show: name the "output"`)
	}
}

// lastPass is the last pass that is drawn.
func (s *Scene) lastPass(steps []step) *pass {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].pass != nil {
			return steps[i].pass
		}
		if p := s.lastPass(steps[i].steps); p != nil {
			return p
		}
	}
	return nil
}

// need reports a name that is none of a kind.
func (v *resolver) need(n name, known names, kind string) {
	if n.given() {
		v.must(n, known, kind)
	}
}

// must reports a name, also an empty one, that is none of a kind.
func (v *resolver) must(n name, known names, kind string) {
	if !known[n.text] {
		v.unknown(n.span, fmt.Sprintf("there is no %s %q", kind, n.text), n.text, v.lists[kind])
	}
}

// shader checks SHADER or SHADER.ENTRY.
func (v *resolver) shader(n name) {
	if n.given() {
		file, _ := split(n.text)
		v.must(name{file, n.span}, v.shaders, "shader")
	}
}

func (v *resolver) place(p *place) {
	if p != nil {
		v.need(p.texture, v.textures, "texture")
	}
}

func (v *resolver) bindings(list []binding) {
	for i := range list {
		b := &list[i]
		if n := b.resource; n.given() && !v.buffers[n.text] && !v.textures[n.text] && !v.samplers[n.text] && !v.structures[n.text] {
			all := slices.Concat(v.lists["buffer"], v.lists["texture"], v.lists["sampler"], v.lists["structure"])
			v.unknown(n.span, fmt.Sprintf("there is no buffer, texture, sampler or structure %q", n.text), n.text, all)
		}
		v.need(b.sampler, v.samplers, "sampler")
		v.bindings(b.list)
	}
}

func (v *resolver) uses(b *bindings) {
	for _, g := range b.groups {
		v.need(g, v.groups, "group")
	}
	v.bindings(b.own)
}

func (v *resolver) pipeline(p *pipeline) {
	v.shader(p.vertex)
	v.shader(p.fragment)
	for _, n := range p.between {
		v.shader(n)
	}
	if !p.complete() {
		at := p.span
		if at.IsZero() {
			return // the draw says it
		}
		v.fail(at, `a pipeline has a "vertex", a "mesh" or a "fragment" shader`)
	}
}

func (v *resolver) attachment(a *attachment) {
	if a != nil {
		v.place(&a.place)
		v.place(a.resolve)
	}
}

func (v *resolver) steps(steps []step) {
	for i := range steps {
		s := &steps[i]
		v.need(s.mips, v.textures, "texture")
		v.place(s.copy[0])
		v.place(s.copy[1])
		for _, n := range s.swap {
			if n.given() && !v.buffers[n.text] {
				v.need(n, v.textures, "texture")
			}
		}
		if a, b := s.swap[0], s.swap[1]; a.given() && v.buffers[a.text] != v.buffers[b.text] {
			v.fail(b.span, "a buffer and a texture aren't swapped")
		}
		if s.compute != nil {
			v.shader(s.compute.shader)
			v.uses(&s.compute.bindings)
		}
		v.steps(s.steps)
		if s.pass == nil {
			continue
		}
		for k := range s.pass.colors {
			v.attachment(&s.pass.colors[k])
		}
		v.attachment(s.pass.depth)
		v.attachment(s.pass.stencil)
		for _, d := range s.pass.draws {
			v.draw(d)
		}
	}
}

func (v *resolver) draw(d *draw) {
	v.need(d.named, v.pipelines, "pipeline")
	if d.pipeline != nil {
		if !d.pipeline.complete() {
			v.fail(d.at, `a pipeline has a "vertex", a "mesh" or a "fragment" shader`)
		}
		v.pipeline(d.pipeline)
	}
	v.uses(&d.bindings)
	v.need(d.mesh, v.meshes, "mesh")
	for _, b := range d.buffers {
		v.need(b.buffer, v.buffers, "buffer")
	}
	if d.indices != nil {
		v.need(d.indices.buffer, v.buffers, "buffer")
	}
	for _, n := range d.capture {
		v.need(n, v.buffers, "buffer")
	}
	if d.mesh.given() && (d.indices != nil || len(d.buffers) > 0) {
		v.fail(d.at, "a draw takes a mesh or buffers, not both")
	}
}
