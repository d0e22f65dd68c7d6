package main

// Draw pictures on the CPU.

import (
	"context"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"refract"
	"refract/exec"
	"refract/exec/raster"
	"refract/front/glsl"
	"refract/internal/exec/scene"
	"refract/internal/exec/setup"
	"refract/internal/mesh"
	"refract/ir"
)

const renderLong = `Render draws a picture with a fragment shader, on the CPU.

A fragment shader alone covers the whole picture; inputs that are vectors of two
floats run from 0 to 1 over it. If the file also has a vertex shader without inputs from
buffers, it draws --vertices vertices, or the triangles of --mesh FILE, OBJ or glTF 2.0.
The inputs are then positions, normals and texture coordinates, by
their names or at the locations 0, 1 and 2, and a camera that goes around the mesh
sets uniforms named mvp, view_projection, view, projection, model and eye.

--link adds the files of other stages, also of tessellation, geometry, task and mesh
shaders: --patch is the number of vertices in a patch, --workgroups starts the mesh or
task shader.

A mesh by itself, .gltf, .glb or .obj, is drawn with a shader of refract's own: its
materials as glTF has them, under a sun and a sky.

A scene file, in JSON, describes a small frame: buffers, textures, passes with their
draws and states, compute shaders between. docs/scenes.md has its form. Its extension is
.json, or --from scene selects it; --target NAME shows another of its textures, and the
first of several samples.

Uniform buffers are made: of members named time, resolution, mouse, frame and
time_delta (in any spelling: iTime, u_time, uTime) the values are set for each
frame, --set gives others theirs, and the rest is zero.
  --set camera.fov=60          a variable's member
  --set tint=1,0.5,0           a member's name alone, if it is unique
--texture, --sampler, --buffer and --scene work as for 'refract run'. Missing samplers are linear;
missing textures of Shadertoy's channels are black, and given ones upright, as on
Shadertoy. A mesh of glTF sets uniforms and textures that have the names of its materials:
base_color_factor, metallic_factor, roughness_factor, emissive_factor, alpha_cutoff,
base_color_texture, metallic_roughness_texture, normal_texture, emissive_texture.

The output's extension selects the format: .png or .apng (animated if there are several
frames), .gif, .y4m for an encoder; a name with a %d, as in
frame%03d.png, is a file for each frame. '-' is standard output, a PNG. Without -o
the picture is shown in the terminal: as a picture in kitty, Ghostty, iTerm2 and WezTerm,
else in blocks of two pixels.

A program in Kage is drawn as Ebitengine's DrawRectShader does: --texture source0=FILE is
source image 0, stretched over the picture, source1 to source3 are the others.

Shaders of Shadertoy, and GLSL with uniforms outside of blocks, count pixels from
the lower left corner, others from the upper left one; --origin overrides this.

Exit status: 0 done; 1 the shader has errors or its run failed; 2 the command line
is wrong.`

const renderExample = `  refract render plasma.wgsl -o plasma.png
  refract render image.glsl --from shadertoy --texture iChannel0=noise.png -o image.png --size 1280x720
  refract render waves.frag --frames 60 --fps 30 --set speed=2 -o waves.gif
  refract render scene.wgsl --frames 120 -o - --to y4m | encoder -
  refract render frame.json -o frame.png --size 1280x720
  refract render patch.vert --link patch.tesc --link patch.tese --link patch.frag --patch 4 --vertices 4 -o patch.png
  refract render lit.wgsl --mesh ring.gltf -o depth.png --target depth`

// blackBehind is the default background of a picture.
const blackBehind = "0,0,0,1"

// A rendering is one run of the subcommand.
type rendering struct {
	shaderFlags

	to, entry, vertex string
	output            string
	size              string
	time, fps         float64
	frames            int
	mouse             string
	sets              []string
	clear             string
	origin            string
	mesh              string
	vertices, patch   int
	groups            []uint
	samples           int
	workers           int
	watch             bool
	target            string
	dumps             []string
	sized             bool // --size is given
}

func newRender(s streams, report *reportFlags) *cobra.Command {
	v := &rendering{shaderFlags: shaderFlags{streams: s, report: report}}
	c := &cobra.Command{
		Use: "render IN [-o OUT]", Short: "Draw a picture on the CPU", Long: renderLong, Example: renderExample,
		Args: cobra.ArbitraryArgs, ValidArgsFunction: completeInputs,
		RunE: func(c *cobra.Command, args []string) error { return v.run(c, args) },
	}
	flags := c.Flags()
	flags.StringVarP(&v.output, "output", "o", "", "the picture's `file`, '-' for standard output")
	flags.StringVar(&v.to, "to", "", "`form` of the output: png, apng, gif, y4m")
	flags.StringVar(&v.entry, "entry", "", "`name` of the fragment entry point; may be left out if there is only one")
	flags.StringVar(&v.vertex, "vertex-entry", "", "`name` of the vertex entry point; 'none': the whole picture is covered")
	flags.StringVar(&v.size, "size", "640x360", "`WIDTHxHEIGHT` in pixels")
	flags.Float64Var(&v.time, "time", 0, "`seconds` at the first frame")
	flags.IntVar(&v.frames, "frames", 1, "how `many` frames")
	flags.Float64Var(&v.fps, "fps", 30, "frames a `second`")
	flags.StringVar(&v.mouse, "mouse", "0,0", "place of the mouse, `X,Y` in pixels, with Shadertoy X,Y,CLICKX,CLICKY")
	flags.StringArrayVar(&v.sets, "set", nil, "a uniform's value, `NAME=NUMBERS`; may be repeated")
	flags.StringVar(&v.clear, "clear", blackBehind, "`R,G,B,A` behind the picture")
	flags.StringVar(&v.origin, "origin", "", "the origin of pixel coordinates: `upper` or lower")
	flags.StringVar(&v.mesh, "mesh", "", "an OBJ or glTF `file` whose triangles the vertex shader draws")
	flags.IntVar(&v.vertices, "vertices", 3, "how `many` vertices a vertex shader draws")
	flags.IntVar(&v.patch, "patch", 3, "how `many` vertices a patch has, for a tessellation control shader")
	flags.UintSliceVar(&v.groups, "workgroups", []uint{1, 1, 1}, "`X,Y,Z` workgroups of a task shader, or of a mesh shader alone")
	flags.IntVar(&v.samples, "samples", 1, "`samples` of each pixel: 1 or 4")
	flags.StringVar(&v.target, "target", "", "the `target` to show: depth, the location of another output, or NAME.LEVEL.LAYER of a texture of a scene file")
	flags.StringArrayVar(&v.dumps, "dump", nil, "print a buffer or texture of a scene file afterwards, `NAME[:FORM][=FILE]`; may be repeated")
	flags.IntVar(&v.workers, "workers", 0, "how `many` tiles are drawn at once; 0: as many as there are cores")
	flags.BoolVar(&v.watch, "watch", false, "draw again whenever a file has changed")
	v.register(c, "draw")
	registerCompletion(c, "origin", []string{"upper", "lower"})
	registerCompletion(c, "to", []string{"png", "apng", "gif", "y4m"})
	return c
}

func (v *rendering) run(c *cobra.Command, args []string) error {
	ctx, stop := interruptible(c)
	defer stop()
	v.sized = c.Flags().Changed("size")
	if !v.watch {
		return v.one(ctx, c, args, v.draw)
	}
	if len(args) > 0 && args[0] == stdName || v.output == stdName {
		return usagef("--watch needs files: standard input and output are none")
	}
	for first := true; ; first = false {
		start := time.Now().UnixNano()
		drawing, done := v.whileUnchanged(ctx, args)
		err := v.one(drawing, c, args, v.draw)
		stale := drawing.Err() != nil
		done()
		switch usage := (*usageError)(nil); {
		case ctx.Err() != nil:
			return nil
		case stale && err != nil: // a file has changed
			continue
		case first && errors.As(err, &usage):
			return err
		case err != nil && !errors.Is(err, errReported):
			fmt.Fprintf(v.err, "refract: %v\n", err)
		case err == nil && v.output != "":
			fmt.Fprintf(v.err, "%s is drawn in %v\n", v.output, time.Duration(time.Now().UnixNano()-start).Round(time.Millisecond))
		}
		if !untilChanged(ctx, start, func() (string, int64) { return v.watched(args[0]) }) {
			return nil
		}
	}
}

// whileUnchanged is a context that ends when a file changes that is known to be read: the
// current drawing is out of date, and may never end. done waits until nothing is looked at
// any longer.
func (v *rendering) whileUnchanged(ctx context.Context, args []string) (drawing context.Context, done func()) {
	drawing, cancel := context.WithCancel(ctx)
	if len(args) != 1 {
		return drawing, cancel
	}
	files := v.files(args[0])
	before, _ := stampsOf(files)
	var looks sync.WaitGroup
	looks.Go(func() {
		for {
			select {
			case <-drawing.Done():
				return
			case <-time.After(watchInterval):
			}
			if now, _ := stampsOf(files); now != before {
				cancel()
			}
		}
	})
	return drawing, func() {
		cancel()
		looks.Wait()
	}
}

// watched describes the files that a rendering has read, and the newest of their times.
func (v *rendering) watched(input string) (all string, newest int64) {
	return stampsOf(v.files(input))
}

// files are those that a rendering has read, so far as they are known.
func (v *rendering) files(input string) []string {
	files := append([]string{input, v.mesh}, v.included...)
	for _, list := range [][]string{v.textures, v.buffers, v.scenes} {
		for _, spec := range list {
			_, content, _ := strings.Cut(spec, "=")
			files = append(files, strings.TrimPrefix(content, "@"))
		}
	}
	return files
}

// A picture is the state of a rendering.
type picture struct {
	bench
	program       exec.Program
	width, height int
	bottomUp      bool // rows count from the bottom
	shadertoy     bool
	pass          *raster.Pass
	target        *exec.Texture
	call          *raster.Draw
	parts         []part // of a mesh: drawn one after the other
	sets          []string
	clear         [4]float64
	uniforms      map[ir.GlobalID]*exec.Buffer

	hasMesh   bool
	ownShader bool // the mesh came without one
	warned    bool // that nothing was drawn
	progress  *frameProgress
	center    [3]float64
	radius    float64
}

// A part is consecutive triangles with a material.
type part struct {
	first, count int
	material     *mesh.Material  // nil: none
	resources    *exec.Resources // nil: the picture's
}

// A drawer draws frames.
type drawer interface {
	draw(ctx context.Context, f *setup.Frame) (*image.NRGBA, error)
}

// draw reads the shader, or the scene, and draws every frame.
func (v *rendering) draw(ctx context.Context, name string, j *job) error {
	switch {
	case v.frames < 1 || v.frames > 1<<16:
		return usagef("--frames %d is not from 1 to %d", v.frames, 1<<16)
	case !(v.fps > 0 && v.fps <= 1000):
		return usagef("--fps %v is not above 0, up to 1000", v.fps)
	}
	mouse, err := parseNumbers(v.mouse, 2, 4)
	if err != nil {
		return usagef("--mouse %s: %w", v.mouse, err)
	}
	if len(mouse) == 3 {
		return usagef("--mouse %s: X,Y or X,Y,CLICKX,CLICKY is expected", v.mouse)
	}
	out, err := v.film()
	if err != nil {
		return err
	}
	bar := newFrameProgress(v.err, v.frames)
	defer bar.end()
	var d drawer
	var dumps []dump
	if v.isScene(name) {
		var s *sceneDrawer
		if s, err = v.scene(name, j, v.sized, bar); err == nil {
			dumps, err = s.planDumps(v.dumps)
		}
		d = s
	} else if v.dumps != nil {
		return usagef("--dump is for scene files")
	} else {
		d, err = v.shader(name, j, bar)
	}
	if err != nil {
		return err
	}
	for i := range v.frames {
		bar.frame(i)
		f := setup.Frame{Number: i, Seconds: v.time + float64(i)/v.fps, FPS: v.fps, Mouse: mouse}
		img, err := d.draw(ctx, &f)
		if err != nil {
			return err
		}
		if err := bar.without(func() error { return out.add(img) }); err != nil {
			return err
		}
	}
	if err := bar.without(out.close); err != nil || dumps == nil {
		return err
	}
	return printDumps(v.streams, dumps, d.(*sceneDrawer).render)
}

// shader reads a shader and makes the resources to draw it.
func (v *rendering) shader(name string, j *job, progress *frameProgress) (*picture, error) {
	read := v.read
	l, err := refract.WGSL, error(nil)
	if v.isMesh(name) {
		v.mesh, read = name, v.readMeshShader
	} else if l, err = inputLanguage(name, v.from); err != nil {
		return nil, err
	}
	p := &picture{shadertoy: v.from == shadertoyName, sets: v.sets, ownShader: v.isMesh(name)}
	p.streams = v.streams
	p.flip = p.shadertoy
	if p.width, p.height, err = parseSize(v.size); err != nil {
		return nil, err
	}
	switch {
	case v.samples != 1 && v.samples != 4:
		return nil, usagef("--samples %d: there are 1 and 4", v.samples)
	case v.patch < 1 || v.patch > 32:
		return nil, usagef("--patch %d is not from 1 to 32", v.patch)
	case v.vertices < 1 || v.vertices > 1<<24:
		return nil, usagef("--vertices %d is not from 1 to %d", v.vertices, 1<<24)
	}
	clear, err := parseNumbers(v.clear, 4, 4)
	if err != nil {
		return nil, usagef("--clear %s: %w", v.clear, err)
	}
	copy(p.clear[:], clear)
	if v.source.stage == "" && l == refract.GLSL && ir.StageOfExtension(filepath.Ext(name)) == ir.NoStage {
		v.source.stage = "fragment"
	}
	m, overrides, err := read(name, l, j)
	if err != nil {
		return nil, err
	}
	engine, err := v.engineOf()
	if err != nil {
		return nil, err
	}
	if p.program, err = engine.Load(m, exec.LoadOptions{Overrides: overrides}); err != nil {
		return nil, inSource(m, err)
	}
	p.module = p.program.Module()
	if err := v.prepare(p, l); err != nil {
		return nil, fmt.Errorf("%s: %w", j.name, err)
	}
	p.progress, p.pass.Progress = progress, progress.draw
	return p, nil
}

// draw implements drawer.
func (p *picture) draw(ctx context.Context, f *setup.Frame) (*image.NRGBA, error) {
	f.Width, f.Height = p.width, p.height
	p.pass.Tally = raster.Tally{}
	if err := p.pass.ClearColor(0, p.clear); err != nil {
		return nil, err
	}
	for i := 1; i < len(p.pass.Colors); i++ {
		if err := p.pass.ClearColor(i, [4]float64{}); err != nil {
			return nil, err
		}
	}
	if p.pass.Depth != nil {
		if err := p.pass.ClearDepth(1); err != nil {
			return nil, err
		}
	}
	for _, part := range p.parts {
		f.Other = func(view exec.View, name string) []float64 { return p.meshValues(view, name, f.Seconds, part.material) }
		f.Channels = func() []float64 { return setup.ChannelSizes(p.module, &p.bound) }
		f.Uniforms(p.module, p.uniforms)
		if err := p.set(); err != nil {
			return nil, err
		}
		if part.resources != nil {
			p.call.Resources = part.resources
		}
		p.call.First, p.call.Count = part.first, part.count
		if err := p.pass.Draw(ctx, p.call); err != nil {
			return nil, inSource(p.module, err)
		}
	}
	if why := p.pass.Tally.Nothing(); why != "" && !p.warned {
		p.warned = true
		p.progress.say(p.streams.err, "refract: warning: nothing was drawn: "+why)
	}
	if err := p.pass.Resolve(); err != nil {
		return nil, err
	}
	return p.image(), nil
}

// parseSize reads WIDTHxHEIGHT.
func parseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(s, "x")
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if !ok || err1 != nil || err2 != nil || width < 1 || height < 1 || width > raster.MaxExtent || height > raster.MaxExtent {
		return 0, 0, usagef("--size %s: WIDTHxHEIGHT is expected, each from 1 to %d", s, raster.MaxExtent)
	}
	return width, height, nil
}

// parseNumbers reads numbers with commas between.
func parseNumbers(s string, least, most int) ([]float64, error) {
	var out []float64
	for _, word := range strings.Split(s, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no number", word)
		}
		out = append(out, x)
	}
	if len(out) < least || len(out) > most {
		return nil, fmt.Errorf("%d numbers are given, but %d to %d are expected", len(out), least, most)
	}
	return out, nil
}

// stageEntry is the entry point of a stage that is meant; "" if there is none.
func stageEntry(m *ir.Module, stage ir.Stage, name string) (string, error) {
	var names []string
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage == stage {
			if m.EntryPoints[i].Name == name {
				return name, nil
			}
			names = append(names, m.EntryPoints[i].Name)
		}
	}
	switch {
	case name != "":
		return "", fmt.Errorf("the shader has no %s entry point %q; there are %s", stage, name, strings.Join(names, ", "))
	case len(names) == 0:
		return "", nil
	case len(names) > 1:
		return "", fmt.Errorf("the shader has %d %s entry points: %s; choose one", len(names), stage, strings.Join(names, ", "))
	}
	return names[0], nil
}

// fragmentClip is the clip space for a fragment shader without a vertex shader. GLSL with
// uniforms outside of blocks is OpenGL's.
func fragmentClip(m *ir.Module, l refract.Language) raster.ClipSpace {
	switch {
	case l == refract.GLSL && slices.ContainsFunc(m.Globals, func(g ir.Global) bool { return g.Name == glsl.LooseUniforms }):
		return raster.ClipOpenGL
	case l == refract.SPIRV || l == refract.GLSL:
		return raster.ClipVulkan
	}
	return raster.ClipWebGPU
}

// prepare makes the pipeline, its attachments and its resources.
func (v *rendering) prepare(p *picture, l refract.Language) error {
	fragment, err := stageEntry(p.module, ir.StageFragment, v.entry)
	if err != nil {
		return err
	}
	if fragment == "" {
		return errNothingToDraw
	}
	pipeline := &raster.Pipeline{Fragment: raster.Shader{Program: p.program, Entry: fragment}}
	count := raster.Fullscreen
	if v.vertex != "none" {
		vertex, err := stageEntry(p.module, ir.StageVertex, v.vertex)
		if err != nil {
			return err
		}
		if vertex != "" {
			pipeline.Vertex = raster.Shader{Program: p.program, Entry: vertex}
			count = v.vertices
		}
		if err := v.between(p, pipeline); err != nil {
			return err
		}
	}
	clip, ok := raster.ClipSpaceOf(p.module, positions(pipeline).Entry)
	if !ok {
		clip = fragmentClip(p.module, l)
	}
	if p.shadertoy {
		clip = raster.ClipOpenGL
	}
	switch v.origin {
	case "":
	case "lower":
		clip = raster.ClipOpenGL
	case "upper":
		if clip == raster.ClipOpenGL {
			clip = raster.ClipVulkan
		}
	default:
		return usagef("--origin %s: there are upper and lower", v.origin)
	}
	pipeline.Clip, p.bottomUp = clip, clip == raster.ClipOpenGL
	if err := v.attachments(p, fragment); err != nil {
		return err
	}
	p.pass.Options, p.pass.Workers = exec.RunOptions{MaxSteps: v.maxSteps, Print: printTo(v.err, "")}, v.workersOf()
	groups, err := workgroups(v.groups)
	if err != nil {
		return err
	}
	p.call = &raster.Draw{Pipeline: pipeline, Resources: &p.bound, Groups: groups}
	p.parts = []part{{count: count}}
	if v.mesh != "" {
		if err := p.useMesh(v.mesh, v.source.includes, pipeline); err != nil {
			return err
		}
	}
	if p.pass.Depth != nil {
		pipeline.Depth = &raster.Depth{Compare: exec.CompareLess, Write: true}
	}
	if err := p.resources(v.buffers, v.textures, v.samplers); err != nil {
		return err
	}
	if err := p.structures(v.scenes, v.source.includes); err != nil {
		return err
	}
	if l == refract.Kage && pipeline.Vertex.Program != nil {
		if err := p.useKage(pipeline); err != nil {
			return err
		}
	}
	return p.supply(pipeline)
}

// workersOf is how many things are done at once.
func (v *rendering) workersOf() int {
	if v.workers > 0 {
		return v.workers
	}
	return runtime.GOMAXPROCS(0)
}

// attachments makes the targets of the draw, and finds the one that is shown.
func (v *rendering) attachments(p *picture, fragment string) (err error) {
	outputs := fragmentOutputs(p.module, fragment)
	which := 0
	if v.target != "" && v.target != "depth" {
		if which, err = strconv.Atoi(v.target); err != nil || which < 0 || which >= len(outputs) || outputs[which] == ir.NoScalar {
			return usagef("--target %s: 'depth' or the location of an output is expected; the shader has %s", v.target, locations(outputs))
		}
	}
	formats := map[ir.Scalar]ir.StorageFormat{ir.U32: ir.Rgba8Uint, ir.I32: ir.Rgba8Sint}
	format := func(i int) exec.Format {
		if i < len(outputs) && formats[outputs[i]] != ir.NoFormat {
			return exec.FormatOf(formats[outputs[i]])
		}
		return exec.FormatOf(ir.Rgba8Unorm)
	}
	depth := v.mesh != "" || v.target == "depth"
	if p.pass, p.target, err = raster.NewPass(p.width, p.height, format(0), v.samples, depth); err != nil {
		return err
	}
	for i := 1; i < len(outputs); i++ {
		more, shown, err := raster.NewPass(p.width, p.height, format(i), v.samples, false)
		if err != nil {
			return err
		}
		if p.pass.Colors = append(p.pass.Colors, more.Colors...); i == which {
			p.target = shown
		}
	}
	if v.target == "depth" {
		p.target = p.pass.Depth.Texture
	}
	return nil
}

// fragmentOutputs are the types of a fragment entry point's outputs, by location.
func fragmentOutputs(m *ir.Module, entry string) (list []ir.Scalar) {
	add := func(b *ir.Binding, t ir.TypeID) {
		if b.Kind != ir.BindLocation || b.Location >= raster.MaxColors {
			return
		}
		for len(list) <= int(b.Location) {
			list = append(list, ir.NoScalar)
		}
		list[b.Location] = m.Types.ScalarOf(t)
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Name != entry || e.Stage != ir.StageFragment {
			continue
		}
		f := m.Func(e.Function)
		if f.Result == 0 {
			continue
		}
		add(&f.ResultBinding, f.Result)
		if s := m.StructOf(f.Result); s != nil {
			for k := range s.Members {
				add(&s.Members[k].Binding, s.Members[k].Type)
			}
		}
	}
	return list
}

// locations lists the locations of outputs.
func locations(outputs []ir.Scalar) string {
	var list []string
	for i, s := range outputs {
		if s != ir.NoScalar {
			list = append(list, strconv.Itoa(i))
		}
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// supply makes the resources that the command line left out, for each part of a mesh.
func (p *picture) supply(pipeline *raster.Pipeline) error {
	p.uniforms = map[ir.GlobalID]*exec.Buffer{}
	var used []ir.GlobalID
	for _, s := range []raster.Shader{pipeline.Vertex, pipeline.Control, pipeline.Evaluation, pipeline.Geometry, pipeline.Task, pipeline.Mesh, pipeline.Fragment} {
		if s.Program == nil {
			continue
		}
		globals, err := s.Program.Globals(s.Entry)
		if err != nil {
			return err
		}
		used = append(used, globals...)
	}
	made := map[scene.MapKey]*exec.Texture{}
	for i := range p.parts {
		given := map[ir.GlobalID]bool{}
		for _, id := range p.names {
			given[id] = true
		}
		part := &p.parts[i]
		if i > 0 {
			part.resources = p.bound.Clone()
		}
		to := part.resources
		if to == nil {
			to = &p.bound
		}
		for _, id := range used {
			g := &p.module.Globals[id]
			if given[id] || !g.Space.IsResource() {
				continue
			}
			given[id] = true
			r, err := p.supplied(id, part.material, made)
			if err != nil {
				return err
			}
			switch {
			case g.Space == ir.SpaceImmediate:
				to.Immediate = p.uniforms[id].Data
			case g.HasBinding:
				to.Bind(g.Binding.Group, g.Binding.Binding, r)
			default:
				to.BindName(g.Name, r)
			}
		}
	}
	return nil
}

// supplied is the resource of a variable that the command line doesn't name.
func (p *picture) supplied(id ir.GlobalID, material *mesh.Material, made map[scene.MapKey]*exec.Texture) (exec.Resource, error) {
	g := &p.module.Globals[id]
	t := p.module.Types.At(g.Type)
	if material != nil {
		if r, err := scene.MaterialResource(made, material, g.Name, t); r != nil || err != nil {
			return r, err
		}
	}
	switch {
	case g.Space == ir.SpaceUniform || g.Space == ir.SpaceImmediate:
		if b := p.uniforms[id]; b != nil {
			return b, nil
		}
		b, err := exec.BufferFor(p.module, id, 1)
		p.uniforms[id] = b
		return b, err
	case t.Kind == ir.TypeSampler:
		s := exec.NewSampler(exec.Linear, exec.Repeat)
		if t.Comparison {
			s.Compare = exec.CompareLessEqual
		}
		return s, nil
	case (t.Kind == ir.TypeSampledImage || t.Kind == ir.TypeImage) && p.shadertoy:
		black, err := p.black(t)
		if err != nil || t.Kind == ir.TypeImage {
			return black.View(), err
		}
		view := black.View()
		if p.module.Types.At(t.Base).Dim == ir.DimCube {
			view = black.CubeView()
		}
		return exec.Combined{Texture: view, Sampler: exec.NewSampler(exec.Linear, exec.Repeat)}, nil
	case t.Kind == ir.TypeSampledImage || t.Kind == ir.TypeImage:
		return nil, fmt.Errorf("%s has no texture; give it one: --texture %s=FILE.png", describeGlobal(g), nameOfGlobal(g))
	}
	return nil, fmt.Errorf("%s has no buffer; give it one: --buffer %s=zero:BYTES", describeGlobal(g), nameOfGlobal(g))
}

// black is a texture for a channel that isn't given.
func (p *picture) black(t *ir.Type) (*exec.Texture, error) {
	if t.Kind == ir.TypeSampledImage {
		t = p.module.Types.At(t.Base)
	}
	d := exec.TextureDesc{Dim: t.Dim, Format: exec.FormatOf(ir.Rgba8Unorm), Width: 1, Height: 1}
	if t.Dim == ir.DimCube {
		d.Dim, d.Layers = ir.Dim2D, 6
	}
	return exec.NewTexture(d)
}

func nameOfGlobal(g *ir.Global) string {
	if g.HasBinding {
		return fmt.Sprintf("%d.%d", g.Binding.Group, g.Binding.Binding)
	}
	return g.Name
}

func describeGlobal(g *ir.Global) string {
	if g.HasBinding {
		return fmt.Sprintf("%q (group %d, binding %d)", g.Name, g.Binding.Group, g.Binding.Binding)
	}
	return fmt.Sprintf("%q", g.Name)
}

// set writes the values of --set.
func (p *picture) set() error {
	for _, spec := range p.sets {
		path, values, err := parseSet(spec)
		if err != nil {
			return err
		}
		view, err := p.uniform(path)
		if err == nil {
			err = setup.SetNumbers(view, values, false)
		}
		if err != nil {
			return usagef("--set %s: %w", path, err)
		}
	}
	return nil
}

// parseSet reads NAME=NUMBERS.
func parseSet(spec string) (path string, values []float64, err error) {
	path, text, ok := strings.Cut(spec, "=")
	if !ok {
		return "", nil, usagef("--set %s: NAME=NUMBERS is expected", spec)
	}
	if values, err = parseNumbers(text, 1, 1<<16); err != nil {
		return "", nil, usagef("--set %s: %w", path, err)
	}
	return path, values, nil
}

// uniform finds the variable or part that a path names: a variable, a part of one, or a
// part of the only one that has it.
func (p *picture) uniform(path string) (exec.View, error) {
	var found []exec.View
	var names []string
	for i := range p.module.Globals {
		id := ir.GlobalID(i)
		b := p.uniforms[id]
		if b == nil {
			continue
		}
		g := &p.module.Globals[i]
		view, err := exec.NewView(p.module, g.Type, g.Layout, b.Data)
		if err != nil {
			return exec.View{}, err
		}
		names = append(names, g.Name)
		if rest, ok := strings.CutPrefix(path, g.Name); ok && g.Name != "" && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return view.At(strings.TrimPrefix(rest, "."))
		}
		if part, err := view.At(path); err == nil {
			found = append(found, part)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		if len(names) == 0 {
			return exec.View{}, errors.New("the shader uses no uniform that isn't given by --buffer")
		}
		return exec.View{}, fmt.Errorf("no uniform has that name; there are %s", strings.Join(names, ", "))
	}
	return exec.View{}, errors.New("several uniforms have a member of that name; put the variable's name and a dot before it")
}

// image is the frame that was drawn.
func (p *picture) image() *image.NRGBA {
	img := p.target.Image()
	if p.bottomUp {
		exec.TurnOver(img)
	}
	return img
}
