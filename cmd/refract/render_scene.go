package main

// Scene files: frames that JSON describes.

import (
	"context"
	"image"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"refract/exec"
	"refract/internal/exec/scene"
	"refract/internal/exec/setup"
)

// sceneName is the language that --from takes for scene files.
const sceneName = "scene"

// isScene reports whether an input is a scene file.
func (v *rendering) isScene(name string) bool {
	return v.from == sceneName || v.from == "" && strings.EqualFold(filepath.Ext(name), ".json")
}

// A sceneDrawer draws a scene file.
type sceneDrawer struct {
	frame *scene.Frame
	shown string // a texture's name
	level uint32
	layer uint32
	turn  bool // rows count from the bottom
}

// scene reads a scene file with all that it names.
func (v *rendering) scene(name string, j *job, size bool, progress *frameProgress) (*sceneDrawer, error) {
	for _, flag := range []struct {
		name  string
		given bool
	}{
		{"--entry", v.entry != ""}, {"--vertex-entry", v.vertex != ""}, {"--mesh", v.mesh != ""}, {"--vertices", v.vertices != 3}, {"--samples", v.samples != 1},
		{"--clear", v.clear != blackBehind}, {"--origin", v.origin != ""}, {"--buffer", v.buffers != nil}, {"--texture", v.textures != nil},
		{"--sampler", v.samplers != nil}, {"--scene", v.scenes != nil}, {"--override", v.overrides != nil},
	} {
		if flag.given {
			return nil, usagef("%s is for shaders; a scene file has its own setting", flag.name)
		}
	}
	data, err := readInput(v.streams, name)
	if err != nil {
		return nil, err
	}
	s, err := scene.Parse(j.name, data)
	if err != nil {
		return nil, err
	}
	if size {
		if s.Width, s.Height, err = parseSize(v.size); err != nil {
			return nil, err
		}
	}
	folder := "."
	if name != stdName {
		folder = filepath.Dir(name)
	}
	v.included = v.included[:0]
	for _, f := range s.Files() {
		v.included = append(v.included, filepath.Join(folder, filepath.FromSlash(f)))
	}
	read := besideFile(filepath.Join(folder, "scene"), v.source.includes)
	env := scene.Env{
		Read: func(file string) ([]byte, error) {
			data, err := read(file)
			return data, cause(err)
		},
		Shader: func(f scene.ShaderFile) (exec.Program, error) {
			if _, err := read(f.File); err != nil {
				return nil, cause(err)
			}
			return v.sceneShader(folder, f)
		},
		Options: exec.RunOptions{MaxSteps: v.maxSteps, Workers: v.workersOf(), Print: printTo(v.err, "")},
		Workers: v.workersOf(),
		Step:    progress.step,
		Tiles:   progress.draw,
		Warn:    func(message string) { progress.say(v.err, "refract: warning: "+message) },
	}
	d := &sceneDrawer{turn: s.BottomUp}
	if d.frame, err = s.Load(env); err != nil {
		return nil, err
	}
	for _, spec := range v.sets {
		path, values, err := parseSet(spec)
		if err != nil {
			return nil, err
		}
		if err := d.frame.Set(path, values); err != nil {
			return nil, usagef("--set %s: %w", path, err)
		}
	}
	return d, d.choose(v.target)
}

// planDumps reads the flags.
func (d *sceneDrawer) planDumps(specs []string) (list []dump, err error) {
	for _, spec := range specs {
		x, err := parseDump(spec, func(name string) bool { return d.frame.Buffer(name) != nil }, func(name string) bool { return d.frame.Texture(name) != nil })
		if err != nil {
			return nil, err
		}
		if x.form == "" {
			return nil, usagef("--dump %s: a buffer of a scene has no type: add hex, bin or one of %s", spec, strings.Join(setup.ScalarNames(), ", "))
		}
		list = append(list, x)
	}
	return list, nil
}

// render is a dump as bytes.
func (d *sceneDrawer) render(x dump) ([]byte, error) {
	if t := d.frame.Texture(x.name); t != nil {
		return x.texture(t)
	}
	return x.data(d.frame.Buffer(x.name).Data), nil
}

// sceneShader reads a shader of a scene.
func (v *rendering) sceneShader(folder string, f scene.ShaderFile) (exec.Program, error) {
	file := filepath.Join(folder, filepath.FromSlash(f.File))
	l, err := inputLanguage(file, f.Language)
	if err != nil {
		return nil, err
	}
	shader := v.shaderFlags
	shader.from, shader.included = f.Language, nil
	for _, d := range f.Defines {
		shader.source.defines = append(slices.Clip(shader.source.defines), d.Name+"="+d.Text)
	}
	if f.Stage != "" {
		shader.source.stage = f.Stage
	}
	var sub job
	sub.name = file
	m, _, err := shader.read(file, l, &sub)
	v.included = append(v.included, shader.included...)
	if err != nil {
		return nil, err
	}
	engine, err := v.engineOf()
	if err != nil {
		return nil, err
	}
	p, err := engine.Load(m, exec.LoadOptions{Overrides: f.Overrides})
	if err != nil {
		return nil, inSource(m, err)
	}
	return p, nil
}

// choose finds the target that is shown: NAME, NAME.LEVEL or NAME.LEVEL.LAYER.
func (d *sceneDrawer) choose(target string) error {
	name, level, layer := d.frame.Output()
	t := d.frame.Texture(name)
	if target != "" {
		var rest string
		name, rest, _ = strings.Cut(target, ".")
		if t = d.frame.Texture(name); t == nil {
			return usagef("--target %s: the scene has no such texture; there are %s", target, strings.Join(d.frame.Textures(), ", "))
		}
		level, layer = 0, 0
		first, second, _ := strings.Cut(rest, ".")
		for _, part := range []struct {
			text string
			to   *int
			most uint32
		}{{first, &level, t.Levels}, {second, &layer, max(t.Layers, t.Depth)}} {
			if part.text == "" {
				continue
			}
			n, err := strconv.Atoi(part.text)
			if err != nil || n < 0 || n >= int(part.most) {
				return usagef("--target %s: %q is none of its %d levels or layers; NAME.LEVEL.LAYER is expected", target, part.text, part.most)
			}
			*part.to = n
		}
	}
	d.shown, d.level, d.layer = name, uint32(level), uint32(layer)
	return nil
}

// draw implements drawer. A texture that was swapped is shown by its present name.
func (d *sceneDrawer) draw(ctx context.Context, f *setup.Frame) (*image.NRGBA, error) {
	if err := d.frame.Draw(ctx, *f); err != nil {
		return nil, err
	}
	t := d.frame.Texture(d.shown)
	v := exec.TextureView{Texture: t, Dim: t.Dim, BaseLevel: d.level, Levels: 1, BaseLayer: d.layer, Layers: 1}
	img := v.Image()
	if d.turn {
		exec.TurnOver(img)
	}
	return img, nil
}
