// Package engine adds to package service the methods that optimize, run and draw shaders.
package engine

import (
	"errors"
	"fmt"
	"runtime"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/raster"
	"refract/internal/exec/ebitengine"
	"refract/internal/ssa/pipeline"
	"refract/internal/web/service"
	"refract/ir"
	"refract/ssa"
)

// New returns a service with every method, which runs shaders on an engine.
func New(e exec.Engine) *service.Service {
	s := service.New()
	on := func(f func(*service.Call, exec.Engine) (any, error)) service.Method {
		return func(c *service.Call) (any, error) { return f(c, e) }
	}
	s.Add(map[string]service.Method{
		"passes":   passes,
		"steps":    steps,
		"run":      on(run),
		"draw":     on(draw),
		"complete": languageServer("textDocument/completion"),
		"hover":    languageServer("textDocument/hover"),
	})
	return s
}

type object = map[string]any

// A passInfo is a pass of the list.
type passInfo struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// passes lists the passes: {}.
func passes(*service.Call) (any, error) {
	var list []passInfo
	for _, p := range pipeline.All() {
		list = append(list, passInfo{p.Name, p.Doc})
	}
	return object{"passes": list}, nil
}

// A step is the shader after a pass that changed it, in SSA form.
type step struct {
	Pass     string `json:"pass"` // "": as it came
	Number   int    `json:"number"`
	Function string `json:"function,omitempty"`
	Text     string `json:"text"`
}

// maxSteps bounds the steps that an answer has.
const maxSteps = 400

// steps runs the passes of a level, or those that are named, one by one: {name, text,
// optimize, passes, strict}. "steps" has the shader as it came and after each pass that
// changed it, "applications" how many there were.
func steps(c *service.Call) (any, error) {
	v, err := c.Check()
	if err != nil {
		return nil, err
	}
	o, err := c.Optimization()
	if err != nil {
		return nil, err
	}
	if o.Level == 0 && o.Passes == "" {
		o.Level = 1
	}
	s, err := refract.ToSSA(c.Context, v, o)
	if err != nil {
		return nil, err
	}
	list := []step{{Text: string(ssa.Print(s))}}
	o.After = func(a *pipeline.Application, s *ssa.Shader) {
		if a.Changed && len(list) < maxSteps {
			list = append(list, step{Pass: a.Pass.Name, Number: a.Number, Function: a.Function, Text: string(ssa.Print(s))})
		}
	}
	r, err := refract.RunPasses(c.Context, s, o)
	if err != nil {
		return nil, err
	}
	return object{"steps": list, "applications": len(r.Applications)}, nil
}

// entryOf is the entry point of a stage that is meant.
func entryOf(m *ir.Module, stage ir.Stage, name string) (string, error) {
	found := ""
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Stage != stage || name != "" && e.Name != name {
			continue
		}
		if found != "" {
			return "", fmt.Errorf("the shader has several %s entry points; say which", stage)
		}
		found = e.Name
	}
	if found == "" {
		return "", fmt.Errorf("the shader has no %s entry point %s", stage, name)
	}
	return found, nil
}

// inSource makes a finding of an error of a run that has a place in the source.
func inSource(m *ir.Module, err error) error {
	span := exec.SpanOf(err)
	if span.IsZero() || m.Sources == nil {
		return err
	}
	var list diag.List
	list.Errorf("run-failed", span, "%v", err)
	return list.Err(m.Sources)
}

// load reads the shader, optimizes it by request, and loads it into an engine.
func load(c *service.Call, e exec.Engine) (exec.Program, *ir.Module, error) {
	c.Allow = true
	v, err := c.Check()
	if err != nil {
		return nil, nil, err
	}
	o, err := c.Optimization()
	if err != nil {
		return nil, nil, err
	}
	if v, err = refract.Optimize(c.Context, v, o); err != nil {
		return nil, nil, err
	}
	p, err := e.Load(v.Module, exec.LoadOptions{Overrides: c.Values})
	if err != nil {
		return nil, nil, inSource(v.Module, err)
	}
	return p, p.Module(), nil
}

// maxRunSteps bounds a run where the request doesn't: some seconds in a browser.
const maxRunSteps = 1 << 31

func runOptions(c *service.Call) exec.RunOptions {
	o := exec.RunOptions{MaxSteps: c.MaxSteps}
	if o.MaxSteps == 0 {
		o.MaxSteps = maxRunSteps
	}
	if c.Find {
		o.Check = exec.CheckAll
	}
	return o
}

// A shown is a buffer or a texture after a run.
type shown struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Text   string `json:"text,omitempty"`   // of buffers, as WGSL writes values
	Pixels []byte `json:"pixels,omitempty"` // of textures: RGBA, 8 bits each
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
}

// run runs a compute shader: {name, text, entry, workgroups, buffers, find, width, height,
// optimize}. Buffers that aren't given hold zeros, sampled textures a pattern; storage
// textures are width by height. "resources" has the variables that the shader can write.
func run(c *service.Call, e exec.Engine) (any, error) {
	p, m, err := load(c, e)
	if err != nil {
		return nil, err
	}
	entry, err := entryOf(m, ir.StageCompute, c.Entry)
	if err != nil {
		return nil, err
	}
	globals, err := p.Globals(entry)
	if err != nil {
		return nil, err
	}
	b := &bench{call: c, module: m, buffers: map[ir.GlobalID]*exec.Buffer{}, textures: map[ir.GlobalID]*exec.Texture{}}
	if err := b.supply(globals); err != nil {
		return nil, err
	}
	f := b.frame()
	f.Uniforms(m, b.unset)
	groups := [3]uint32{1, 1, 1}
	for i, n := range c.Workgroups {
		if i > 2 || n > 1<<16 {
			return nil, errors.New("workgroups: up to three numbers to 65536 are expected")
		}
		groups[i] = n
	}
	report, err := p.Dispatch(c.Context, entry, groups, &b.bound, runOptions(c))
	if report != nil {
		c.Warn(report.Findings)
	}
	if err != nil {
		return nil, inSource(m, err)
	}
	answer := object{"entry": entry, "resources": b.results(globals)}
	if report != nil {
		answer["invocations"], answer["steps"] = report.Invocations, report.Steps
	}
	return answer, nil
}

// maxPixels bounds pictures.
const maxPixels = 1 << 20

// draw draws a picture with a fragment shader, and with the module's vertex shader where
// there is one; a program in Kage draws over the whole picture, as Ebitengine does, with
// patterns as source images: {name, text, entry, width, height, time, frame, mouse, vertices, buffers,
// optimize}. "pixels" are RGBA, 8 bits each, the upper row first.
func draw(c *service.Call, e exec.Engine) (any, error) {
	if c.Width == 0 && c.Height == 0 {
		c.Width, c.Height = 320, 180
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxPixels || c.Height > maxPixels || c.Width*c.Height > maxPixels {
		return nil, fmt.Errorf("a picture has from 1 to %d pixels", maxPixels)
	}
	p, m, err := load(c, e)
	if err != nil {
		return nil, err
	}
	fragment, err := entryOf(m, ir.StageFragment, c.Entry)
	if err != nil {
		return nil, err
	}
	pl := &raster.Pipeline{Fragment: raster.Shader{Program: p, Entry: fragment}}
	globals, err := p.Globals(fragment)
	if err != nil {
		return nil, err
	}
	count := raster.Fullscreen
	if vertex, err := entryOf(m, ir.StageVertex, ""); err == nil {
		pl.Vertex = raster.Shader{Program: p, Entry: vertex}
		if count = c.Vertices; count < 1 {
			count = raster.Fullscreen
		}
		more, err := p.Globals(vertex)
		if err != nil {
			return nil, err
		}
		globals = append(globals, more...)
	}
	b := &bench{call: c, module: m, buffers: map[ir.GlobalID]*exec.Buffer{}, textures: map[ir.GlobalID]*exec.Texture{}}
	if err := b.supply(globals); err != nil {
		return nil, err
	}
	f := b.frame()
	f.Uniforms(m, b.unset)
	pl.Clip = b.clip(pl.Vertex.Entry)
	call := &raster.Draw{Pipeline: pl, Resources: &b.bound, Count: count}
	if fragment == ebitengine.FragmentEntry && ebitengine.IsProgram(m) {
		if err := b.kage(call); err != nil {
			return nil, err
		}
	}
	ps, target, err := raster.NewPass(c.Width, c.Height, exec.FormatOf(ir.Rgba8Unorm), 1, false)
	if err != nil {
		return nil, err
	}
	ps.Options, ps.Workers = runOptions(c), runtime.GOMAXPROCS(0)
	if err := ps.ClearColor(0, [4]float64{0, 0, 0, 1}); err != nil {
		return nil, err
	}
	if err := ps.Draw(c.Context, call); err != nil {
		return nil, inSource(m, err)
	}
	if err := ps.Resolve(); err != nil {
		return nil, err
	}
	pixels := target.Level(0)
	if pl.Clip == raster.ClipOpenGL { // rows count from the bottom
		img := target.Image()
		exec.TurnOver(img)
		pixels = img.Pix
	}
	return object{"entry": fragment, "pixels": pixels, "width": c.Width, "height": c.Height}, nil
}
