package scene

// This file makes the objects that a scene names: programs, buffers, textures, meshes.

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"strings"

	"refract/diag"
	"refract/exec"
	"refract/internal/exec/setup"
	"refract/internal/mesh"
	"refract/internal/picture"
	"refract/ir"
)

// A ShaderFile is a shader that a scene names.
type ShaderFile struct {
	File      string // as the scene has it
	Source    []byte
	Language  string // "": by the file's extension
	Stage     string // of GLSL; "": by the file's extension
	Overrides map[string]float64
	Defines   []Define // macros, of GLSL
}

// A Define is a macro and its replacement.
type Define struct{ Name, Text string }

// Limits bound the cost of a scene. A field that is 0 stands for the default.
type Limits struct {
	Bytes    uint64 // of buffers, textures and files; default: 1 GiB
	Steps    uint64 // that one frame takes, repeated ones counted; default: 65536
	Vertices uint64 // of one draw, those of all instances; default: 2^26
}

// An Env is the environment for loading a scene.
type Env struct {
	Read    func(file string) ([]byte, error)      // of a name relative to the scene
	Shader  func(ShaderFile) (exec.Program, error) // its errors go through as they are
	Options exec.RunOptions                        // of every run
	Workers int                                    // see raster.Pass
	Limits  Limits
	Step    func(done, all uint64) // is told of each step; may be nil
	Tiles   func(done, all int)    // is told of each tile of a draw; may be nil; see raster.Pass.Progress
	Warn    func(message string)   // is told of each pass in which nothing was drawn, once; may be nil
}

// A Frame is a loaded scene.
type Frame struct {
	scene      *Scene
	env        Env
	spent      uint64
	programs   map[string]exec.Program
	buffers    map[string]*exec.Buffer
	textures   map[string]*exec.Texture
	samplers   map[string]*exec.Sampler
	meshes     map[string]*loadedMesh
	structures map[string]*exec.AccelerationStructure
	values     map[valueKey]*valueBuffer
	order      []*valueBuffer
	maps       map[*mesh.Mesh]map[MapKey]*exec.Texture // of materials
	started    bool
	warned     map[*step]bool
	checking   bool // binds, and doesn't draw
	moment     setup.Frame
	done       uint64
	all        uint64
}

// A loadedMesh is a mesh's bytes.
type loadedMesh struct {
	*mesh.Mesh
	vertices, indices []byte
}

// reader reports to a list of its own.
func (f *Frame) reader() *reader { return &reader{list: &diag.List{}} }

// fail is an error at a place of the scene.
func (f *Frame) fail(at diag.Span, format string, args ...any) error {
	r := f.reader()
	r.fail(at, format, args...)
	return r.list.Err(f.scene.sources)
}

// wrap is an error with a place of the scene, unless it has one already.
func (f *Frame) wrap(at diag.Span, what string, err error) error {
	var found *diag.Diagnostics
	if err == nil || errors.As(err, &found) {
		return err
	}
	if what != "" {
		what += ": "
	}
	return f.fail(at, "%s%v", what, err)
}

// spend counts bytes.
func (f *Frame) spend(at diag.Span, bytes uint64) error {
	if f.spent += bytes; f.spent > f.env.Limits.Bytes {
		return f.fail(at, "the scene's buffers, textures and files have more than %d bytes together", f.env.Limits.Bytes)
	}
	return nil
}

// read reads a file.
func (f *Frame) read(n name) ([]byte, error) {
	data, err := f.env.Read(n.text)
	if err != nil {
		return nil, f.fail(n.span, "%s cannot be read: %v", n.text, err)
	}
	return data, f.spend(n.span, uint64(len(data)))
}

// picture reads a picture.
func (f *Frame) picture(n name) (image.Image, error) {
	data, err := f.read(n)
	if err != nil {
		return nil, err
	}
	img, err := picture.Read(bytes.NewReader(data))
	if err != nil {
		return nil, f.fail(n.span, "%s: %v", n.text, err)
	}
	return img, nil
}

// Load makes everything that the scene names, and checks every draw and dispatch against
// its shaders. Errors are *diag.Diagnostics with places in the scene, and the errors of
// Env.Shader.
func (s *Scene) Load(env Env) (*Frame, error) {
	f := &Frame{scene: s, env: env, programs: map[string]exec.Program{}, buffers: map[string]*exec.Buffer{}, textures: map[string]*exec.Texture{},
		samplers: map[string]*exec.Sampler{}, meshes: map[string]*loadedMesh{}, structures: map[string]*exec.AccelerationStructure{}, values: map[valueKey]*valueBuffer{},
		maps: map[*mesh.Mesh]map[MapKey]*exec.Texture{}}
	l := &f.env.Limits
	for _, limit := range []struct {
		field    *uint64
		standard uint64
	}{{&l.Bytes, 1 << 30}, {&l.Steps, 1 << 16}, {&l.Vertices, 1 << 26}} {
		if *limit.field == 0 {
			*limit.field = limit.standard
		}
	}
	for _, x := range s.shaders {
		if err := f.loadShader(x); err != nil {
			return nil, err
		}
	}
	for _, x := range s.textures {
		t, err := x.make(f)
		if err != nil {
			return nil, err
		}
		f.textures[x.text] = t
	}
	for _, x := range s.samplers {
		f.samplers[x.text] = &x.Sampler
	}
	for _, x := range s.meshes {
		if err := f.loadMesh(x); err != nil {
			return nil, err
		}
	}
	for _, x := range s.structures {
		made, err := f.structure(x)
		if err != nil {
			return nil, err
		}
		f.structures[x.text] = made
	}
	if err := f.unusedInGroups(); err != nil {
		return nil, err
	}
	f.moment = setup.Frame{Width: s.Width, Height: s.Height, FPS: 30}
	for _, x := range s.buffers {
		if err := f.loadBuffer(x); err != nil {
			return nil, err
		}
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *Frame) loadShader(x *shader) error {
	source, err := f.read(x.file)
	if err != nil {
		return err
	}
	p, err := f.env.Shader(ShaderFile{File: x.file.text, Source: source, Language: x.language.text, Stage: x.stage.text, Overrides: x.overrides, Defines: x.defines})
	if err != nil {
		return f.wrap(x.file.span, x.file.text, err)
	}
	f.programs[x.text] = p
	return nil
}

func (f *Frame) loadMesh(x *meshFile) error {
	m, err := f.meshOf(x.file)
	if err != nil {
		return err
	}
	l := &loadedMesh{Mesh: m}
	l.vertices, l.indices = m.Bytes()
	f.meshes[x.text] = l
	return f.spend(x.file.span, uint64(len(l.vertices)+len(l.indices)))
}

// ReadMesh reads OBJ or glTF; open reads a file that it names.
func ReadMesh(data []byte, open func(name string) ([]byte, error)) (*mesh.Mesh, error) {
	if mesh.IsGLTF(data) {
		return mesh.ReadGLTF(data, open)
	}
	return mesh.ReadOBJ(data)
}

func (f *Frame) loadBuffer(x *buffer) error {
	var b *exec.Buffer
	switch {
	case x.file.given():
		data, err := f.read(x.file)
		if err != nil {
			return err
		}
		b = &exec.Buffer{Data: bytes.Clone(data)}
	case x.value != nil:
		file, variable := split(x.of.text)
		m := f.programs[file].Module()
		id, err := exec.GlobalByName(m, variable)
		if err != nil {
			return f.fail(x.of.span, "%v", err)
		}
		if b, err = f.bufferOf(m, id, x); err != nil {
			return err
		}
	default:
		b = &exec.Buffer{Data: bytes.Clone(x.content)}
	}
	f.buffers[x.text] = b
	return f.spend(x.span, uint64(len(b.Data)))
}

// bufferOf is a buffer that holds a value as a variable has it.
func (f *Frame) bufferOf(m *ir.Module, id ir.GlobalID, x *buffer) (*exec.Buffer, error) {
	value, err := f.valuer().value(x.value)
	if err != nil {
		return nil, err
	}
	b, err := exec.BufferOf(m, id, value)
	if err != nil {
		return nil, f.fail(x.value.span, "%v", err)
	}
	if x.count > 0 {
		more, err := exec.BufferFor(m, id, x.count)
		if err != nil {
			return nil, f.fail(x.span, "%v", err)
		}
		if len(more.Data) > len(b.Data) {
			copy(more.Data, b.Data)
			b = more
		}
	}
	return b, nil
}

func (f *Frame) valuer() *valuer {
	return &valuer{frame: f, seconds: f.moment.Seconds, aspect: float64(f.scene.Width) / float64(f.scene.Height)}
}

// split separates SHADER from ENTRY or VARIABLE; without a dot there is no second.
func split(s string) (file, rest string) {
	file, rest, _ = strings.Cut(s, ".")
	return file, rest
}

// entry finds the entry point of a stage that a name means.
func (f *Frame) entry(n name, stage ir.Stage) (exec.Program, string, error) {
	file, entry := split(n.text)
	p := f.programs[file]
	var all []string
	m := p.Module()
	for i := range m.EntryPoints {
		if e := &m.EntryPoints[i]; e.Stage == stage {
			if e.Name == entry {
				return p, entry, nil
			}
			all = append(all, e.Name)
		}
	}
	switch {
	case entry != "":
		r := f.reader()
		r.unknown(n.span, fmt.Sprintf("%q has no %s entry point %q", file, stage, entry), entry, all)
		return nil, "", r.list.Err(f.scene.sources)
	case len(all) == 1:
		return p, all[0], nil
	case len(all) == 0:
		return nil, "", f.fail(n.span, "%q has no %s entry point", file, stage)
	}
	return nil, "", f.fail(n.span, "%q has %d %s entry points, %s: say which: %s", file, len(all), stage, quoted(all), fmt.Sprintf("%q", file+"."+all[0]))
}
