package glsl_test

// This file holds an engine of package differential that goes by way of GLSL.

import (
	"fmt"
	"testing"

	"refract/back/glsl"
	"refract/internal/harness/differential"
	"refract/internal/harness/glslang"
	"refract/internal/vkrun"
	"refract/ir"
)

// compile makes SPIR-V of a text for a stage: "comp", "frag".
func compile(text []byte, stage string) ([]byte, error) {
	words, err := glslang.Compile("1.2", glslang.Shader{Extension: stage, Source: string(text)})
	if err != nil {
		return nil, fmt.Errorf("glslang: %v\n%s", err, text)
	}
	return words, nil
}

// The first slots of buffers and of storage textures in OpenGL's form, where each kind
// of resource has slots of its own: to Vulkan they are bindings of one descriptor set.
const (
	bufferSlots = 200
	imageSlots  = 100
)

// mapped gives the resources of a job such slots; textures get those from 0 on.
func mapped(o *glsl.Options, j *differential.Job) {
	o.BindingMap, o.AssignBindings = nil, true
	for i := range j.Buffers {
		b := &j.Buffers[i]
		o.BindingMap = append(o.BindingMap, glsl.MappedBinding{Group: b.Group, Binding: b.Binding, Slot: bufferSlots + uint32(i)})
	}
	for i := range j.Textures {
		if t := &j.Textures[i]; t.Storage {
			o.BindingMap = append(o.BindingMap, glsl.MappedBinding{Group: t.Group, Binding: t.Binding, Slot: imageSlots + uint32(i)})
		}
	}
}

// bindings are what is bound for a job's GLSL, whose result is left in out.
func bindings(o *glsl.Options, r *glsl.Reflection, j *differential.Job, out differential.Result) ([]vkrun.Binding, error) {
	list, err := j.Bindings(out)
	if err != nil {
		return nil, err
	}
	of := map[ir.ResourceBinding]*vkrun.Binding{}
	for i := range list {
		b := &list[i]
		of[ir.ResourceBinding{Group: b.Set, Binding: b.Binding}] = b
		if b.Texture != nil && b.Texture.Storage && b.Texture.Format.String() == "bgra8unorm" {
			b.Texture.Format = vkrun.RGBA8 // GLSL lacks the format: the shader swaps red and blue
		}
		if b.Texture != nil && o.Version.ES && b.Texture.View == vkrun.View1D { // nor has ES these
			b.Texture.View, b.Texture.Height = vkrun.View2D, 1
		}
	}
	if o.Vulkan {
		return list, nil
	}
	var slots []vkrun.Binding
	for i := range r.Resources {
		x := &r.Resources[i]
		b := *of[x.Binding]
		if b.Set, b.Binding = 0, x.Slot; x.Kind == glsl.TextureUniform {
			b.Sampler = &vkrun.Sampler{}
			if x.Sampler != nil {
				b.Sampler = of[*x.Sampler].Sampler
			}
		}
		slots = append(slots, b)
	}
	return slots, nil
}

// engine runs jobs as GLSL on a device: of Vulkan's form, or of OpenGL's, of
// which the uniforms get bindings then.
func engine(t testing.TB, d *vkrun.Device, o glsl.Options) differential.Engine {
	glslang.Find(t)
	var w glsl.Writer
	return differential.Engine{Name: fmt.Sprint("GLSL ", o.Version), Run: func(j *differential.Job) (differential.Result, error) {
		o := o
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
		if !o.Vulkan {
			mapped(&o, j)
		}
		text, r, err := w.Write(j.Module, nil, o)
		if err != nil {
			return nil, err
		}
		words, err := compile(text, "comp")
		if err != nil {
			return nil, err
		}
		result := j.Fresh()
		list, err := bindings(&o, r, j, result)
		if err != nil {
			return nil, err
		}
		return result, d.Compute(vkrun.Shader{SPIRV: words, Entry: "main"}, list, nil, j.Workgroups)
	}}
}
