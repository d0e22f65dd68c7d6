package scene

// This file declares the contents of a scene file, and reads all of it but the steps and
// the state of pipelines.

import (
	"path"
	"slices"
	"strings"

	"refract/diag"
	"refract/exec"
	"refract/exec/raster"
	"refract/internal/exec/setup"
	"refract/ir"
)

// A Scene is a scene file, before the files that it names are read.
type Scene struct {
	Width, Height int // of the picture

	// BottomUp: the first row of the picture is the lowest.
	BottomUp bool

	sources    *diag.Sources
	shaders    []*shader
	buffers    []*buffer
	textures   []*texture
	samplers   []*sampler
	meshes     []*meshFile
	structures []*structure
	pipelines  []*pipeline
	groups     []*group
	start      []step // before the first frame
	steps      []step
	output     *place
}

// A shader is a source file.
type shader struct {
	name
	file      name
	language  name // "": by the file's extension
	stage     name // of GLSL; "": by the file's extension
	overrides map[string]float64
	defines   []Define
}

// A buffer is the initial contents of a buffer.
type buffer struct {
	name
	content []byte // nil: of the file
	file    name
	value   *node // laid out as the variable is
	of      name  // SHADER.VARIABLE
	count   int   // elements of an array whose length the buffer decides
}

// A texture is the description of a texture.
type texture struct {
	name
	desc        exec.TextureDesc // without Width: as large as the picture or its files
	cube        bool
	scale       float64 // of the picture's size
	flip        bool    // the last row of a file is the first
	premultiply bool    // colors of files are multiplied by alpha
	files       []name
	numbers     []float64
	pattern     pattern
	mips        bool
	holes       []hole
}

// A hole is a box of texels without memory, as sparse textures have them.
type hole struct {
	exec.Hole
	span diag.Span
}

// A sampler has a name.
type sampler struct {
	name
	exec.Sampler
}

// A meshFile is a mesh's file.
type meshFile struct {
	name
	file name
}

// A group is bindings that draws share.
type group struct {
	name
	bindings []binding
}

// A binding is the resource of a variable.
type binding struct {
	variable name
	at       diag.Span
	resource name  // a buffer, a texture, a sampler or a structure by name
	value    *node // contents of a buffer of its own; nil: none
	sampler  name  // with a texture

	offset, size int // of a buffer

	level, levels, layer, layers int       // of a texture; 0 levels or layers: all that follow
	list                         []binding // of a binding array
}

// A place is a level and a layer of a texture.
type place struct {
	texture      name
	level, layer int
}

// Parse reads a scene file; name is its name in messages. The error is a *diag.Diagnostics.
func Parse(name string, data []byte) (*Scene, error) {
	var list diag.List
	sources := &diag.Sources{}
	if len(data) > MaxBytes {
		list.Errorf(codeSyntax, diag.Span{}, "the scene has %d bytes; at most %d are read", len(data), MaxBytes)
		return nil, list.Err(sources)
	}
	base := sources.Add(name, string(data))
	root := parseJSON(data, base, &list)
	if root == nil {
		return nil, list.Err(sources)
	}
	s := &Scene{sources: sources}
	s.read(&reader{list: &list}, root)
	if err := list.Err(sources); err != nil {
		return nil, err
	}
	return s, nil
}

// read reads the scene.
func (s *Scene) read(r *reader, root *node) {
	f := r.object(root, "a scene")
	s.Width, s.Height = 640, 360
	if size := f.integers("size", 2, 2, 1, raster.MaxExtent); size != nil {
		s.Width, s.Height = size[0], size[1]
	}
	f.get("description")
	switch n := f.name("origin"); n.text {
	case "", "upper":
	case "lower":
		s.BottomUp, r.clip = true, raster.ClipOpenGL
	default:
		f.fail(n.span, `"origin" is upper or lower, not %q`, n.text)
	}
	f.each("shaders", func(at name, n *node) { s.shaders = append(s.shaders, readShader(r, at, n)) })
	f.each("buffers", func(at name, n *node) { s.buffers = append(s.buffers, readBuffer(r, at, n)) })
	f.each("textures", func(at name, n *node) { s.textures = append(s.textures, readTexture(r, at, n)) })
	f.each("samplers", func(at name, n *node) { s.samplers = append(s.samplers, &sampler{at, *readSampler(r, n)}) })
	f.each("meshes", func(at name, n *node) { s.meshes = append(s.meshes, readMesh(r, at, n)) })
	f.each("structures", func(at name, n *node) { s.structures = append(s.structures, readStructure(r, at, n)) })
	f.each("groups", func(at name, n *node) { s.groups = append(s.groups, &group{at, readBindings(r, n)}) })
	f.each("pipelines", func(at name, n *node) { s.pipelines = append(s.pipelines, readPipeline(r, at, n)) })
	s.start = readSteps(r, f.array("start"))
	s.steps = readSteps(r, f.array("steps"))
	if n := f.get("output"); n != nil {
		s.output = readPlace(r, n)
	}
	f.done()
	if len(s.steps) == 0 && !r.list.HasErrors() {
		f.fail(f.of.span, `a scene has "steps"`)
	}
	s.resolve(r)
}

// Files are the files that the scene names: shaders, pictures, meshes, contents.
func (s *Scene) Files() (list []string) {
	for _, x := range s.shaders {
		list = append(list, x.file.text)
	}
	for _, x := range s.buffers {
		list = append(list, x.file.text)
	}
	for _, x := range s.textures {
		for _, f := range x.files {
			list = append(list, f.text)
		}
	}
	for _, x := range s.meshes {
		list = append(list, x.file.text)
	}
	for _, x := range s.structures {
		list = append(list, x.files()...)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.DeleteFunc(list, func(f string) bool { return f == "" })
}

// file is a field that names a file: relative, below the scene's folder or beside it.
func (f *fields) file(field string) name {
	n := f.name(field)
	return f.clean(n)
}

func (r *reader) clean(n name) name {
	if n.given() && path.IsAbs(n.text) {
		r.fail(n.span, "a file is named relative to the scene")
		return name{}
	}
	return n
}

func readShader(r *reader, at name, n *node) *shader {
	if n.kind == text {
		return &shader{name: at, file: r.clean(r.textOf(n, "a shader"))}
	}
	f := r.object(n, "a shader")
	s := &shader{name: at, file: f.file("file"), language: f.name("language"), stage: f.name("stage"), overrides: map[string]float64{}}
	f.each("overrides", func(at name, n *node) { s.overrides[at.text] = r.numberOf(n, "an override") })
	f.each("defines", func(at name, n *node) {
		d := Define{Name: at.text, Text: n.text}
		if n.kind != text && n.kind != number {
			r.fail(n.span, "the value of a macro is text or a number, not %v", n.kind)
		}
		if strings.ContainsAny(d.Name, "\r\n\\ =") || d.Name == "" || strings.ContainsAny(d.Text, "\r\n") {
			r.fail(at.span, "%q is no name of a macro, or it stands for several lines", d.Name)
		}
		s.defines = append(s.defines, d)
	})
	f.done()
	if !s.file.given() {
		r.fail(n.span, `a shader has a "file"`)
	}
	return s
}

func readBuffer(r *reader, at name, n *node) *buffer {
	f := r.object(n, "a buffer")
	b := &buffer{name: at}
	given := 0
	for _, scalar := range setup.ScalarNames() {
		if !f.has(scalar) {
			f.asked = append(f.asked, scalar)
			continue
		}
		given++
		b.content = r.scalars(f.array(scalar), setup.ScalarNamed(scalar))
	}
	if f.has("zero") {
		given++
		b.content = make([]byte, f.integer("zero", 1, 1, maxBuffer))
	}
	if f.has("hex") {
		given++
		x := f.name("hex")
		data, err := setup.DecodeHex(x.text)
		if err != nil {
			r.fail(x.span, "%v", err)
		}
		b.content = append([]byte{}, data...)
	}
	if f.has("file") {
		given++
		b.file = f.file("file")
	}
	if f.has("value") {
		given++
		b.value, b.of = f.get("value"), f.name("of")
		if !b.of.given() {
			r.fail(n.span, `a buffer with a "value" says the variable that it is for: "of": "SHADER.VARIABLE"`)
		}
		b.count = f.integer("count", 0, 0, maxBuffer)
	}
	f.asked = append(f.asked, "zero", "hex", "file", "value")
	f.done()
	if given != 1 && b.content == nil {
		r.fail(n.span, `a buffer has one of "value", "file", "zero", "hex" and numbers of a type, as "f32"`)
	} else if given > 1 {
		r.fail(n.span, "a buffer has one content, not %d", given)
	}
	return b
}

// maxBuffer is the size of the largest buffer that a scene makes, in bytes.
const maxBuffer = 1 << 30

// scalars are numbers as bytes.
func (r *reader) scalars(list []*node, s ir.Scalar) []byte {
	out := make([]byte, 0, len(list)*int(s.Bytes()))
	for _, n := range list {
		if n.kind != number {
			r.fail(n.span, "an element is a number, not %v", n.kind)
			continue
		}
		bits, err := setup.ParseScalar(s, n.text)
		if err != nil {
			r.fail(n.span, "%s is no %s", n.text, s)
		}
		out = setup.AppendBits(out, s, bits)
	}
	return out
}

func readSampler(r *reader, n *node) *exec.Sampler {
	if n.kind == text {
		s, err := setup.ParseSampler(n.text)
		if err != nil {
			r.fail(n.span, "%v", err)
			return &exec.Sampler{}
		}
		return s
	}
	f := r.object(n, "a sampler")
	filter := func(field string, without exec.Filter) exec.Filter {
		return choice(f, field, without, exec.FilterByName, exec.Filter.String)
	}
	mode := func(field string, without exec.AddressMode) exec.AddressMode {
		return choice(f, field, without, exec.AddressModeByName, exec.AddressMode.String)
	}
	all, around := filter("filter", exec.Nearest), mode("address", exec.ClampToEdge)
	s := &exec.Sampler{Magnify: filter("magnify", all), Minify: filter("minify", all), Mipmap: filter("mipmap", all),
		AddressU: mode("address_u", around), AddressV: mode("address_v", around), AddressW: mode("address_w", around),
		Compare: choice(f, "compare", exec.NoCompare, exec.CompareByName, exec.Compare.String),
		Border:  choice(f, "border", exec.TransparentBlack, exec.BorderByName, exec.Border.String),
		LodMin:  float32(f.number("lod_min", 0, 0, 32)), LodMax: float32(f.number("lod_max", 32, 0, 32)),
		MaxAnisotropy: uint8(f.integer("anisotropy", 1, 1, exec.MaxAnisotropy))}
	f.done()
	return s
}

func readMesh(r *reader, at name, n *node) *meshFile {
	if n.kind == text {
		return &meshFile{at, r.clean(r.textOf(n, "a mesh"))}
	}
	f := r.object(n, "a mesh")
	m := &meshFile{at, f.file("file")}
	f.done()
	if !m.file.given() {
		r.fail(n.span, `a mesh has a "file"`)
	}
	return m
}

// readBindings reads the resources of variables.
func readBindings(r *reader, n *node) (list []binding) {
	if n.kind != object {
		r.fail(n.span, "bindings are an object of variables, not %v", n.kind)
		return nil
	}
	for i, k := range n.keys {
		b := readBinding(r, n.list[i])
		b.variable = name{k.name, k.span}
		list = append(list, b)
	}
	return list
}

func readBinding(r *reader, n *node) binding {
	b := binding{at: n.span}
	switch n.kind {
	case text:
		b.resource = r.textOf(n, "a resource")
		return b
	case array:
		for _, x := range n.list {
			b.list = append(b.list, readBinding(r, x))
		}
		if len(b.list) == 0 {
			r.fail(n.span, "a binding array has elements")
		}
		return b
	}
	f := r.object(n, "a binding")
	switch {
	case f.has("value"):
		b.value = f.get("value")
	case f.has("buffer"):
		b.resource = f.name("buffer")
		b.offset, b.size = f.integer("offset", 0, 0, maxBuffer), f.integer("size", 0, 0, maxBuffer)
	case f.has("texture"):
		b.resource, b.sampler = f.name("texture"), f.name("sampler")
		b.level, b.levels = f.integer("level", 0, 0, 31), f.integer("levels", 0, 1, 32)
		b.layer, b.layers = f.integer("layer", 0, 0, 1<<16), f.integer("layers", 0, 1, 1<<16)
	case f.has("sampler"):
		b.resource = f.name("sampler")
	default:
		r.fail(n.span, `a binding is a name, or has "value", "buffer", "texture" or "sampler"`)
		return b
	}
	f.done()
	return b
}

// readPlace reads a level and a layer of a texture.
func readPlace(r *reader, n *node) *place {
	if n.kind == text {
		return &place{texture: r.textOf(n, "a texture")}
	}
	f := r.object(n, "a part of a texture")
	p := readPlaceFields(f)
	f.done()
	return p
}

func readPlaceFields(f *fields) *place {
	p := &place{texture: f.name("texture"), level: f.integer("level", 0, 0, 31), layer: f.integer("layer", 0, 0, 1<<16)}
	if !p.texture.given() {
		f.fail(f.of.span, `it names no "texture"`)
	}
	return p
}
