package main

// The resources of a run as the command line writes them, and what is printed of
// them afterwards.

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"refract/exec"
	"refract/internal/num"
	pictures "refract/internal/picture"
	"refract/ir"
)

// maxBuffer is the size of the largest buffer that the command makes.
const maxBuffer = 1 << 31

// A bench is what a run works on.
type bench struct {
	streams
	module   *ir.Module
	bound    exec.Resources
	buffers  map[string]*exec.Buffer
	textures map[string]*exec.Texture
	names    map[string]ir.GlobalID // of the above
	combined map[ir.GlobalID]exec.Combined
	dumps    []dump
}

// bind binds a resource under a name, and says which variable that is.
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

// combine makes of a texture, or of a sampler, what a variable that is both takes. Until
// there is a sampler, it is linear and repeats.
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

// resources makes what the flags describe.
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
		s, err := parseSampler(words)
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
	form, rest, ok := strings.Cut(text, ":")
	if !ok {
		return nil, errors.New("zero:BYTES, TYPE:NUMBERS, hex:DIGITS or @FILE is expected")
	}
	switch form {
	case "zero":
		n, err := strconv.ParseUint(rest, 0, 32)
		if err != nil || n > maxBuffer {
			return nil, fmt.Errorf("%q is no number of bytes up to %d", rest, maxBuffer)
		}
		return make([]byte, n), nil
	case "hex":
		return decodeHex(rest)
	}
	s := scalarNamed(form)
	if s == ir.NoScalar {
		return nil, fmt.Errorf("there is no form %q; there are zero, hex and %s", form, strings.Join(scalarNames(), ", "))
	}
	var out []byte
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return r == ',' || r == ' ' }) {
		bits, err := parseScalar(s, word)
		if err != nil {
			return nil, err
		}
		out = appendBits(out, s, bits)
	}
	return out, nil
}

// maxPipe is how much is read of what has no size: a pipe or a device.
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
		most = maxBuffer
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

// decodeHex reads bytes.
func decodeHex(digits string) ([]byte, error) {
	data, err := hex.DecodeString(digits)
	var wrong hex.InvalidByteError
	switch {
	case errors.As(err, &wrong):
		return nil, fmt.Errorf("%q is no hexadecimal digit", rune(wrong))
	case err != nil:
		return nil, errors.New("bytes have two hexadecimal digits each; one is missing")
	}
	return data, nil
}

// scalars are the types that numbers on the command line may have.
var scalars = []ir.Scalar{ir.I8, ir.U8, ir.I16, ir.U16, ir.I32, ir.U32, ir.I64, ir.U64, ir.F16, ir.F32, ir.F64}

func scalarNames() []string {
	var names []string
	for _, s := range scalars {
		names = append(names, s.String())
	}
	return names
}

func scalarNamed(name string) ir.Scalar {
	if i := slices.Index(scalarNames(), name); i >= 0 {
		return scalars[i]
	}
	return ir.NoScalar
}

// parseScalar reads a number of a type.
func parseScalar(s ir.Scalar, word string) (bits uint64, err error) {
	switch {
	case s.IsFloat():
		var x float64
		if x, err = strconv.ParseFloat(word, 64); err == nil {
			switch s {
			case ir.F16:
				bits = uint64(num.F16FromF64(x))
			case ir.F32:
				bits = uint64(math.Float32bits(float32(x)))
			default:
				bits = math.Float64bits(x)
			}
		}
	case s.IsSigned():
		var x int64
		x, err = strconv.ParseInt(word, 0, s.Bits())
		bits = uint64(x)
	default:
		bits, err = strconv.ParseUint(word, 0, s.Bits())
	}
	if err != nil {
		return 0, fmt.Errorf("%q is no %s", word, s)
	}
	return bits, nil
}

func appendBits(b []byte, s ir.Scalar, bits uint64) []byte {
	switch s.Bytes() {
	case 1:
		return append(b, byte(bits))
	case 2:
		return binary.LittleEndian.AppendUint16(b, uint16(bits))
	case 4:
		return binary.LittleEndian.AppendUint32(b, uint32(bits))
	}
	return binary.LittleEndian.AppendUint64(b, bits)
}

// formatScalar spells the number at the beginning of b.
func formatScalar(s ir.Scalar, b []byte) string {
	var bits uint64
	switch s.Bytes() {
	case 1:
		bits = uint64(b[0])
	case 2:
		bits = uint64(binary.LittleEndian.Uint16(b))
	case 4:
		bits = uint64(binary.LittleEndian.Uint32(b))
	default:
		bits = binary.LittleEndian.Uint64(b)
	}
	switch {
	case s == ir.F16:
		return num.FormatF16(num.F16(bits))
	case s == ir.F32:
		return num.FormatF32(math.Float32frombits(uint32(bits)))
	case s == ir.F64:
		return num.FormatF64(math.Float64frombits(bits))
	case s.IsSigned():
		shift := 64 - s.Bits()
		return strconv.FormatInt(int64(bits<<shift)>>shift, 10)
	}
	return strconv.FormatUint(bits, 10)
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
	return exec.TextureOf(img, declared)
}

// parseSampler reads the words of --sampler.
func parseSampler(words string) (*exec.Sampler, error) {
	s := exec.NewSampler(exec.Nearest, exec.ClampToEdge)
	for _, word := range strings.Split(words, ",") {
		known := false
		for f := exec.Nearest; f <= exec.Linear; f++ {
			if f.String() == word {
				s.Magnify, s.Minify, s.Mipmap, known = f, f, f, true
			}
		}
		for a := exec.ClampToEdge; a <= exec.MirrorRepeat; a++ {
			if a.String() == word {
				s.AddressU, s.AddressV, s.AddressW, known = a, a, a, true
			}
		}
		for c := exec.CompareNever; c <= exec.CompareAlways; c++ {
			if c.String() == word {
				s.Compare, known = c, true
			}
		}
		if !known {
			return nil, fmt.Errorf("there is no %q", word)
		}
	}
	return s, nil
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
		rest, file, _ := strings.Cut(spec, "=")
		name, form, _ := strings.Cut(rest, ":")
		d := dump{name: name, form: form, file: file, scalar: scalarNamed(form)}
		_, isBuffer := b.buffers[name]
		_, isTexture := b.textures[name]
		switch {
		case !isBuffer && !isTexture:
			return usagef("--dump %s: no buffer or texture is given by that name", name)
		case form == "png" && !isTexture:
			return usagef("--dump %s: only a texture can be a picture", spec)
		case (form == "png" || form == "bin") && file == "":
			return usagef("--dump %s: say where to write: =FILE", spec)
		case form == "" && isTexture:
			return usagef("--dump %s: say how to print a texture: png, bin, hex or a type", spec)
		case form == "" || form == "hex" || form == "bin" || form == "png" || d.scalar != ir.NoScalar:
		default:
			return usagef("--dump %s: there is no form %q; there are hex, bin, png and %s", spec, form, strings.Join(scalarNames(), ", "))
		}
		b.dumps = append(b.dumps, d)
	}
	return nil
}

// dump prints what the flags ask for.
func (b *bench) dump() error {
	for _, d := range b.dumps {
		out, err := b.render(d)
		if err != nil {
			return fmt.Errorf("--dump %s: %w", d.name, err)
		}
		if d.file != "" {
			if err := writeFile(d.file, out); err != nil {
				return err
			}
			continue
		}
		if len(b.dumps) > 1 {
			out = append([]byte(d.name+": "), out...)
		}
		if _, err := b.out.Write(out); err != nil {
			return fmt.Errorf("standard output cannot be written: %w", err)
		}
	}
	return nil
}

// render is a dump as bytes.
func (b *bench) render(d dump) ([]byte, error) {
	var data []byte
	if t, ok := b.textures[d.name]; ok {
		if d.form == "png" {
			var out bytes.Buffer
			err := png.Encode(&out, t.Image())
			return out.Bytes(), err
		}
		data = t.Level(0)
	} else {
		data = b.buffers[d.name].Data
	}
	switch {
	case d.form == "bin":
		return data, nil
	case d.form == "hex":
		return append(hex.AppendEncode(nil, data), '\n'), nil
	case d.form == "":
		id, ok := b.names[d.name]
		if !ok {
			return nil, errors.New("the shader has no variable there whose type says how to print it")
		}
		g := &b.module.Globals[id]
		view, err := exec.NewView(b.module, g.Type, g.Layout, data)
		if err != nil {
			return nil, err
		}
		return append([]byte(view.String()), '\n'), nil
	}
	var out []byte
	width := int(d.scalar.Bytes())
	for i := 0; i+width <= len(data); i += width {
		if i > 0 {
			out = append(out, ' ')
		}
		out = append(out, formatScalar(d.scalar, data[i:])...)
	}
	return append(out, '\n'), nil
}
