package gogpu

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"math"
	"os"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/raster"
	"refract/shadertest"
)

func load(t *testing.T) (*Module, string) {
	src, err := os.ReadFile("quad.wgsl")
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewModule(t.Context(), "quad.wgsl", string(src))
	if err != nil {
		t.Fatal(err)
	}
	return m, string(src)
}

// TestCompile compiles both stages for each backend.
func TestCompile(t *testing.T) {
	m, _ := load(t)
	for b, begins := range map[Backend]string{Vulkan: "\x03\x02\x23\x07", Metal: "#include <metal_stdlib>", DirectX12: "DXBC", GLES: "#version 310 es"} {
		for _, entry := range []string{"vs_main", "fs_main"} {
			code, err := m.Compile(t.Context(), b, entry, nil)
			if err != nil {
				t.Errorf("%s, backend %d: %v", entry, b, err)
				continue
			}
			if !bytes.Contains(code.Data, []byte(begins)) {
				t.Errorf("%s, backend %d: the code begins with %.40q", entry, b, code.Data)
			}
			if b == DirectX12 && code.Mapping.EntryPoints[0].RootSignature == "" {
				t.Errorf("%s: there is no root signature", entry)
			}
		}
	}
	layout, err := m.Layout(t.Context())
	if err != nil || len(layout.Bindings) != 3 {
		t.Errorf("the layout has %d bindings, want 3: %v", len(layout.Bindings), err)
	}
}

// TestMistakes has errors with places, for the callback of uncaptured errors.
func TestMistakes(t *testing.T) {
	_, err := NewModule(t.Context(), "bad.wgsl", "fn f() -> i32 { return 1.5; }\nfn g() { missing(); }\n")
	var found *diag.Diagnostics
	if !errors.As(err, &found) || !strings.Contains(err.Error(), "bad.wgsl:1:24") || !strings.Contains(err.Error(), "bad.wgsl:2:10") {
		t.Errorf("the error is %v", err)
	}
	m, _ := load(t)
	var missing *refract.EntryPointError
	if _, err := m.Compile(t.Context(), Metal, "nope", nil); !errors.As(err, &missing) {
		t.Errorf("the error of a missing entry point is %v", err)
	}
}

// TestDrawn draws a tinted rectangle without a GPU.
func TestDrawn(t *testing.T) {
	_, source := load(t)
	atlas := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	atlas.SetNRGBA(0, 0, color.NRGBA{255, 255, 255, 255})
	atlas.SetNRGBA(1, 0, color.NRGBA{0, 255, 0, 255})
	quad := []float32{2, 1, 4, 2, 0.75, 0.5, 0, 0, 1, 0.5, 1, 1} // the green texel, tinted
	var data []byte
	for _, x := range quad {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	vectors := raster.VertexLayout{Stride: 48, PerInstance: true}
	for i := range 3 {
		vectors.Attributes = append(vectors.Attributes, raster.Attribute{Location: uint32(i), Offset: 16 * i, Format: raster.Float32x4})
	}
	picture := shadertest.Load(t, "quad.wgsl", source).Run("fs_main").
		Set("globals", struct{ Size [2]float32 }{[2]float32{8, 4}}).
		Picture("atlas", atlas).
		Bind("atlas_sampler", &exec.Sampler{}).
		MustDraw(t, shadertest.DrawOptions{Width: 8, Height: 4, Clear: [4]float64{3: 1}, Vertex: "vs_main", Vertices: 4, Draw: &raster.Draw{
			Buffers:  [][]byte{data},
			Pipeline: &raster.Pipeline{Buffers: []raster.VertexLayout{vectors}, Primitive: raster.Primitive{Topology: raster.TriangleStrip}},
		}})
	for y := range 4 {
		for x := range 8 {
			want := color.NRGBA{A: 255}
			if x >= 2 && x < 6 && y >= 1 && y < 3 {
				want = color.NRGBA{0, 128, 0, 255}
			}
			if got := picture.NRGBAAt(x, y); got != want {
				t.Errorf("the pixel at %d, %d is %v, want %v", x, y, got, want)
			}
		}
	}
}

// BenchmarkCompile checks the module and compiles both stages for a backend.
func BenchmarkCompile(b *testing.B) {
	src, err := os.ReadFile("quad.wgsl")
	if err != nil {
		b.Fatal(err)
	}
	for backend, name := range []string{"Vulkan", "Metal", "DirectX12", "GLES"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m, err := NewModule(b.Context(), "quad.wgsl", string(src))
				if err != nil {
					b.Fatal(err)
				}
				for _, entry := range []string{"vs_main", "fs_main"} {
					if _, err := m.Compile(b.Context(), Backend(backend), entry, nil); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
