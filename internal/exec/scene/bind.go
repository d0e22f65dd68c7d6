package scene

// This file resolves the variables of draws and dispatches.

import (
	"fmt"
	"strings"

	"refract/diag"
	"refract/exec"
	"refract/exec/raster"
	"refract/internal/exec/ebitengine"
	"refract/internal/exec/setup"
	"refract/internal/mesh"
	"refract/ir"
)

// A valueKey names a buffer that a scene's value is in: one for each variable that has
// it, and for uniforms that nothing is bound to one for each part of a mesh.
type valueKey struct {
	value    *node // nil: of names alone
	module   *ir.Module
	id       ir.GlobalID
	material *mesh.Material
}

// A valueBuffer is a buffer of a value.
type valueBuffer struct {
	valueKey
	buffer  *exec.Buffer
	sets    []set
	sized   bool                // it holds the sizes of textures
	drawing *ebitengine.Drawing // of the draw of a program in Kage that it is for
}

// A set is the values that Frame.Set has written.
type set struct {
	path   string
	values []float64
}

// A user is a draw or a dispatch that resources are looked up for.
type user struct {
	*Frame
	at       diag.Span
	shaders  []raster.Shader
	uses     *bindings
	mesh     *loadedMesh
	material *mesh.Material
	sized    []*valueBuffer      // that hold the sizes of textures
	drawing  *ebitengine.Drawing // of a program in Kage
}

// resources are the resources of all the variables that the user's shaders use.
func (u *user) resources() (*exec.Resources, error) {
	out := &exec.Resources{}
	for _, s := range u.shaders {
		if s.Program == nil {
			continue
		}
		globals, err := s.Program.Globals(s.Entry)
		if err != nil {
			return nil, u.wrap(u.at, "", err)
		}
		m := s.Program.Module()
		for _, id := range globals {
			g := &m.Globals[id]
			if !g.Space.IsResource() {
				continue
			}
			r, err := u.resource(m, id)
			if err != nil {
				return nil, err
			}
			switch {
			case g.Space == ir.SpaceImmediate:
				if b, ok := r.(*exec.Buffer); ok {
					out.Immediate = b.Data
				}
			case g.HasBinding:
				out.Bind(g.Binding.Group, g.Binding.Binding, r)
			default:
				out.BindName(g.Name, r)
			}
		}
	}
	for _, v := range u.sized {
		if _, err := u.set(v, out); err != nil {
			return nil, err
		}
	}
	return out, u.unused()
}

// unused reports bindings of the user's own that no variable has.
func (u *user) unused() error {
	for i := range u.uses.own {
		b := &u.uses.own[i]
		found := false
		var all []string
		for _, s := range u.shaders {
			if s.Program == nil {
				continue
			}
			m := s.Program.Module()
			for k := 1; k < len(m.Globals); k++ {
				all = append(all, m.Globals[k].Name)
				found = found || isOf(b, &m.Globals[k])
			}
		}
		if !found {
			r := u.reader()
			r.unknown(b.variable.span, fmt.Sprintf("the shaders have no variable %q", b.variable.text), b.variable.text, all)
			return r.list.Err(u.scene.sources)
		}
	}
	return nil
}

// unusedInGroups reports bindings of groups that no variable of any shader has.
func (f *Frame) unusedInGroups() error {
	r := f.reader()
	for _, g := range f.scene.groups {
		for i := range g.bindings {
			b := &g.bindings[i]
			found := false
			var all []string
			for _, s := range f.scene.shaders {
				m := f.programs[s.text].Module()
				for k := 1; k < len(m.Globals); k++ {
					if v := &m.Globals[k]; v.HasBinding || v.Space == ir.SpaceImmediate || v.Space == ir.SpaceHandle {
						all = append(all, v.Name)
					}
					found = found || isOf(b, &m.Globals[k])
				}
			}
			if !found {
				r.unknown(b.variable.span, fmt.Sprintf("no shader of the scene has a variable %q", b.variable.text), b.variable.text, all)
			}
		}
	}
	return r.list.Err(f.scene.sources)
}

// isOf reports whether a binding is a variable's: by its name, or as "GROUP.BINDING".
func isOf(b *binding, g *ir.Global) bool {
	return b.variable.text == g.Name || g.HasBinding && b.variable.text == fmt.Sprintf("%d.%d", g.Binding.Group, g.Binding.Binding)
}

// binding finds a variable's binding: the user's own, or of its groups the last one's.
func (u *user) binding(g *ir.Global) *binding {
	lists := [][]binding{}
	for _, n := range u.uses.groups {
		for _, x := range u.scene.groups {
			if x.text == n.text {
				lists = append(lists, x.bindings)
			}
		}
	}
	lists = append(lists, u.uses.own)
	for i := len(lists) - 1; i >= 0; i-- {
		for k := range lists[i] {
			if isOf(&lists[i][k], g) {
				return &lists[i][k]
			}
		}
	}
	return nil
}

// resource is the resource of a variable.
func (u *user) resource(m *ir.Module, id ir.GlobalID) (exec.Resource, error) {
	g := &m.Globals[id]
	if b := u.binding(g); b != nil {
		return u.bound(b, m, id, g.Type)
	}
	t := m.Types.At(g.Type)
	if u.drawing != nil && ebitengine.Source(g.Name) >= 0 {
		absent, err := ebitengine.Absent()
		if err != nil {
			return nil, err
		}
		return absent.View(), nil
	}
	if u.material != nil {
		made := u.maps[u.mesh.Mesh]
		if made == nil {
			made = map[MapKey]*exec.Texture{}
			u.maps[u.mesh.Mesh] = made
		}
		n := len(made)
		r, err := MaterialResource(made, u.material, g.Name, t)
		if err != nil {
			return nil, u.wrap(u.at, "the mesh", err)
		}
		if x, ok := r.(*exec.Texture); ok && len(made) > n {
			if err := u.spend(u.at, 4*uint64(x.Width)*uint64(x.Height)); err != nil {
				return nil, err
			}
		}
		if r != nil {
			return r, nil
		}
	}
	if g.Space == ir.SpaceUniform || g.Space == ir.SpaceImmediate {
		v, err := u.valueBuffer(valueKey{nil, m, id, u.material}, u.at)
		if err != nil {
			return nil, err
		}
		if known, err := u.setFirst(v); err != nil || known {
			return v.buffer, err
		}
	}
	return nil, u.fail(u.at, "nothing is bound to the variable %s", describeGlobal(g))
}

// describeGlobal names a variable for people.
func describeGlobal(g *ir.Global) string {
	if g.HasBinding {
		return fmt.Sprintf("%q (group %d, binding %d)", g.Name, g.Binding.Group, g.Binding.Binding)
	}
	return fmt.Sprintf("%q", g.Name)
}

// bound is the resource that a binding means for a type.
func (u *user) bound(b *binding, m *ir.Module, id ir.GlobalID, ty ir.TypeID) (exec.Resource, error) {
	t := m.Types.At(ty)
	switch {
	case b.list != nil:
		var list exec.Array
		for i := range b.list {
			r, err := u.bound(&b.list[i], m, id, t.Base)
			if err != nil {
				return nil, err
			}
			list = append(list, r)
		}
		return list, nil
	case b.value != nil:
		v, err := u.valueBuffer(valueKey{b.value, m, id, nil}, b.at)
		if err != nil {
			return nil, err
		}
		_, err = u.setFirst(v)
		return v.buffer, err
	}
	n := b.resource.text
	if x := u.buffers[n]; x != nil {
		if b.offset > 0 || b.size > 0 {
			return exec.BufferRange{Buffer: x, Offset: b.offset, Size: b.size}, nil
		}
		return x, nil
	}
	if x := u.samplers[n]; x != nil {
		return x, nil
	}
	if x := u.structures[n]; x != nil {
		return x, nil
	}
	x := u.textures[n]
	image := t
	if t.Kind == ir.TypeSampledImage {
		image = m.Types.At(t.Base)
	}
	if image.Kind != ir.TypeImage {
		return nil, u.fail(b.at, "the variable %s is no texture, and %q is one", describeGlobal(&m.Globals[id]), n)
	}
	view, err := u.view(b, x, image)
	if err != nil || t.Kind != ir.TypeSampledImage {
		return view, err
	}
	c := exec.Combined{Texture: view, Sampler: u.samplers[b.sampler.text]}
	if c.Sampler == nil {
		c.Sampler = exec.NewSampler(exec.Linear, exec.Repeat)
		if image.Class == ir.ImageDepth {
			c.Sampler.Compare = exec.CompareLessEqual
		}
	}
	return c, nil
}

// view is the part of a texture that a binding means, as a type wants it.
func (u *user) view(b *binding, x *exec.Texture, image *ir.Type) (*exec.TextureView, error) {
	v := &exec.TextureView{Texture: x, Dim: image.Dim, Arrayed: image.Arrayed, BaseLevel: uint32(b.level), BaseLayer: uint32(b.layer),
		Levels: uint32(b.levels), Layers: uint32(b.layers)}
	if v.Dim == ir.DimSubpass {
		v.Dim = ir.Dim2D
	}
	if v.BaseLevel >= x.Levels || v.BaseLayer >= x.Layers {
		return nil, u.fail(b.at, "%q has %d levels and %d layers", b.resource.text, x.Levels, x.Layers)
	}
	if v.Levels == 0 {
		if v.Levels = x.Levels - v.BaseLevel; image.Class == ir.ImageStorage {
			v.Levels = 1
		}
	}
	if v.Layers == 0 {
		switch v.Layers = x.Layers - v.BaseLayer; {
		case v.Dim == ir.DimCube && !v.Arrayed:
			v.Layers = min(v.Layers, 6)
		case !v.Arrayed:
			v.Layers = 1
		}
	}
	return v, nil
}

// valueBuffer is the buffer of a value for a variable, made once.
func (f *Frame) valueBuffer(key valueKey, at diag.Span) (*valueBuffer, error) {
	if v := f.values[key]; v != nil {
		return v, nil
	}
	g := &key.module.Globals[key.id]
	v := &valueBuffer{valueKey: key}
	var err error
	if g.Space == ir.SpaceStorage {
		v.buffer, err = f.bufferOf(key.module, key.id, &buffer{name: name{span: at}, value: key.value})
	} else {
		v.buffer, err = exec.BufferFor(key.module, key.id, 1)
	}
	if err != nil {
		return nil, f.wrap(at, "the variable "+describeGlobal(g), err)
	}
	f.values[key] = v
	f.order = append(f.order, v)
	return v, f.spend(at, uint64(len(v.buffer.Data)))
}

// setFirst is set before all variables are resolved.
func (u *user) setFirst(v *valueBuffer) (known bool, err error) {
	v.drawing = u.drawing
	known, err = u.set(v, nil)
	if v.sized {
		u.sized = append(u.sized, v)
	}
	return known, err
}

// set writes a uniform's values at the moment of the frame, beside the textures that are
// bound, and reports whether there was anything. Buffers that shaders may write keep their
// contents.
func (f *Frame) set(v *valueBuffer, bound *exec.Resources) (known bool, err error) {
	g := &v.module.Globals[v.id]
	if g.Space == ir.SpaceStorage {
		return true, nil
	}
	moment := f.moment
	moment.Channels = func() []float64 {
		v.sized = true
		return setup.ChannelSizes(v.module, bound)
	}
	if v.material != nil {
		moment.Other = func(_ exec.View, name string) []float64 { return MaterialValues(v.material, name) }
	}
	known = moment.Uniform(v.module, v.id, v.buffer)
	if v.value == nil && len(v.sets) == 0 && v.drawing == nil {
		return known, nil
	}
	view, err := exec.NewView(v.module, g.Type, g.Layout, v.buffer.Data)
	if err != nil {
		return known, err
	}
	if v.value != nil {
		value, err := f.valuer().value(v.value)
		if err != nil {
			return known, err
		}
		if err := view.Set(value); err != nil {
			return known, f.wrap(v.value.span, "the variable "+describeGlobal(g), err)
		}
		if err := f.members(view, v.value); err != nil {
			return known, err
		}
	}
	if v.drawing != nil && g.Name == ebitengine.UniformBuffer {
		if err := v.drawing.SetUniforms(view); err != nil {
			return known, err
		}
	}
	for _, s := range v.sets {
		part, err := view.At(s.path)
		if err == nil {
			err = setup.SetNumbers(part, s.values, false)
		}
		if err != nil {
			return known, err
		}
	}
	return true, nil
}

// members reports members of an object that the variable's struct doesn't have.
func (f *Frame) members(view exec.View, n *node) error {
	if n.kind != object {
		return nil
	}
	for i, k := range n.keys {
		if k.name == "matrix" && len(n.keys) == 1 && n.list[i].kind == array {
			return nil
		}
		member, err := view.At(k.name)
		if err != nil {
			return f.fail(k.span, "%v", err)
		}
		if err := f.members(member, n.list[i]); err != nil {
			return err
		}
	}
	return nil
}

// Set gives a uniform, or a part of one, another value for all frames: VARIABLE.MEMBER,
// or a member's name alone. It counts for uniforms whose contents the scene file has.
func (f *Frame) Set(path string, values []float64) error {
	found := false
	for _, v := range f.order {
		g := &v.module.Globals[v.id]
		if g.Space == ir.SpaceStorage {
			continue
		}
		view, err := exec.NewView(v.module, g.Type, g.Layout, v.buffer.Data)
		if err != nil {
			continue
		}
		inner := path
		if rest, ok := strings.CutPrefix(path, g.Name); ok && g.Name != "" && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			inner = strings.TrimPrefix(rest, ".")
		}
		part, err := view.At(inner)
		if err != nil {
			continue
		}
		if err := setup.SetNumbers(part, values, false); err != nil {
			return err
		}
		v.sets = append(v.sets, set{inner, values})
		found = true
	}
	if !found {
		return &exec.NotFoundError{Kind: "uniform", Name: path, Note: "those have values whose contents the scene file has"}
	}
	return nil
}
