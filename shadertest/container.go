package shadertest

// This file checks containers of Direct3D that a program ships.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract"
	dxbcback "refract/back/dxbc"
	dxilback "refract/back/dxil"
	"refract/internal/dxbc"
	"refract/internal/dxil"
)

// ContainerOptions describe the shader that a container was made of.
type ContainerOptions struct {
	Options
	EntryPoint string // "": the only one
	// Write has the options that name inputs, outputs and resources, as semantics and binding
	// maps. The shader model is the container's.
	Write refract.LanguageOptions
}

// A ContainerError lists how a container differs from its shader.
type ContainerError struct {
	Differences []string
}

func (e *ContainerError) Error() string { return strings.Join(e.Differences, "\n") }

// Container checks a container of Direct3D bytecode (DXBC or DXIL) that a program ships beside the
// source of the shader: see CheckContainer. A difference fails the test.
func Container(t testing.TB, name, source string, container []byte, o ContainerOptions) {
	t.Helper()
	if err := CheckContainer(name, source, container, o); err != nil {
		t.Errorf("the container of %s: %v", name, err)
	}
}

// CheckContainer reads a container that this module, FXC or DXC has made of a shader, and
// compares its interface with the shader's present one: the stage, inputs and outputs with their
// semantics, components and registers, the resources in use with their registers, and the size of
// workgroups. A container whose interface differs is a *ContainerError, as is one that
// Direct3D wouldn't load for its checksum; other errors are those of reading either.
func CheckContainer(name, source string, container []byte, o ContainerOptions) error {
	valid, err := check(name, []byte(source), refract.ParseOptions{Language: o.Language}, o.GLSL)
	if err != nil {
		return err
	}
	c, err := dxbc.ReadContainer(container)
	if err != nil {
		return err
	}
	if !dxbc.Verify(container) {
		return &ContainerError{[]string{"the checksum is wrong, or missing: Direct3D doesn't load it"}}
	}
	w := refract.WriteOptions{EntryPoint: o.EntryPoint, Overrides: o.Overrides}
	theirs, err := containerFacts(c)
	if err == nil {
		w.Language, w.Options, err = writtenLike(c, o.Write)
	}
	if err != nil {
		return err
	}
	out, err := refract.Write(context.Background(), valid, w)
	if err != nil {
		return err
	}
	if c, err = dxbc.ReadContainer(out.Bytes()); err != nil {
		return err
	}
	ours, err := containerFacts(c)
	if err != nil {
		return err
	}
	var list []string
	for _, fact := range ours {
		if !slices.Contains(theirs, fact) {
			list = append(list, "the container lacks "+fact)
		}
	}
	for _, fact := range theirs {
		if !slices.Contains(ours, fact) {
			list = append(list, "the container has "+fact)
		}
	}
	if list != nil {
		return &ContainerError{list}
	}
	return nil
}

// writtenLike is the language of a container, and options with its shader model.
func writtenLike(c *dxbc.Container, given refract.LanguageOptions) (refract.Language, refract.LanguageOptions, error) {
	if dxil.IsText(c) {
		s, err := dxil.ParseShader(c)
		if err != nil {
			return refract.DXIL, nil, err
		}
		o := dxilback.NewOptions()
		if x, ok := given[refract.DXIL].(*dxilback.Options); ok {
			o = *x
		}
		o.Profile = dxilback.Profile(10*s.Program.Major + s.Program.Minor)
		return refract.DXIL, refract.LanguageOptions{refract.DXIL: &o}, nil
	}
	chunk, _ := c.Chunk(dxbc.ChunkSHEX, dxbc.ChunkSHDR)
	p, err := dxbc.ReadProgram(chunk)
	if err != nil {
		return refract.DXBC, nil, err
	}
	o := dxbcback.NewOptions()
	if x, ok := given[refract.DXBC].(*dxbcback.Options); ok {
		o = *x
	}
	o.Profile, o.Definitions = dxbcback.Profile(10*p.Major+p.Minor), true
	return refract.DXBC, refract.LanguageOptions{refract.DXBC: &o}, nil
}

// facts describe the interface of a container, each by a phrase.
type facts struct{ list []string }

func (x *facts) add(format string, args ...any) {
	x.list = append(x.list, fmt.Sprintf(format, args...))
}

// element adds an input or output. Inputs of vertex shaders are found by their semantics alone.
func (x *facts) element(kind, semantic string, index uint32, numbers string, mask uint8, register uint32, vertex bool) {
	at := ""
	if register != dxbc.NoRegister && (kind != "input" || !vertex) {
		at = fmt.Sprintf(" in register %d", register)
	}
	components := ""
	for k, c := range "xyzw" {
		if mask>>k&1 != 0 {
			components += string(c)
		}
	}
	x.add("the %s %s%d, %s of %s%s", kind, semantic, index, components, numbers, at)
}

// resource adds registers of resources.
func (x *facts) resource(class byte, first, last, space uint32, shape string) {
	switch last {
	case first:
		x.add("%s in %c%d, space %d", shape, class, first, space)
	case ^uint32(0):
		x.add("%s in %c%d and up, space %d", shape, class, first, space)
	default:
		x.add("%s in %c%d to %c%d, space %d", shape, class, first, class, last, space)
	}
}

// containerFacts describes a container.
func containerFacts(c *dxbc.Container) ([]string, error) {
	var x facts
	if dxil.IsText(c) {
		s, err := dxil.ParseShader(c)
		if err != nil {
			return nil, err
		}
		x.ofDXIL(s)
		return x.list, nil
	}
	err := x.ofDXBC(c)
	return x.list, err
}

// dxbcNumbers and dxilNumbers are the names of components.
var (
	dxbcNumbers = [...]string{"unknown", "uint", "int", "float"}
	dxilNumbers = [...]string{"unknown", "uint", "int", "float", "uint16", "int16", "float16", "uint64", "int64", "float64"}
)

// signatureChunks are the chunks of signatures, by the name of their elements.
var signatureChunks = []struct {
	kind   string
	chunks []dxbc.FourCC
}{
	{"input", []dxbc.FourCC{dxbc.ChunkISGN, dxbc.ChunkISG1}},
	{"output", []dxbc.FourCC{dxbc.ChunkOSGN, dxbc.ChunkOSG5, dxbc.ChunkOSG1}},
	{"patch constant", []dxbc.FourCC{dxbc.ChunkPCSG, dxbc.ChunkPSG1}},
}

func (x *facts) ofDXBC(c *dxbc.Container) error {
	chunk, _ := c.Chunk(dxbc.ChunkSHEX, dxbc.ChunkSHDR)
	p, err := dxbc.ReadProgram(chunk)
	if err != nil {
		return err
	}
	x.add("the stage %s", p.Stage.Prefix())
	for i := range p.Instructions {
		if in := &p.Instructions[i]; in.Opcode == dxbc.OpDclThreadGroup {
			x.add("workgroups of %v", p.WordsOf(in))
		}
	}
	for _, k := range signatureChunks {
		chunk, kind := c.Chunk(k.chunks...)
		if chunk == nil {
			continue
		}
		s, err := dxbc.ReadSignature(kind, chunk)
		if err != nil {
			return err
		}
		for i := range s.Elements {
			e := &s.Elements[i]
			x.element(k.kind, e.Semantic, e.Index, dxbcNumbers[min(int(e.Type), 3)], e.Mask, e.Register, p.Stage == dxbc.Vertex)
		}
	}
	chunk, _ = c.Chunk(dxbc.ChunkRDEF)
	if chunk == nil { // as in containers without reflection
		return nil
	}
	d, err := dxbc.ReadResourceDefinitions(chunk)
	if err != nil {
		return err
	}
	for i := range d.Bindings {
		x.binding(&d.Bindings[i])
	}
	return nil
}

// binding adds a row of the resources of DXBC.
func (x *facts) binding(b *dxbc.Binding) {
	class, shape := byte('t'), fmt.Sprintf("a texture of dimension %d", b.View)
	switch b.Type {
	case dxbc.InputConstantBuffer:
		class, shape = 'b', "a constant buffer"
	case dxbc.InputSampler:
		class, shape = 's', "a sampler"
	case dxbc.InputUAVTyped:
		class, shape = 'u', fmt.Sprintf("a storage texture of dimension %d", b.View)
	case dxbc.InputByteAddress, dxbc.InputStructured, dxbc.InputTextureBuffer:
		shape = "a buffer"
	case dxbc.InputUAVByteAddress, dxbc.InputUAVStructured, dxbc.InputUAVAppend, dxbc.InputUAVConsume, dxbc.InputUAVCounter:
		class, shape = 'u', "a buffer"
	}
	last := b.Point + b.Count - 1
	if b.Count == 0 {
		last = ^uint32(0)
	}
	x.resource(class, b.Point, last, b.Space, shape)
}

func (x *facts) ofDXIL(s *dxil.Shader) {
	x.add("the stage %v", s.Program.Stage)
	for i, list := range []*dxil.Signature{s.Inputs, s.Outputs, s.PatchConstants} {
		for k := 0; list != nil && k < len(list.Elements); k++ {
			e := &list.Elements[k]
			numbers := dxilNumbers[min(int(e.Type), len(dxilNumbers)-1)]
			x.element(signatureChunks[i].kind, e.Semantic, e.Index, numbers, e.Mask, e.Register, s.Program.Stage == dxil.Vertex)
		}
	}
	if s.Pipeline == nil {
		return
	}
	if s.Pipeline.Threads != [3]uint32{} {
		x.add("workgroups of %v", s.Pipeline.Threads)
	}
	for i := range s.Pipeline.Resources {
		r := &s.Pipeline.Resources[i]
		class := byte('u')
		switch r.Type {
		case dxil.ResourceSampler:
			class = 's'
		case dxil.ResourceCBV:
			class = 'b'
		case dxil.ResourceSRVTyped, dxil.ResourceSRVRaw, dxil.ResourceSRVStructured:
			class = 't'
		}
		x.resource(class, r.Lower, r.Upper, r.Space, "a "+r.Kind.String())
	}
}
