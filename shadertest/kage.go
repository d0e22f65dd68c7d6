package shadertest

// This file draws programs in Kage.

import (
	"errors"
	"image"
	"testing"

	"refract/exec"
	"refract/exec/raster"
	"refract/internal/exec/ebitengine"
)

// KageOptions configure a picture of a program in Kage.
type KageOptions struct {
	Width, Height int
	Images        [4]image.Image // the source images, as pictures without multiplied alpha; nil: there is none
	Uniforms      map[string]any // values by name, as Run.Set takes them
	Color         [4]float32     // of the vertices; zero: white
	Custom        [4]float32     // of the vertices
	Clear         [4]float64     // the picture behind
}

// DrawKage draws a picture with the program's Fragment, as Ebitengine's DrawRectShader does:
// over the whole picture, with source image 0 stretched over it. The run is of the entry
// point Fragment.
func (r *Run) DrawKage(o KageOptions) (*image.NRGBA, error) {
	if r.err != nil {
		return nil, r.err
	}
	d := ebitengine.Drawing{Width: o.Width, Height: o.Height, Color: o.Color, Custom: o.Custom}
	if d.Color == [4]float32{} {
		d.Color = [4]float32{1, 1, 1, 1}
	}
	for i, img := range o.Images {
		t, err := ebitengine.Absent()
		if img != nil {
			t, err = ebitengine.Texture(img)
			d.Sources[i] = t
		}
		if err != nil {
			return nil, err
		}
		if _, err := exec.GlobalByName(r.shader.Module(), ebitengine.TextureName(i)); err == nil { // the program uses the image
			r.Bind(ebitengine.TextureName(i), t)
		}
	}
	m := r.shader.Module()
	id, err := exec.GlobalByName(m, ebitengine.UniformBuffer)
	if err != nil {
		return nil, errors.New("the shader is no program in Kage")
	}
	b, err := exec.BufferFor(m, id, 1)
	if err != nil {
		return nil, err
	}
	view, err := exec.ViewGlobal(m, ebitengine.UniformBuffer, b.Data)
	if err != nil {
		return nil, err
	}
	if err := d.SetUniforms(view); err != nil {
		return nil, err
	}
	for name, value := range o.Uniforms {
		v, err := view.At(name)
		if err == nil {
			err = v.Set(value)
		}
		if err != nil {
			return nil, errors.New("the uniform " + name + ": " + err.Error())
		}
	}
	r.Bind(ebitengine.UniformBuffer, b)
	call, pipeline := new(raster.Draw), new(raster.Pipeline)
	d.Prepare(call, pipeline)
	call.Pipeline = pipeline
	return r.Draw(DrawOptions{Width: o.Width, Height: o.Height, Vertex: ebitengine.VertexEntry, Draw: call, Clear: o.Clear})
}

// MustDrawKage is DrawKage; an error ends the test.
func (r *Run) MustDrawKage(t testing.TB, o KageOptions) *image.NRGBA {
	t.Helper()
	img, err := r.DrawKage(o)
	if err != nil {
		t.Fatal(err)
	}
	return img
}
