package differential

// This file draws fragment shaders by the rasterizer, with the vertex shader and the
// target that a device gets.

import (
	"context"

	"refract/exec"
	"refract/exec/raster"
	"refract/ir"
)

// DrawRaster runs a job in package exec/raster on an engine.
func (j *Job) DrawRaster(e exec.Engine, width, height, workers int) (*Drawing, error) {
	scalar, _, err := j.Target()
	if err != nil {
		return nil, err
	}
	format := map[ir.Scalar]ir.StorageFormat{ir.I32: ir.Rgba32Sint, ir.U32: ir.Rgba32Uint}[scalar]
	if format == ir.NoFormat {
		format = ir.Rgba32Float
	}
	m, err := j.vertexModule(width, height)
	if err != nil {
		return nil, err
	}
	vertex, err := e.Load(m, exec.LoadOptions{})
	if err != nil {
		return nil, err
	}
	fragment, err := e.Load(j.Module, exec.LoadOptions{Overrides: j.Overrides})
	if err != nil {
		return nil, err
	}
	pass, target, err := raster.NewPass(width, height, exec.FormatOf(format), 1, false)
	if err != nil {
		return nil, err
	}
	pass.Workers, pass.Options = workers, exec.RunOptions{MaxSteps: MaxSteps}
	d := &Drawing{Buffers: j.Fresh()}
	var resources exec.Resources
	if err := j.bindAll(&resources, d.Buffers); err != nil {
		return nil, err
	}
	err = pass.Draw(context.Background(), &raster.Draw{Count: 3, Resources: &resources, Pipeline: &raster.Pipeline{
		Vertex:    raster.Shader{Program: vertex, Entry: "main"},
		Fragment:  raster.Shader{Program: fragment, Entry: j.Entry},
		Primitive: raster.Primitive{Front: raster.Clockwise},
	}})
	d.Pixels = target.Level(0)
	return d, err
}
