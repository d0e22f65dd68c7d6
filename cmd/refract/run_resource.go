package main

// The resources of a run as the command line writes them, and the printing of their
// contents.

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"strconv"
	"strings"

	"refract/exec"
	"refract/internal/exec/setup"
	pictures "refract/internal/picture"
	"refract/ir"
)

// A bench is the resources of a run.
type bench struct {
	streams
	module   *ir.Module
	bound    exec.Resources
	buffers  map[string]*exec.Buffer
	textures map[string]*exec.Texture
	flip     bool                   // the last row of a picture is a texture's first
	names    map[string]ir.GlobalID // of the above
	combined map[ir.GlobalID]exec.Combined
	dumps    []dump
}

// bind binds a resource under a name, and finds its variable.
func (b *bench) bind(flag, name string, r exec.Resource) error {
	id, err := exec.GlobalByName(b.module, name)
	if err != nil {
		if group, binding, ok := parseBinding(name); ok {
			b.bound.Bind(group, binding, r) // no variable is there: nothing sees it
			return nil
		}
		return usagef("--%s %s: %w", flag, name, err)
	}
	b.names[name] = id
	g := &b.module.Globals[id]
	if t := b.module.Types.At(g.Type); t.Kind == ir.TypeSampledImage {
		r = b.combine(id, b.module.Types.At(t.Base), r)
	}
	if g.HasBinding {
		b.bound.Bind(g.Binding.Group, g.Binding.Binding, r)
	} else {
		b.bound.BindName(g.Name, r)
	}
	return nil
}

// combine makes of a texture, or of a sampler, the resource of a variable that is both.
// Until there is a sampler, it is linear and repeats.
func (b *bench) combine(id ir.GlobalID, image *ir.Type, r exec.Resource) exec.Resource {
	if b.combined == nil {
		b.combined = map[ir.GlobalID]exec.Combined{}
	}
	c, ok := b.combined[id]
	if !ok {
		c.Sampler = exec.NewSampler(exec.Linear, exec.Repeat)
		if image.Class == ir.ImageDepth {
			c.Sampler.Compare = exec.CompareLessEqual
		}
	}
	switch r := r.(type) {
	case *exec.Texture:
		if c.Texture = r.View(); image.Dim == ir.DimCube {
			c.Texture = r.CubeView()
		}
		c.Texture.Arrayed = c.Texture.Arrayed || image.Arrayed
	case *exec.Sampler:
		c.Sampler = r
	default:
		return r
	}
	b.combined[id] = c
	return c
}

// parseBinding reads GROUP.BINDING.
func parseBinding(name string) (group, binding uint32, ok bool) {
	left, right, ok := strings.Cut(name, ".")
	g, err1 := strconv.ParseUint(left, 10, 32)
	i, err2 := strconv.ParseUint(right, 10, 32)
	return uint32(g), uint32(i), ok && err1 == nil && err2 == nil
}

// resources makes the resources that the flags describe.
func (b *bench) resources(buffers, textures, samplers []string) error {
	b.buffers, b.textures, b.names = map[string]*exec.Buffer{}, map[string]*exec.Texture{}, map[string]ir.GlobalID{}
	for _, spec := range buffers {
		name, content, ok := strings.Cut(spec, "=")
		if !ok {
			return usagef("--buffer %s: NAME=CONTENT is expected", spec)
		}
		data, err := b.content(content)
		if err != nil {
			return usagef("--buffer %s: %w", name, err)
		}
		b.buffers[name] = &exec.Buffer{Data: data}
		if err := b.bind("buffer", name, b.buffers[name]); err != nil {
			return err
		}
	}
	for _, spec := range textures {
		name, content, ok := strings.Cut(spec, "=")
		if !ok {
			return usagef("--texture %s: NAME=CONTENT is expected", spec)
		}
		t, err := b.texture(name, content)
		if err != nil {
			return usagef("--texture %s: %w", name, err)
		}
		b.textures[name] = t
		if err := b.bind("texture", name, t); err != nil {
			return err
		}
	}
	for _, spec := range samplers {
		name, words, ok := strings.Cut(spec, "=")
		if !ok {
			return usagef("--sampler %s: NAME=WORDS is expected", spec)
		}
		s, err := setup.ParseSampler(words)
		if err != nil {
			return usagef("--sampler %s: %w", name, err)
		}
		if err := b.bind("sampler", name, s); err != nil {
			return err
		}
	}
	return nil
}

// content is the bytes that a buffer begins with.
func (b *bench) content(text string) ([]byte, error) {
	if file, ok := strings.CutPrefix(text, "@"); ok {
		if file == stdName {
			return readAll(b.in)
		}
		return readBuffer(file)
	}
	return setup.ParseContent(text)
}

// maxPipe is the most bytes that are read of an input without a size: a pipe or a device.
const maxPipe = 256 << 20

// readBuffer reads the content of a buffer.
func readBuffer(name string) ([]byte, error) {
	fail := func(err error) ([]byte, error) { return nil, fmt.Errorf("%s cannot be read: %w", name, cause(err)) }
	f, err := os.Open(name)
	if err != nil {
		return fail(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fail(err)
	}
	most := int64(maxPipe)
	if info.Mode().IsRegular() {
		most = setup.MaxBuffer
		if info.Size() > most {
			return fail(fmt.Errorf("it is larger than %d bytes", most))
		}
	}
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return fail(err)
	case int64(len(data)) > most:
		return fail(fmt.Errorf("it is larger than %d bytes", most))
	}
	return data, nil
}

// texture makes a texture of a picture or of zeros.
func (b *bench) texture(name, content string) (*exec.Texture, error) {
	declared, dim := exec.Format(0), ir.Dim2D
	if id, err := exec.GlobalByName(b.module, name); err == nil {
		t := b.module.Types.At(b.module.Globals[id].Type)
		if t.Kind == ir.TypeSampledImage {
			t = b.module.Types.At(t.Base)
		}
		if t.Kind == ir.TypeImage {
			dim = t.Dim
			switch {
			case t.Class == ir.ImageStorage && t.Format != ir.NoFormat:
				declared = exec.FormatOf(t.Format)
			case t.Class == ir.ImageDepth:
				declared = exec.Depth32Float
			case t.Scalar == ir.U32:
				declared = exec.FormatOf(ir.Rgba8Uint)
			case t.Scalar == ir.I32:
				declared = exec.FormatOf(ir.Rgba8Sint)
			}
		}
	}
	if form, extent, ok := strings.Cut(content, ":"); ok && exec.FormatByName(form) != 0 {
		d := exec.TextureDesc{Dim: dim, Format: exec.FormatByName(form)}
		if dim == ir.DimCube {
			d.Dim, d.Layers = ir.Dim2D, 6
		}
		sizes := strings.Split(extent, "x")
		if len(sizes) > 3 {
			return nil, fmt.Errorf("%q is no size", extent)
		}
		for i, word := range sizes {
			n, err := strconv.ParseUint(word, 10, 32)
			if err != nil {
				return nil, fmt.Errorf("%q is no size", extent)
			}
			switch {
			case i == 0:
				d.Width = uint32(n)
			case i == 1:
				d.Height = uint32(n)
			case dim == ir.Dim3D:
				d.Depth = uint32(n)
			default:
				d.Layers = uint32(n)
			}
		}
		return exec.NewTexture(d)
	}
	path := strings.TrimPrefix(content, "@")
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, cause(err))
	}
	defer file.Close()
	img, err := pictures.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if _, isFloat := img.(*pictures.Float); declared == 0 && isFloat {
		declared = exec.FormatOf(ir.Rgba16Float)
	} else if declared == 0 {
		declared = exec.FormatOf(ir.Rgba8Unorm)
	}
	t, err := exec.TextureOf(img, declared)
	if err == nil && b.flip {
		setup.FlipRows(t)
	}
	return t, err
}

// A dump is one --dump.
type dump struct {
	name, form, file string
	scalar           ir.Scalar
}

// planDumps reads the flags before the shader runs, so that a mistake shows at
// once.
func (b *bench) planDumps(specs []string) error {
	for _, spec := range specs {
		d, err := parseDump(spec, func(name string) bool { return b.buffers[name] != nil }, func(name string) bool { return b.textures[name] != nil })
		if err != nil {
			return err
		}
		b.dumps = append(b.dumps, d)
	}
	return nil
}

// parseDump reads one flag.
func parseDump(spec string, isBuffer, isTexture func(name string) bool) (dump, error) {
	rest, file, _ := strings.Cut(spec, "=")
	name, form, _ := strings.Cut(rest, ":")
	d := dump{name: name, form: form, file: file, scalar: setup.ScalarNamed(form)}
	texture := isTexture(name)
	switch {
	case !isBuffer(name) && !texture:
		return d, usagef("--dump %s: no buffer or texture is given by that name", name)
	case form == "png" && !texture:
		return d, usagef("--dump %s: only a texture can be a picture", spec)
	case (form == "png" || form == "bin") && file == "":
		return d, usagef("--dump %s: no file: add =FILE", spec)
	case form == "" && texture:
		return d, usagef("--dump %s: no form for a texture: add png, bin, hex or a type", spec)
	case form == "" || form == "hex" || form == "bin" || form == "png" || d.scalar != ir.NoScalar:
	default:
		return d, usagef("--dump %s: there is no form %q; there are hex, bin, png and %s", spec, form, strings.Join(setup.ScalarNames(), ", "))
	}
	return d, nil
}

// dump prints the resources that the flags name.
func (b *bench) dump() error { return printDumps(b.streams, b.dumps, b.render) }

// printDumps prints resources, or writes them to their files.
func printDumps(to streams, dumps []dump, render func(dump) ([]byte, error)) error {
	for _, d := range dumps {
		out, err := render(d)
		if err != nil {
			return fmt.Errorf("--dump %s: %w", d.name, err)
		}
		if d.file != "" {
			if err := writeFile(d.file, out); err != nil {
				return err
			}
			continue
		}
		if len(dumps) > 1 {
			out = append([]byte(d.name+": "), out...)
		}
		if _, err := to.out.Write(out); err != nil {
			return fmt.Errorf("standard output cannot be written: %w", err)
		}
	}
	return nil
}

// render is a dump as bytes.
func (b *bench) render(d dump) ([]byte, error) {
	if t, ok := b.textures[d.name]; ok {
		return d.texture(t)
	}
	data := b.buffers[d.name].Data
	if d.form != "" {
		return d.data(data), nil
	}
	id, ok := b.names[d.name]
	if !ok {
		return nil, errors.New("the shader has no variable there, and so no type to print")
	}
	g := &b.module.Globals[id]
	view, err := exec.NewView(b.module, g.Type, g.Layout, data)
	if err != nil {
		return nil, err
	}
	return append([]byte(view.String()), '\n'), nil
}

// texture is a dump of a texture.
func (d *dump) texture(t *exec.Texture) ([]byte, error) {
	if d.form != "png" {
		return d.data(t.Level(0)), nil
	}
	var out bytes.Buffer
	err := png.Encode(&out, t.Image())
	return out.Bytes(), err
}

// data is a dump of memory in a form.
func (d *dump) data(data []byte) []byte {
	switch d.form {
	case "bin":
		return data
	case "hex":
		return append(hex.AppendEncode(nil, data), '\n')
	}
	var out []byte
	width := int(d.scalar.Bytes())
	for i := 0; i+width <= len(data); i += width {
		if i > 0 {
			out = append(out, ' ')
		}
		out = append(out, setup.FormatScalar(d.scalar, data[i:])...)
	}
	return append(out, '\n')
}
