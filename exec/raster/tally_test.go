package raster_test

import (
	"context"
	"image"
	"math"
	"slices"
	"testing"

	"refract/exec"
	"refract/exec/raster"
)

// TestNothing: where nothing was drawn the tally says why, and says nothing elsewhere.
func TestNothing(t *testing.T) {
	inf := float32(math.Inf(1))
	program := load(t, flat)
	for _, c := range []struct {
		name     string
		vertices []float32
		change   func(*raster.Draw)
		want     string
	}{
		{"drawn", []float32{1, 1, 0, 6, 1, 0, 1, 6, 0}, nil, ""},
		{"no vertices", nil, nil, ""},
		{"one of two is drawn", []float32{inf, 1, 0, 6, 1, 0, 1, 6, 0, 1, 1, 0, 6, 1, 0, 1, 6, 0}, nil, ""},
		{"two vertices", []float32{1, 1, 0, 6, 1, 0}, nil, "2 vertices make no primitive"},
		{"infinite", []float32{inf, 1, 0, 6, 1, 0, 1, 6, 0}, nil, "of 1 primitive, 1 with coordinates that are no finite numbers, or far too large"},
		{"too far away", []float32{1, 1, 2, 6, 1, 2, 1, 6, 2}, nil, "of 1 primitive, 1 outside of the clip volume"},
		{"turned away", []float32{1, 1, 0, 6, 1, 0, 1, 6, 0, 1, 1, 0, 6, 1, 0, 1, 6, 0},
			func(d *raster.Draw) { d.Pipeline.Primitive = raster.Primitive{Cull: raster.CullBack} }, "of 2 primitives, 2 culled"},
		{"a line of triangles", []float32{1, 1, 0, 2, 2, 0, 3, 3, 0}, nil, "of 1 primitive, 1 without area, or outside of the picture or the scissor"},
		{"between pixels", []float32{1.6, 1.6, 0, 2.4, 1.6, 0, 1.6, 2.4, 0}, nil,
			"of 1 primitive, 1 of which no sample is left: none was covered, or they were discarded, masked, or failed in a depth or stencil test"},
		{"empty scissor", []float32{1, 1, 0, 6, 1, 0, 1, 6, 0}, func(d *raster.Draw) { d.Scissor = &image.Rectangle{} },
			"of 1 primitive, 1 without area, or outside of the picture or the scissor"},
		{"several reasons", []float32{inf, 1, 0, 6, 1, 0, 1, 6, 0, 1, 1, 2, 6, 1, 2, 1, 6, 2}, nil,
			"of 2 primitives, 1 with coordinates that are no finite numbers, or far too large; 1 outside of the clip volume"},
		{"depth", []float32{1, 1, 0, 6, 1, 0, 1, 6, 0}, func(d *raster.Draw) { d.Pipeline.Depth = &raster.Depth{Compare: exec.CompareNever} },
			"of 1 primitive, 1 of which no sample is left: none was covered, or they were discarded, masked, or failed in a depth or stencil test"},
		{"lines", []float32{inf, 1, 0, 6, 1, 0, 3, 3, 0, 3, 3, 0}, func(d *raster.Draw) { d.Pipeline.Primitive.Topology = raster.LineList },
			"of 2 primitives, 1 with coordinates that are no finite numbers, or far too large; 1 without area, or outside of the picture or the scissor"},
		{"points", []float32{inf, 1, 0, 20, 1, 0}, func(d *raster.Draw) { d.Pipeline.Primitive.Topology = raster.PointList },
			"of 2 primitives, 1 with coordinates that are no finite numbers, or far too large; 1 outside of the clip volume"},
	} {
		pass := &raster.Pass{Colors: []raster.Color{{View: target(t, "r32uint", 8, 8, 1).View()}}, Depth: target(t, "depth32float", 8, 8, 1).View()}
		d := &raster.Draw{Count: len(c.vertices) / 3, Buffers: [][]byte{floats(c.vertices...)}, Pipeline: &raster.Pipeline{
			Vertex: raster.Shader{Program: program, Entry: "vs"}, Fragment: raster.Shader{Program: program, Entry: "fs"},
			Buffers: []raster.VertexLayout{{Stride: 12, Attributes: []raster.Attribute{{Location: 0, Format: raster.Float32x3}}}}}}
		if c.change != nil {
			c.change(d)
		}
		if err := pass.Draw(context.Background(), d); err != nil {
			t.Fatal(err)
		}
		if got := pass.Tally.Nothing(); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// TestProgress: each tile that has something in it is told of, once.
func TestProgress(t *testing.T) {
	for _, workers := range []int{1, 3} {
		sh := shaderOf(t, lineShader)
		pass, _, err := raster.NewPass(200, 130, exec.FormatByName("rgba8unorm"), 1, false)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		pass.Workers = workers
		pass.Progress = func(done, all int) {
			if all != 2*3 {
				t.Errorf("%d tiles", all)
			}
			got = append(got, done)
		}
		vertices := floats(-1, 1, 0.5, 1, 0, 1, 0.5, 1, -1, -1, 0.5, 1, -1, -1, 0.5, 1, 0, 1, 0.5, 1, 0, -1, 0.5, 1) // the left half: 100 pixels
		d := &raster.Draw{Count: 6, Buffers: [][]byte{vertices},
			Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: sh.fast, Entry: "vs"}, Fragment: raster.Shader{Program: sh.fast, Entry: "fs"},
				Buffers: []raster.VertexLayout{{Stride: 16, Attributes: []raster.Attribute{{Location: 0, Format: raster.Float32x4}}}}}}
		if err := pass.Draw(context.Background(), d); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, []int{1, 2, 3, 4, 5, 6}) {
			t.Errorf("%d workers: %v", workers, got)
		}
	}
}
