package kage_test

// This file draws the programs of testdata/draw with the interpreter, with uniforms in each layout. Whole tests compare
// their pictures with those of Ebitengine's GLSL, too.

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/exec"
	"refract/front/kage"
	"refract/internal/kagetest"
	"refract/internal/sweep"
	"refract/ir"
	"refract/shadertest"
)

// uniformsOf are the uniforms of a module with the types that Kage has for them.
func uniformsOf(t *testing.T, m *ir.Module) (r kagetest.Result) {
	t.Helper()
	id, err := exec.GlobalByName(m, kage.UniformBuffer)
	if err != nil {
		t.Fatal(err)
	}
	for i, member := range m.StructOf(m.Globals[id].Type).Members {
		ty := m.Types.At(member.Type)
		prefix := ""
		if ty.Kind == ir.TypeArray {
			prefix = "[" + string(rune('0'+ty.Length)) + "]"
			ty = m.Types.At(ty.Base)
		}
		name := map[ir.Scalar]string{ir.F32: "float", ir.I32: "int", ir.U32: "bool"}[ty.Scalar]
		size := string(rune('0' + ty.Rows))
		switch {
		case ty.Kind == ir.TypeMatrix:
			name = "mat" + size
		case ty.Kind == ir.TypeVector && ty.Scalar == ir.I32:
			name = "ivec" + size
		case ty.Kind == ir.TypeVector:
			name = "vec" + size
		}
		of := member.Name
		if i < len(kage.PreservedUniforms) {
			of = kage.PreservedUniforms[i]
		}
		r.Uniforms, r.Types = append(r.Uniforms, of), append(r.Types, prefix+name)
	}
	return r
}

// TestDraw compares pictures with those that are kept: go test -update writes them.
func TestDraw(t *testing.T) {
	files, _ := filepath.Glob("testdata/draw/*.kage")
	if len(files) == 0 {
		t.Fatal("there are no programs")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".kage"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			v, err := read(string(src), &kage.Options{EngineNames: true})
			if err != nil {
				t.Fatal(err)
			}
			r := uniformsOf(t, v.Module)
			data, err := inInterpreter(v, values(&r, false))
			if err != nil {
				t.Fatal(err)
			}
			for _, rules := range []kage.Layout{kage.LayoutDirect3D, kage.LayoutMetal} {
				v, err := read(string(src), &kage.Options{EngineNames: true, Layout: rules})
				if err != nil {
					t.Fatal(err)
				}
				other, err := inLayout(v, values(&r, false), rules)
				if err != nil {
					t.Fatal(err)
				}
				if n, most := apart(data, other, 0); n > 0 {
					t.Errorf("layout %d: %d pixels differ, by %d at most", rules, n, most)
				}
			}
			img := &image.NRGBA{Pix: data, Stride: 4 * side, Rect: image.Rect(0, 0, side, side)}
			shadertest.Golden(t, img, strings.TrimSuffix(file, ".kage")+".png", shadertest.ImageTolerance{})
		})
	}
}

// TestDrawGolden compares the same pictures with those of Ebitengine's GLSL on a driver.
func TestDrawGolden(t *testing.T) {
	sweep.Only(t)
	compiler := kagetest.Start(t)
	c := openDriver(t)
	files, _ := filepath.Glob("testdata/draw/*.kage")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := compiler.Compile(string(src), false)
		if !r.OK {
			t.Errorf("%s: %s", file, r.Error)
			continue
		}
		d, err := drawAll(c, string(src), &r)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for name, data := range map[string][]byte{"our GLSL": d.ours, "the interpreter": d.interpreted} {
			if n, most := apart(d.theirs, data, 2); n > 0 {
				t.Errorf("%s: %d pixels of %s differ, by %d at most", file, n, name, most)
			}
		}
	}
}
