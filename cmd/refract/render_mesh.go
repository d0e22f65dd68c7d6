package main

// Meshes that 'refract render' draws, and the camera that looks at them.

import (
	_ "embed"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"refract"
	"refract/exec"
	"refract/exec/raster"
	"refract/internal/confine"
	"refract/internal/exec/scene"
	"refract/internal/exec/setup"
	"refract/internal/mesh"
	"refract/ir"
)

// useMesh makes the pipeline draw a mesh. folders are others whose files it may name.
func (p *picture) useMesh(file string, folders []string, pipeline *raster.Pipeline) error {
	if pipeline.Vertex.Program == nil {
		return usagef("--mesh %s: the shader has no vertex entry point", file)
	}
	data, err := readMesh(file)
	if err != nil {
		return usagef("--mesh: %s cannot be read: %w", file, cause(err))
	}
	m, err := scene.ReadMesh(data, besideFile(file, folders))
	if err != nil {
		return p.inMesh(file, err)
	}
	vertices, indices := m.Bytes()
	attributes, err := scene.Attributes(p.module, pipeline.Vertex.Entry)
	if err != nil {
		return p.inMesh(file, err)
	}
	pipeline.Buffers = []raster.VertexLayout{scene.Layout(attributes)}
	p.call.Buffers, p.call.Indices, p.call.IndexFormat = [][]byte{vertices}, indices, raster.Uint32Indices
	p.parts = []part{{count: len(m.Indices)}}
	if len(m.Parts) == 0 && p.ownShader {
		clay := mesh.Plain()
		clay.BaseColor, clay.Metallic, clay.Roughness = [4]float32{0.8, 0.75, 0.7, 1}, 0, 0.6
		p.parts[0].material = &clay
	}
	for i, x := range m.Parts {
		if i == 0 {
			p.parts = nil
		}
		p.parts = append(p.parts, part{first: x.First, count: x.Count, material: &m.Materials[x.Material]})
	}
	low, high := m.Bounds()
	for k := range low {
		p.center[k] = (float64(low[k]) + float64(high[k])) / 2
		p.radius += math.Pow(float64(high[k])-float64(low[k]), 2) / 4
	}
	p.radius = max(math.Sqrt(p.radius), 1e-6)
	p.hasMesh = true
	return nil
}

// inMesh is an error of a mesh, which is the input itself or that of --mesh.
func (p *picture) inMesh(file string, err error) error {
	if p.ownShader {
		return err
	}
	return fmt.Errorf("--mesh %s: %w", file, err)
}

// meshShader draws meshes that come without a shader.
//
//go:embed mesh.wgsl
var meshShader []byte

// isMesh reports whether an input is a mesh.
func (v *rendering) isMesh(name string) bool {
	if v.from != "" {
		return false
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gltf", ".glb", ".obj":
		return true
	}
	return false
}

// readMeshShader is read for inputs that are meshes.
func (v *rendering) readMeshShader(string, refract.Language, *job) (*ir.Module, map[string]float64, error) {
	optimize, err := optimizeOptions(v.optimize, v.float)
	if err != nil {
		return nil, nil, err
	}
	m, err := readShader("mesh.wgsl", meshShader, refract.ParseOptions{Language: refract.WGSL}, optimize, nil)
	return m, nil, err
}

// readMesh reads a mesh that the user names.
func readMesh(file string) ([]byte, error) { return confine.Regular(file, maxPipe) }

// besideFile returns a function that reads the files that a mesh or scene names, relative to
// its folder: those that a shader in its place could include, and those in the folders more.
func besideFile(file string, more []string) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		return confine.Read(filepath.Join(filepath.Dir(file), filepath.FromSlash(name)), maxPipe, slices.Concat(rootsOf(file), more)...)
	}
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
	switch p.call.Pipeline.Clip {
	case raster.ClipVulkan:
		projection[5] = -projection[5]
	case raster.ClipOpenGL:
		projection[10], projection[14] = (far+near)/(near-far), 2*far*near/(near-far)
	}
	return view, projection, at[:]
}

// meshValues are the values for a uniform whose name belongs to the camera or to a
// material; nil: nothing.
func (p *picture) meshValues(view exec.View, name string, seconds float64, material *mesh.Material) []float64 {
	if !p.hasMesh {
		return nil
	}
	if material != nil {
		if values := scene.MaterialValues(material, name); values != nil {
			return values
		}
	}
	return p.cameraValues(view, name, seconds)
}

// cameraValues are the values for a uniform whose name belongs to the camera; nil: it has
// no such name.
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
