package main

// Meshes that 'refract render' draws, and the camera that looks at them.

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"refract/exec"
	"refract/exec/raster"
	"refract/exec/setup"
	"refract/internal/mesh"
	"refract/ir"
)

// useMesh makes a mesh what the pipeline draws.
func (p *picture) useMesh(file string, pipeline *raster.Pipeline) error {
	if pipeline.Vertex.Program == nil {
		return usagef("--mesh %s: the shader has no vertex entry point", file)
	}
	data, err := readMesh(file)
	if err != nil {
		return usagef("--mesh: %s cannot be read: %w", file, cause(err))
	}
	var m *mesh.Mesh
	if mesh.IsGLTF(data) {
		m, err = mesh.ReadGLTF(data, func(name string) ([]byte, error) {
			return readMesh(filepath.Join(filepath.Dir(file), filepath.FromSlash(name)))
		})
	} else {
		m, err = mesh.ReadOBJ(data)
	}
	if err != nil {
		return fmt.Errorf("--mesh %s: %w", file, err)
	}
	vertices, indices := m.Bytes()
	layout := raster.VertexLayout{Stride: mesh.Stride}
	if layout.Attributes, err = attributes(p.module, pipeline.Vertex.Entry); err != nil {
		return fmt.Errorf("--mesh %s: %w", file, err)
	}
	pipeline.Buffers = []raster.VertexLayout{layout}
	p.draw.Buffers, p.draw.Indices, p.draw.IndexFormat = [][]byte{vertices}, indices, raster.Uint32Indices
	p.draw.Count = len(m.Indices)
	low, high := m.Bounds()
	for k := range low {
		p.center[k] = (float64(low[k]) + float64(high[k])) / 2
		p.radius += math.Pow(float64(high[k])-float64(low[k]), 2) / 4
	}
	p.radius = max(math.Sqrt(p.radius), 1e-6)
	p.hasMesh = true
	return nil
}

// readMesh reads a mesh's file, or one that it names.
func readMesh(file string) ([]byte, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no regular file")
	case info.Size() > maxPipe:
		return nil, fmt.Errorf("it is larger than %d bytes", maxPipe)
	}
	return os.ReadFile(file)
}

// attributes says what of a mesh's vertices the inputs of a vertex entry point are: by
// their names, or by their locations.
func attributes(m *ir.Module, entry string) (list []raster.Attribute, err error) {
	add := func(name string, b ir.Binding) {
		if b.Kind != ir.BindLocation || err != nil {
			return
		}
		a := raster.Attribute{Location: b.Location}
		lower := strings.ToLower(name)
		has := func(words ...string) bool {
			for _, w := range words {
				if strings.Contains(lower, w) {
					return true
				}
			}
			return false
		}
		switch {
		case has("norm"):
			a.Format, a.Offset = raster.Float32x3, 12
		case has("uv", "tex", "coord"):
			a.Format, a.Offset = raster.Float32x2, 24
		case has("pos", "place", "vert", "point"), b.Location == 0:
			a.Format, a.Offset = raster.Float32x3, 0
		case b.Location == 1:
			a.Format, a.Offset = raster.Float32x3, 12
		case b.Location == 2:
			a.Format, a.Offset = raster.Float32x2, 24
		default:
			err = fmt.Errorf("the shader's input %q is neither a position, a normal nor a texture coordinate by its name", name)
		}
		list = append(list, a)
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Name != entry || e.Stage != ir.StageVertex {
			continue
		}
		f := m.Func(e.Function)
		for k := range f.Args {
			if s := m.StructOf(f.Args[k].Type); s != nil && f.Args[k].Binding.Kind == ir.NoBinding {
				for j := range s.Members {
					add(s.Members[j].Name, s.Members[j].Binding)
				}
				continue
			}
			add(f.Args[k].Name, f.Args[k].Binding)
		}
	}
	return list, err
}

// camera looks at the mesh from a circle around it, on which it goes with the time.
func (p *picture) camera(seconds float64) (view, projection mesh.Matrix, eye []float64) {
	angle, away := 0.6+0.5*seconds, 2.6*p.radius
	at := [3]float64{p.center[0] + away*math.Sin(angle)*0.9, p.center[1] + away*0.43, p.center[2] + away*math.Cos(angle)*0.9}
	back := [3]float64{at[0] - p.center[0], at[1] - p.center[1], at[2] - p.center[2]}
	length := math.Sqrt(back[0]*back[0] + back[1]*back[1] + back[2]*back[2])
	for k := range back {
		back[k] /= length
	}
	flat := math.Hypot(back[0], back[2])
	right := [3]float64{back[2] / flat, 0, -back[0] / flat}
	up := [3]float64{back[1] * right[2], back[2]*right[0] - back[0]*right[2], -back[1] * right[0]}
	dot := func(a [3]float64) float64 { return a[0]*at[0] + a[1]*at[1] + a[2]*at[2] }
	view = mesh.Matrix{right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0, -dot(right), -dot(up), -dot(back), 1}
	near, far, focus := away-1.6*p.radius, away+1.6*p.radius, 2.2
	projection = mesh.Matrix{focus * float64(p.height) / float64(p.width), 0, 0, 0, 0, focus, 0, 0, 0, 0, far / (near - far), -1, 0, 0, near * far / (near - far), 0}
	switch p.draw.Pipeline.Clip {
	case raster.ClipVulkan:
		projection[5] = -projection[5]
	case raster.ClipOpenGL:
		projection[10], projection[14] = (far+near)/(near-far), 2*far*near/(near-far)
	}
	return view, projection, at[:]
}

// cameraValues are what a uniform of a camera's name holds; nil: it has no such name.
func (p *picture) cameraValues(view exec.View, name string, seconds float64) []float64 {
	square := func(m mesh.Matrix) []float64 {
		if n := view.Len(); n == 3 {
			return []float64{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}
		}
		return m[:]
	}
	look, projection, eye := p.camera(seconds)
	switch setup.PlainName(strings.TrimSuffix(strings.TrimSuffix(name, "Matrix"), "_matrix")) {
	case "mvp", "modelviewprojection", "viewprojection", "viewproj", "transform", "camera", "vp":
		return square(projection.Times(&look))
	case "modelview", "mv", "view", "v":
		return square(look)
	case "projection", "proj", "p":
		return square(projection)
	case "model", "world", "normal", "m":
		return square(mesh.Identity)
	case "eye", "eyeposition", "eyepos", "cameraposition", "camerapos", "viewposition", "viewpos":
		return append(eye, 1)
	}
	return nil
}
