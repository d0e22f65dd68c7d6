package differential

// This file runs jobs through GLSL ES 1.00: written by back/glsl, read again by
// front/glsl. What the reader gathers in one block of uniforms gets the values that the
// reflection of the writer says, part by part, as a host sets them.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"refract/back/glsl"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	front "refract/front/glsl"
	"refract/ir"
	"refract/ir/layout"
	"refract/ir/validate"
)

// ErrNoESSL100 says that a job has what GLSL ES 1.00 has no form of: unsigned integers that no
// signed ones are, and textures of one dimension.
var ErrNoESSL100 = errors.New("contents that GLSL ES 1.00 doesn't have")

// ESSL100 writes a job as GLSL ES 1.00 and returns the job of what is read from that. The
// text is there also where it isn't read; where it is nil, the job can't be written so.
func (j *Job) ESSL100(r *front.Reader) (again *Job, text []byte, err error) {
	o := glsl.NewOptionsES()
	o.Version.Number = 100
	o.EntryPoint, o.Stage, o.Overrides = j.Entry, j.Stage, j.Overrides
	o.AdjustCoordinateSpace = false
	text, told, err := new(glsl.Writer).Write(j.Module, j.info, o)
	if err != nil {
		return nil, nil, err
	}
	m := ir.NewModule()
	var list diag.List
	sources := new(diag.Sources)
	base := sources.Add("a", string(text))
	var info *validate.Info
	if r.Read(m, string(text), base, front.Options{Stage: j.Stage}, sources, &list) != nil {
		info = new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list)
	}
	if list.HasErrors() {
		return nil, text, fmt.Errorf("what was written isn't read: %w", list.Err(sources))
	}
	copied := *j
	again = &copied
	again.Module, again.info, again.Entry, again.Overrides = m, info, "main", nil
	again.Buffers, again.Textures, again.Samplers = nil, nil, nil
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		switch g.Space {
		case ir.SpaceHandle:
			err = again.bindTexture(j, g, told)
		case ir.SpaceUniform:
			err = again.bindUniforms(j, g, told)
		}
		if err != nil {
			return nil, text, err
		}
	}
	again.placeVaryings(told)
	return again, text, nil
}

// bindTexture binds what a texture of the text was in the job.
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
			j.Textures = append(j.Textures, t)
			found = true
		}
	}
	if found {
		return nil
	}
	return fmt.Errorf("nobody told of the texture %q", g.Name)
}

// bindUniforms makes the buffer of what the text has as uniforms outside any block.
func (j *Job) bindUniforms(from *Job, g *ir.Global, told *glsl.Reflection) error {
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
				for _, p := range x.Parts {
					part, err := v.At(p.Name)
					if err != nil {
						continue // which the text doesn't use
					}
					if err := setPart(part, from.Module.Types.At(p.Type), b.Data[p.Offset:]); err != nil {
						return fmt.Errorf("%s: %w", p.Name, err)
					}
				}
			}
		}
	}
	for _, p := range told.Immediates {
		if part, err := v.At(p.Name); err == nil {
			if err := setPart(part, from.Module.Types.At(p.Type), from.Immediate[p.Offset:]); err != nil {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
		}
	}
	j.Buffers = append(j.Buffers, Buffer{Group: g.Binding.Group, Binding: g.Binding.Binding, Element: -1, Data: data})
	return nil
}

// setPart sets a scalar, vector or matrix to bytes laid out as WGSL does.
func setPart(v exec.View, t *ir.Type, data []byte) error {
	word := func(v exec.View, at int) error {
		bits := binary.LittleEndian.Uint32(data[at:])
		if t.Scalar == ir.F32 {
			return v.Set(math.Float32frombits(bits))
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
	if n := (max(1, int(t.Rows))); t.Scalar == ir.U32 {
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
	stride := 16
	if t.Rows == 2 {
		stride = 8
	}
	for c := range int(t.Columns) {
		column, err := v.Index(c)
		if err == nil {
			err = vector(column, t.Rows, c*stride)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// placeVaryings gives what the entry point takes and leaves the locations that it had.
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
// attributes, and returns what it leaves by the names of places. The error names
// what isn't made up here.
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
