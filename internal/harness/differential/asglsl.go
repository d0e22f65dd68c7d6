package differential

// This file runs jobs through any version of GLSL: written by back/glsl, read again by
// front/glsl. Uniforms that the reader gathers in one block get the values in the writer's
// reflection, part by part, as a host sets them; blocks are bound by their names.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"refract/back/glsl"
	"refract/exec"
	"refract/exec/interp"
	front "refract/front/glsl"
	"refract/internal/ir/layout"
	"refract/ir"
)

// ErrNoESSL100 reports that a job has contents without a form in GLSL ES 1.00: unsigned
// integers that no signed ones are, and textures of one dimension.
var ErrNoESSL100 = errors.New("contents that GLSL ES 1.00 doesn't have")

// ErrNotBound reports that a text declares something that AsGLSL can't bind.
var ErrNotBound = errors.New("nothing is bound")

// AsGLSL writes a job as GLSL and returns the job that is read from it. The text is there
// even if it can't be read; if it is nil, the job can't be written so.
func (j *Job) AsGLSL(r *front.Reader, o glsl.Options) (again *Job, text []byte, err error) {
	o.EntryPoint, o.Stage, o.Overrides = j.Entry, j.Stage, j.Overrides
	o.AdjustCoordinateSpace = false
	text, told, err := new(glsl.Writer).Write(j.Module, j.info, o)
	if err != nil {
		return nil, nil, err
	}
	m, info, err := readGLSL(r, "a", text, front.Options{Stage: j.Stage})
	if err != nil {
		return nil, text, err
	}
	copied := *j
	again = &copied
	again.Module, again.info, again.Entry, again.Overrides = m, info, "main", nil
	again.Buffers, again.Textures, again.Samplers = nil, nil, nil
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if g.Space == ir.SpaceHandle || g.Space == ir.SpaceUniform || g.Space == ir.SpaceStorage {
			// Textures, images and buffers count their places each for themselves.
			g.HasBinding, g.Binding = true, ir.ResourceBinding{Binding: uint32(i)}
			if m.Types.At(g.Type).Kind == ir.TypeBindingArray && g.Space != ir.SpaceHandle {
				return nil, text, ErrNotBound
			}
		}
		switch g.Space {
		case ir.SpaceHandle:
			err = again.bindTexture(j, g, told)
		case ir.SpaceUniform:
			if again.bindBlock(j, g, told) {
				continue
			}
			err = again.bindUniforms(j, g, told, o.Version.Number < 140)
		case ir.SpaceStorage:
			if !again.bindBlock(j, g, told) {
				err = ErrNotBound
			}
		}
		if err != nil {
			return nil, text, err
		}
	}
	again.placeVaryings(told)
	return again, text, nil
}

// bindTexture binds the job's texture to a texture of the text.
func (j *Job) bindTexture(from *Job, g *ir.Global, told *glsl.Reflection) error {
	found := false
	for i := range told.Resources {
		x := &told.Resources[i]
		if x.Name != g.Name {
			continue
		}
		for k := range from.Textures {
			t := from.Textures[k]
			if t.Group != x.Binding.Group || t.Binding != x.Binding.Binding {
				continue
			}
			if t.View.Dim == ir.Dim1D {
				return ErrNoESSL100
			}
			t.Group, t.Binding = g.Binding.Group, g.Binding.Binding
			for s := range from.Samplers {
				if v := &from.Samplers[s]; x.Sampler != nil && v.Group == x.Sampler.Group && v.Binding == x.Sampler.Binding && v.Element == t.Element {
					t.Sampler = v.Sampler
				}
			}
			if j.Module.Types.At(g.Type).Kind == ir.TypeSampledImage && t.Sampler == nil {
				t.Sampler = new(exec.Sampler) // which fetches don't ask for
			}
			j.Textures = append(j.Textures, t)
			found = true
		}
	}
	if found {
		return nil
	}
	return fmt.Errorf("nobody told of the texture %q", g.Name)
}

// bindBlock binds the job's buffer to a block of the text; it reports whether it was one.
func (j *Job) bindBlock(from *Job, g *ir.Global, told *glsl.Reflection) bool {
	names := []string{g.Name}
	if s := j.Module.StructOf(g.Type); s != nil {
		names = append(names, s.Name)
	}
	for i := range told.Resources {
		x := &told.Resources[i]
		if x.Kind == glsl.LooseUniform || !slices.Contains(names, x.Name) {
			continue
		}
		for _, b := range from.Buffers {
			if b.Group == x.Binding.Group && b.Binding == x.Binding.Binding {
				b.Group, b.Binding = g.Binding.Group, g.Binding.Binding
				t, l := j.Module.Held(g)
				if info, err := layout.New(j.Module).Of(t, l); err == nil && !info.Open && len(b.Data) < int(info.Size) { // a block takes multiples of 16 bytes
					short := int(info.Size) - len(b.Data)
					b.Data = append(slices.Clone(b.Data), make([]byte, short)...)
					b.cells = append(slices.Clone(b.cells), make([]cell, short)...)
				}
				j.Buffers = append(j.Buffers, b)
				return true
			}
		}
	}
	return false
}

// bindUniforms makes the buffer of the uniforms that the text has outside any block.
func (j *Job) bindUniforms(from *Job, g *ir.Global, told *glsl.Reflection, old bool) error {
	t, l := j.Module.Held(g)
	info, err := layout.New(j.Module).Of(t, l)
	if err != nil {
		return err
	}
	data := make([]byte, info.Size)
	v, err := exec.NewView(j.Module, t, l, data)
	if err != nil {
		return err
	}
	for i := range told.Resources {
		x := &told.Resources[i]
		if x.Kind != glsl.LooseUniform {
			continue
		}
		for k := range from.Buffers {
			if b := &from.Buffers[k]; b.Group == x.Binding.Group && b.Binding == x.Binding.Binding {
				for n := range x.Parts {
					p := &x.Parts[n]
					part, err := v.At(p.Name)
					if err != nil {
						continue // which the text doesn't use
					}
					if err := setPart(part, from.Module.Types.At(p.Type), p, b.Data[p.Offset:], old); err != nil {
						return fmt.Errorf("%s: %w", p.Name, err)
					}
				}
			}
		}
	}
	for n := range told.Immediates {
		p := &told.Immediates[n]
		if part, err := v.At(p.Name); err == nil {
			if err := setPart(part, from.Module.Types.At(p.Type), p, from.Immediate[p.Offset:], old); err != nil {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
		}
	}
	j.Buffers = append(j.Buffers, Buffer{Group: g.Binding.Group, Binding: g.Binding.Binding, Element: -1, Data: data})
	return nil
}

// setPart sets a scalar, vector or matrix to bytes in the reflection's layout.
func setPart(v exec.View, t *ir.Type, p *glsl.Immediate, data []byte, old bool) error {
	if t.Scalar.Bits() != 32 {
		return ErrNotBound
	}
	word := func(v exec.View, at int) error {
		bits := binary.LittleEndian.Uint32(data[at:])
		if t.Scalar == ir.F32 {
			return v.Set(math.Float32frombits(bits))
		}
		if t.Scalar == ir.U32 && !old {
			return v.Set(bits)
		}
		return v.Set(int32(bits))
	}
	vector := func(v exec.View, n uint8, at int) error {
		for i := range int(n) {
			part, err := v.Index(i)
			if err == nil {
				err = word(part, at+4*i)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	if n := (max(1, int(t.Rows))); t.Scalar == ir.U32 && old {
		for i := range n {
			if data[4*i+3]&0x80 != 0 {
				return ErrNoESSL100
			}
		}
	}
	switch t.Kind {
	case ir.TypeScalar:
		return word(v, 0)
	case ir.TypeVector:
		return vector(v, t.Rows, 0)
	}
	for c := range int(t.Columns) {
		column, err := v.Index(c)
		for r := 0; err == nil && r < int(t.Rows); r++ {
			at := c*int(p.Stride) + 4*r
			if p.RowMajor {
				at = r*int(p.Stride) + 4*c
			}
			var part exec.View
			if part, err = column.Index(r); err == nil {
				err = word(part, at)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// placeVaryings gives the inputs and outputs of the entry point their former locations.
func (j *Job) placeVaryings(told *glsl.Reflection) {
	place := func(name string, b *ir.Binding, list []glsl.Varying) {
		for _, v := range list {
			if v.Name == name && b.Kind == ir.BindLocation {
				b.Location = v.Location
			}
		}
	}
	f := j.Module.Func(j.entry().Function)
	for i := range f.Args {
		place(f.Args[i].Name, &f.Args[i].Binding, told.Inputs)
	}
	if j.Stage != ir.StageVertex || f.Result == 0 {
		return
	}
	if s := j.Module.StructOf(f.Result); s != nil {
		for i := range s.Members {
			place(s.Members[i].Name, &s.Members[i].Binding, told.Outputs)
		}
	}
}

// Vertices runs a vertex shader as a function, for so many vertices with made-up
// attributes, and returns its outputs by the names of places. The error names inputs that
// aren't made up here.
func (j *Job) Vertices(count int) (list []map[string][]float32, err error) {
	inputs, err := j.inputs()
	if err != nil {
		return nil, err
	}
	m := j.Module.Clone()
	name := m.Func(j.entry().Function).Name
	m.EntryPoints = nil
	f := m.Func(j.entry().Function)
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{Overrides: j.Overrides})
	if err != nil {
		return nil, err
	}
	for i := range count {
		var resources exec.Resources
		if err := j.bindAll(&resources, j.Fresh()); err != nil {
			return nil, err
		}
		values := map[uint32]any{}
		for k := range inputs {
			values[inputs[k].binding.Location] = j.at(&inputs[k], float32(i), float32(i*i%5))
		}
		var args []any
		for k := range f.Args {
			a := &f.Args[k]
			s := m.StructOf(a.Type)
			if s == nil {
				args = append(args, values[a.Binding.Location])
				continue
			}
			members := map[string]any{}
			for n := range s.Members {
				members[s.Members[n].Name] = values[s.Members[n].Binding.Location]
			}
			args = append(args, members)
		}
		result, _, err := p.Call(context.Background(), name, args, &resources, exec.RunOptions{MaxSteps: MaxSteps})
		if err != nil {
			return nil, err
		}
		left := map[string][]float32{}
		take := func(b *ir.Binding, v exec.View) error {
			place := strings.TrimSpace(fmt.Sprint(b.Location))
			if b.Kind == ir.BindBuiltIn {
				place = b.BuiltIn.String()
			}
			if v.Len() == 0 {
				var x float32
				err := v.Get(&x)
				left[place] = []float32{x}
				return err
			}
			x := make([]float32, v.Len())
			err := v.Get(&x)
			left[place] = x
			return err
		}
		if s := m.StructOf(f.Result); s != nil && f.ResultBinding.Kind == ir.NoBinding {
			for n := range s.Members {
				part, err := result.Index(n)
				if err == nil {
					err = take(&s.Members[n].Binding, part)
				}
				if err != nil {
					return nil, err
				}
			}
		} else if err := take(&f.ResultBinding, result); err != nil {
			return nil, err
		}
		list = append(list, left)
	}
	return list, nil
}
