package differential

// This file runs jobs through GLSL: written by back/glsl, read again by front/glsl.

import (
	"errors"
	"fmt"

	"refract/back/glsl"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	front "refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/ir"
	"refract/ir/validate"
)

// readGLSL reads and checks a text in GLSL.
func readGLSL(r *front.Reader, name string, text []byte, o front.Options) (*ir.Module, *validate.Info, error) {
	m := ir.NewModule()
	var list diag.List
	sources := new(diag.Sources)
	base := sources.Add(name, string(text))
	var info *validate.Info
	if r.Read(m, string(text), base, o, sources, &list) != nil {
		info = new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list)
	}
	if list.HasErrors() {
		return nil, nil, fmt.Errorf("what was written isn't read: %w", list.Err(sources))
	}
	return m, info, nil
}

// ThroughGLSL writes a job as GLSL, reads that and runs it on the reference engine. It
// returns the text, too; if that is nil the job can't be written so.
func (j *Job) ThroughGLSL(r *front.Reader, o glsl.Options) (Result, []byte, error) {
	if !o.Vulkan && (j.Textures != nil || j.Samplers != nil) {
		return nil, nil, errors.New("textures have their samplers in them")
	}
	text, reflection, err := new(glsl.Writer).Write(j.Module, j.info, o)
	if err != nil {
		return nil, nil, err
	}
	options := front.Options{Stage: j.Stage, Preprocessor: pp.Options{Vulkan: o.Vulkan}}
	m, info, err := readGLSL(r, "a.comp", text, options)
	if err != nil {
		return nil, text, err
	}
	again := *j
	again.Module, again.info, again.Entry = m, info, "main"
	again.Overrides = nil
	// A block takes multiples of 16 bytes.
	again.Buffers = append([]Buffer(nil), j.Buffers...)
	for i := range again.Buffers {
		b := &again.Buffers[i]
		size := max(len(b.Data), 16)
		for _, g := range j.Module.Globals[1:] {
			if g.Space == ir.SpaceUniform && g.Binding == (ir.ResourceBinding{Group: b.Group, Binding: b.Binding}) {
				size = (size + 15) &^ 15
			}
		}
		b.Data = append(append([]byte(nil), b.Data...), make([]byte, size-len(b.Data))...)
	}
	if !o.Vulkan {
		// The names of resources identify their bindings.
		for i := range m.Globals[1:] {
			g := &m.Globals[i+1]
			name := g.Name
			if s := m.StructOf(g.Type); s != nil {
				name = s.Name
			}
			for k := range reflection.Resources {
				if x := &reflection.Resources[k]; x.Name == name {
					g.Binding = x.Binding
				}
			}
		}
	}
	out, err := Run(interp.Engine{}, &again, exec.Check(0))
	return out, []byte(text), err
}
