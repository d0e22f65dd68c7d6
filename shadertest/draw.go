package shadertest

// This file draws pictures with fragment entry points.

import (
	"context"
	"errors"
	"image"
	"runtime"
	"testing"

	"refract/exec"
	"refract/exec/raster"
	"refract/ir"
)

// DrawOptions configure a picture. The zero DrawOptions, but for the size, covers the whole
// of it by the fragment entry point alone, with black behind.
type DrawOptions struct {
	Width, Height int

	Vertex   string       // vertex entry point; "": the whole picture is covered (raster.Fullscreen)
	Vertices int          // that are drawn; 0: 3
	Draw     *raster.Draw // buffers, indices, instances, state; its Pipeline's shaders are set, Resources too, and Clip if it is 0
	Clear    [4]float64
	Depth    bool        // there is a depth attachment, cleared to 1
	Samples  int         // 1 or 4; 0: 1
	Format   exec.Format // of eight bits a channel; 0: rgba8unorm
	Workers  int         // 0: as many as there are cores
}

// Draw draws a picture with the run's entry point as the fragment stage, on the resources
// that the run has. Errors are the errors of package exec.
func (r *Run) Draw(o DrawOptions) (*image.NRGBA, error) {
	if r.err != nil {
		return nil, r.err
	}
	if o.Width < 1 || o.Height < 1 || o.Width > raster.MaxExtent || o.Height > raster.MaxExtent {
		return nil, errors.New("the size of the picture is missing, or too large")
	}
	format := o.Format
	if format == 0 {
		format = exec.FormatOf(ir.Rgba8Unorm)
	}
	pass, picture, err := raster.NewPass(o.Width, o.Height, format, o.Samples, o.Depth)
	if err != nil {
		return nil, err
	}
	pass.Workers, pass.Options = o.Workers, r.options
	pass.Options.Check = 0
	if pass.Workers == 0 {
		pass.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Depth {
		if err := pass.ClearDepth(1); err != nil {
			return nil, err
		}
	}
	if err := pass.ClearColor(0, o.Clear); err != nil {
		return nil, err
	}
	var draw raster.Draw
	var pipeline raster.Pipeline
	if o.Draw != nil {
		draw = *o.Draw
		if draw.Pipeline != nil {
			pipeline = *draw.Pipeline
		}
	}
	pipeline.Fragment = raster.Shader{Program: r.shader.program, Entry: r.entry}
	if o.Vertex != "" {
		pipeline.Vertex = raster.Shader{Program: r.shader.program, Entry: o.Vertex}
		if clip, ok := raster.ClipSpaceOf(r.shader.Module(), o.Vertex); ok && pipeline.Clip == 0 {
			pipeline.Clip = clip
		}
	}
	draw.Pipeline, draw.Resources = &pipeline, &r.resources
	if draw.Count == 0 {
		if draw.Count = o.Vertices; draw.Count == 0 {
			draw.Count = raster.Fullscreen
		}
	}
	if err := pass.Draw(context.Background(), &draw); err != nil {
		return nil, located(r.shader.Module(), err)
	}
	if err := pass.Resolve(); err != nil {
		return nil, err
	}
	img := picture.Image()
	if pipeline.Clip == raster.ClipOpenGL { // rows count from the bottom
		exec.TurnOver(img)
	}
	return img, nil
}

// MustDraw is Draw; an error ends the test.
func (r *Run) MustDraw(t testing.TB, o DrawOptions) *image.NRGBA {
	t.Helper()
	img, err := r.Draw(o)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// Picture binds a picture to a texture variable, in the format rgba8unorm.
func (r *Run) Picture(name string, img image.Image) *Run {
	t, err := exec.TextureOf(img, exec.FormatOf(ir.Rgba8Unorm))
	if err != nil {
		r.fail(err)
		return r
	}
	return r.Bind(name, t)
}
