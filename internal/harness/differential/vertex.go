package differential

// This file runs pairs of a vertex and a fragment shader, which draw a row of pixels: in
// the rasterizer of this module, over the reference engine, and on a device.

import (
	"context"

	back "refract/back/spirv"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	backend "refract/internal/back"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
)

// NewVertexJob is NewJob for a module with a vertex shader and a fragment shader; only the
// former uses buffers.
func NewVertexJob(name, source, entry string, seed uint64) (*Job, error) {
	return newJob(Job{Name: name, Source: source, Entry: entry, Stage: ir.StageVertex}, seed)
}

// Rasterize draws with a job's vertex shader and this fragment shader a row of so many
// pixels, three vertices for each, in this module. A pixel is four words.
func (j *Job) Rasterize(fragment string, pixels int) ([]byte, error) {
	return j.RasterizeOn(interp.Engine{}, fragment, pixels)
}

// RasterizeOn is Rasterize with shaders that another engine runs.
func (j *Job) RasterizeOn(e exec.Engine, fragment string, pixels int) ([]byte, error) {
	p, err := e.Load(j.Module, exec.LoadOptions{Overrides: j.Overrides})
	if err != nil {
		return nil, err
	}
	pass, picture, err := raster.NewPass(pixels, 1, exec.FormatByName("rgba32uint"), 1, false)
	if err != nil {
		return nil, err
	}
	pass.Options.MaxSteps = MaxSteps
	out := j.Fresh()
	var resources exec.Resources
	for i := range j.Buffers {
		resources.Bind(j.Buffers[i].Group, j.Buffers[i].Binding, &exec.Buffer{Data: out[i], ReadOnly: !j.Buffers[i].Writable})
	}
	draw := &raster.Draw{Resources: &resources, Count: 3 * pixels, Pipeline: &raster.Pipeline{
		Vertex: raster.Shader{Program: p, Entry: j.Entry}, Fragment: raster.Shader{Program: p, Entry: fragment},
	}}
	if err := pass.Draw(context.Background(), draw); err != nil {
		return nil, err
	}
	return picture.Level(0), nil
}

// DrawVertices is Rasterize on a device, by the SPIR-V that back/spirv writes, optimized if
// the level isn't 0.
func (j *Job) DrawVertices(d *vkrun.Device, fragment string, pixels, level int) ([]byte, error) {
	var shaders [2]vkrun.Shader
	for i, stage := range []ir.Stage{ir.StageVertex, ir.StageFragment} {
		o := SPIRVOptions()
		o.AdjustCoordinateSpace = true
		o.EntryPoint, o.Stage, o.Overrides = []string{j.Entry, fragment}[i], stage, j.Overrides
		if o.Overrides == nil {
			o.Overrides = map[string]float64{}
		}
		w := new(back.Writer)
		words, err := w.Write(nil, j.Module, o)
		if level > 0 {
			words, err = w.WriteOptimized(nil, j.Module, o, backend.Optimizer{Strict: true, Run: func(s *ssa.Shader) error { return optimize(s, level) }})
		}
		if err != nil {
			return nil, err
		}
		shaders[i] = vkrun.Shader{SPIRV: spirv.AppendBytes(nil, words), Entry: o.EntryPoint}
	}
	return j.drawVertices(d, shaders[0], shaders[1], pixels)
}

// drawVertices draws with a job's translated shaders.
func (j *Job) drawVertices(d *vkrun.Device, vertex, fragment vkrun.Shader, pixels int) ([]byte, error) {
	bindings, err := j.Bindings(j.Fresh())
	if err != nil {
		return nil, err
	}
	return d.Draw(vertex, fragment, bindings, nil, vkrun.RGBA32U, pixels, 1, 3*pixels)
}
