package dxil

// This file prints containers of shader model 6 as Microsoft's disassembler does: comments about
// features, signatures, the pipeline and resources, and the module as LLVM's assembly.

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"refract/internal/dxbc"
	"refract/internal/llvm"
)

// maxComments bounds the comments in bytes: annotations share structs, so that their text may be much
// longer than their container.
const maxComments = 1 << 24

// A printer prints comments.
type printer struct {
	strings.Builder
}

func (p *printer) line(format string, args ...any) {
	if p.Len() < maxComments {
		fmt.Fprintf(p, format+"\n", args...)
	}
}

// Text returns the text of a container: comments, and the module in its part DXIL. Parts may be
// missing beside that one. Mistakes are returned as *[Error] or *[llvm.Error], in errors that name
// the part.
func Text(c *dxbc.Container) (string, error) {
	s, err := ParseShader(c)
	if err != nil {
		return "", err
	}
	m, err := llvm.Read(s.Program.Bitcode)
	if err != nil {
		return "", fmt.Errorf("DXIL: %w", err)
	}
	p := &printer{}
	p.features(s.Features)
	if s.Inputs != nil {
		p.signature("Input", s.Inputs, true)
	}
	if s.Outputs != nil {
		p.signature("Output", s.Outputs, false)
	}
	if s.PatchConstants != nil {
		p.signature("Patch Constant", s.PatchConstants, false)
	}
	if err := p.debugName(c); err != nil {
		return "", err
	}
	if s.Hash != nil {
		p.line("; shader hash: %s", hex.EncodeToString(s.Hash.Digest[:])+sourceHash(s.Hash))
	}
	if s.Pipeline != nil {
		p.pipeline(s.Pipeline)
	}
	named, err := reflection(c, m)
	if err != nil {
		return "", err
	}
	if s.Program.Stage != Library {
		p.interpolation(s.Program.Stage, m)
	}
	p.buffers(named)
	p.bindings(named)
	if !p.views(s.Program.Stage, m) {
		p.views(s.Program.Stage, named)
	}
	return string(m.AppendAssembly([]byte(p.String()), Comment(m))), nil
}

func sourceHash(h *Hash) string {
	if h.Source {
		return " (from source)"
	}
	return ""
}

// reflection returns the module with names and annotations: that of the part STAT, if there is one.
func reflection(c *dxbc.Container, m *llvm.Module) (*llvm.Module, error) {
	chunk, _ := c.Chunk(dxbc.ChunkSTAT)
	if chunk == nil {
		return m, nil
	}
	p, err := ParseProgram(chunk)
	if err != nil {
		return nil, fmt.Errorf("STAT: %w", err)
	}
	named, err := llvm.Read(p.Bitcode)
	if err != nil {
		return nil, fmt.Errorf("STAT: %w", err)
	}
	return named, nil
}

// IsText reports whether Text prints a container: whether it has the part DXIL.
func IsText(c *dxbc.Container) bool {
	data, _ := c.Chunk(PartDXIL)
	return data != nil
}

// featureTexts are the texts of features, by their bits.
var featureTexts = [...]string{
	"Double-precision floating point",
	"Raw and Structured buffers",
	"UAVs at every shader stage",
	"64 UAV slots",
	"Minimum-precision data types",
	"Double-precision extensions for 11.1",
	"Shader extensions for 11.1",
	"Comparison filtering for feature level 9",
	"Tiled resources",
	"PS Output Stencil Ref",
	"PS Inner Coverage",
	"Typed UAV Load Additional Formats",
	"Raster Ordered UAVs",
	"SV_RenderTargetArrayIndex or SV_ViewportArrayIndex from any shader feeding rasterizer",
	"Wave level operations",
	"64-Bit integer",
	"View Instancing",
	"Barycentrics",
	"Use native low precision",
	"Shading Rate",
	"Raytracing tier 1.1 features",
	"Sampler feedback",
	"64-bit Atomics on Typed Resources",
	"64-bit Atomics on Group Shared",
	"Derivatives in mesh and amplification shaders",
	"Resource descriptor heap indexing",
	"Sampler descriptor heap indexing",
	"Wave Matrix",
	"64-bit Atomics on Heap Resources",
	"Advanced Texture Ops",
	"Writeable MSAA Textures",
	"SampleCmp with gradient or bias",
	"Extended command info",
}

// String returns the texts of a set of features, one a line.
func (f Features) String() string {
	var list []string
	for i, s := range featureTexts {
		if f>>i&1 != 0 {
			list = append(list, s)
		}
	}
	if rest := f >> len(featureTexts) << len(featureTexts); rest != 0 {
		list = append(list, fmt.Sprintf("0x%x", uint64(rest)))
	}
	return strings.Join(list, "\n")
}

func (p *printer) features(f Features) {
	if f == 0 {
		return
	}
	p.line(";\n; Note: shader requires additional functionality:")
	for i, s := range featureTexts {
		if f>>i&1 != 0 {
			p.line(";       %s", s)
		}
	}
	p.line(";")
}

// PartILDN is the part with the name of the file that has information for debuggers.
const PartILDN dxbc.FourCC = 'I' | 'L'<<8 | 'D'<<16 | 'N'<<24

// A DebugName is the contents of the part ILDN.
type DebugName struct{ Name string }

// Bytes returns the contents of the part. Names have at most 65,535 bytes.
func (d DebugName) Bytes() []byte {
	n := min(len(d.Name), 1<<16-1)
	b := appendWords(nil, uint32(n)<<16)
	return align(append(append(b, d.Name[:n]...), 0))
}

// ParseDebugName returns the name with the contents of a part. Mistakes are returned as *[Error].
func ParseDebugName(data []byte) (DebugName, error) {
	r := &reader{data: data}
	head := r.u32()
	name := r.take(int(head >> 16))
	if end := r.u8(); head&0xffff != 0 || end != 0 {
		r.fail(0, "the name has flags, or no end")
	}
	for r.err == nil && r.at%4 != 0 {
		r.u8()
	}
	if err := r.end(); err != nil {
		return DebugName{}, err
	}
	return DebugName{string(name)}, nil
}

func (p *printer) debugName(c *dxbc.Container) error {
	data, _ := c.Chunk(PartILDN)
	if data == nil {
		return nil
	}
	d, err := ParseDebugName(data)
	if err != nil {
		return fmt.Errorf("ILDN: %w", err)
	}
	if d.Name != "" {
		p.line("; shader debug name: %s", d.Name)
	}
	return nil
}

// Comment returns the function that returns the disassembler's comments behind calls of operations
// in a module, for [llvm.Module.AppendAssembly].
func Comment(m *llvm.Module) func(f *llvm.Function, in *llvm.Instr) string {
	texts := map[Op]string{}
	return func(f *llvm.Function, in *llvm.Instr) string {
		if in.Op != llvm.OpCall {
			return ""
		}
		ops := f.Operands(in)
		callee := m.FunctionAt(ops[0])
		if callee == nil || len(ops) < 2 || !strings.HasPrefix(callee.Name, "dx.op.") {
			return ""
		}
		c := m.ConstantAt(ops[1])
		if c == nil || c.Kind != llvm.Int && c.Kind != llvm.Null {
			return ""
		}
		x := Op(min(c.Bits, 1<<16-1)).Describe()
		if x == nil {
			return fmt.Sprintf("  ; invalid DXIL opcode #%d", c.Bits)
		}
		op := Op(c.Bits)
		if texts[op] == "" {
			var names []string
			for _, a := range x.Params {
				names = append(names, a.Name)
			}
			texts[op] = "  ; " + x.Name + "(" + strings.Join(names, ",") + ")"
		}
		text := texts[op]
		if op == OpAnnotateHandle && len(ops) == 4 {
			text += propertiesText(m, ops[3])
		}
		return text
	}
}

// propertiesText returns the comment about the properties of a resource, or "".
func propertiesText(m *llvm.Module, v llvm.Value) string {
	p, err := propertiesOf(m, v)
	if err != nil {
		return ""
	}
	return "  resource: " + p.String()
}

// propertiesOf returns the properties that a constant struct has.
func propertiesOf(m *llvm.Module, v llvm.Value) (ResourceProperties, error) {
	c := m.ConstantAt(v)
	if c == nil || c.Kind != llvm.Null && (c.Kind != llvm.Aggregate || len(c.Elems) != 2) {
		return ResourceProperties{}, errors.New("dxil: properties that aren't constant")
	}
	var words [2]uint32
	for i, e := range c.Elems {
		if k := m.ConstantAt(e); k != nil && (k.Kind == llvm.Int || k.Kind == llvm.Null) {
			words[i] = uint32(k.Bits)
		}
	}
	return PropertiesOf(words[0], words[1]), nil
}
