package stages_test

// This file draws with pipelines of all graphics stages but meshes as Direct3D bytecode: Microsoft's
// disassembler takes each container, dxil-spirv makes SPIR-V of it, and pixels and buffers have to be
// those of the pipelines as refract's SPIR-V. FXC's containers of the pipelines as HLSL are drawn, too.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"refract"
	dxbcback "refract/back/dxbc"
	hlslback "refract/back/hlsl"
	"refract/internal/dxbc"
	"refract/internal/harness"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/spirv"
)

// fromDXBC is SPIR-V of containers, which Microsoft's disassembler accepts.
func fromDXBC(t *testing.T, list []container) (words [][]byte) {
	t.Helper()
	for i, v := range harness.Oracle(t, "dxbc", list) {
		if !v.OK {
			t.Errorf("%s: %s", list[i].Name, v.Text())
		}
	}
	for _, code := range spirvOf(t, list) {
		words = append(words, mendPatches(t, code))
	}
	return words
}

// mendPatches mends two faults of dxil-spirv. Constants of patches get the locations that their names
// have (TestDXILSPIRVPatches), and the number of control points that bounds the outputs of a hull shader
// is the most (TestDXILSPIRVControlPoints); refract's shaders don't ask for the number themselves.
func mendPatches(t *testing.T, code []byte) []byte {
	t.Helper()
	words := make([]uint32, len(code)/4)
	for k := range words {
		words[k] = binary.LittleEndian.Uint32(code[4*k:])
	}
	numbers, patches := map[uint32]uint32{}, map[uint32]bool{}
	count, most := uint32(0), map[uint32]uint32{} // the number's variable; by type the constant 32
	each := func(use func(i spirv.Inst)) {
		r, err := spirv.NewReader(words)
		for err == nil && r.Next() {
			use(r.Inst())
		}
		if err := errors.Join(err, r.Err()); err != nil {
			t.Fatal(err)
		}
	}
	each(func(i spirv.Inst) {
		switch i.Op() {
		case spirv.OpName:
			if name := patchName.FindStringSubmatch(nameOf(i[2:])); name != nil {
				n, _ := strconv.ParseUint(name[1], 10, 32)
				numbers[i[1]] = uint32(n)
			}
		case spirv.OpDecorate:
			switch spirv.Decoration(i[2]) {
			case spirv.DecorationPatch:
				patches[i[1]] = true
			case spirv.DecorationBuiltIn:
				if spirv.BuiltIn(i[3]) == spirv.BuiltInPatchVertices {
					count = i[1]
				}
			}
		case spirv.OpConstant:
			if i[3] == 32 {
				most[i[1]] = i[2]
			}
		}
	})
	each(func(i spirv.Inst) {
		if i.Op() == spirv.OpDecorate && spirv.Decoration(i[2]) == spirv.DecorationLocation && patches[i[1]] {
			i[3] = 16 + numbers[i[1]]%16
		}
		if i.Op() == spirv.OpLoad && len(i) == 4 && i[3] == count && most[i[1]] != 0 {
			i[0], i[3] = 4<<16|uint32(spirv.OpCopyObject), most[i[1]]
		}
	})
	return spirv.AppendBytes(nil, words)
}

// nameOf is the text of words.
func nameOf(words []uint32) string {
	var b []byte
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	text, _, _ := bytes.Cut(b, []byte{0})
	return string(text)
}

var patchName = regexp.MustCompile(`^LOC_(\d+)(_\d+)?$`)

// sameSignatures compares the signatures of two containers.
func sameSignatures(t *testing.T, name string, own, other []byte) {
	t.Helper()
	a, err := dxbc.ReadContainer(own)
	b, errOther := dxbc.ReadContainer(other)
	if err := errors.Join(err, errOther); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []dxbc.FourCC{dxbc.ChunkISGN, dxbc.ChunkOSGN, dxbc.ChunkOSG5, dxbc.ChunkPCSG} {
		elements := func(c *dxbc.Container) (list []dxbc.Element) {
			if chunk, _ := c.Chunk(kind); chunk != nil {
				s, err := dxbc.ReadSignature(kind, chunk)
				if err != nil {
					t.Fatal(err)
				}
				list = s.Elements
			}
			for k := range list {
				list[k].Used = 0 // optimizers differ
			}
			// Compilers disagree about whether a shader reads the primitive's number.
			return slices.DeleteFunc(list, func(e dxbc.Element) bool { return e.Register == dxbc.NoRegister })
		}
		if x, y := elements(a), elements(b); !slices.Equal(x, y) {
			t.Errorf("%s: %v is\n%v\nnot FXC's\n%v", name, kind, x, y)
		}
	}
}

// asDXBC writes a shader with a level of optimization.
func asDXBC(t *testing.T, name string, v *refract.Valid, patch uint32, setup ir.Tessellation, level int) container {
	t.Helper()
	o := dxbcback.NewOptions()
	o.AdjustCoordinateSpace, o.ClampConversions = false, true
	o.PatchVertices, o.Domain, o.Spacing, o.Order = patch, dxbcback.TessDomain(setup.Domain), dxbcback.TessSpacing(setup.Spacing), dxbcback.TessOrder(setup.Order)
	o.TessellatedPoints = setup.Points
	code, _, err := new(dxbcback.Writer).Write(v.Module, v.Info, o, strictly(t, level))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return container{name, code, code}
}

// TestPipelinesAsDXBC draws with pipelines as bytecode, as HLSL by FXC and as SPIR-V.
func TestPipelinesAsDXBC(t *testing.T) {
	d := vkrun.OpenRays(t)
	for i := range graphicsPipelines {
		p := &graphicsPipelines[i]
		if p.groups != [3]uint32{} {
			continue
		}
		var plain [][]byte
		var own []container
		var rows []hlslRow
		for _, s := range p.stages {
			v, err := (&stageShader{p.name + "." + s.extension, s.source, ir.StageByName(s.extension), true}).check(t)
			if err != nil {
				t.Fatal(err)
			}
			out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV})
			if err != nil {
				t.Fatal(err)
			}
			plain = append(plain, spirv.AppendBytes(nil, out.Words))
			own = append(own, asDXBC(t, p.name+"."+s.extension, v, p.patch, ir.Tessellation{Domain: p.domain, Spacing: p.spacing, Order: p.order}, 0))
			o := p.hlslOptions(false)
			o.Options[refract.HLSL].(*hlslback.Options).ShaderModel = hlslback.ShaderModel50
			if out, err = refract.Write(t.Context(), v, o); err != nil {
				t.Fatalf("%s.%s: %v", p.name, s.extension, err)
			}
			rows = append(rows, hlslRow{p.name + "." + s.extension, out.Text, "main", hlslProfiles[ir.StageByName(s.extension)] + "_5_0", []string{}})
		}
		want, data, err := p.draw(d, plain, func(_ byte, n uint32) uint32 { return n })
		if err != nil {
			t.Fatal(err)
		}
		drawn := checkDrawn(t, p.name, want, data)
		fxc := compiled(t, rows)
		for i := range own {
			sameSignatures(t, own[i].Name, own[i].Code, fxc[i].Code)
		}
		for how, list := range map[string][]container{"bytecode": own, "HLSL by FXC": fxc} {
			got, other, err := p.draw(d, fromDXBC(t, list), func(class byte, n uint32) uint32 {
				// Model 5.0 numbers the registers of a class; views are behind the targets of fragments.
				if class == 'u' {
					return 200
				}
				return 0
			})
			if err != nil {
				t.Errorf("%s as %s: %v", p.name, how, err)
				continue
			}
			if n := farPixels(want, got); n > 0 {
				t.Errorf("%s as %s: %d of %d pixels differ", p.name, how, n, drawn)
			}
			if !bytes.Equal(data, other) {
				t.Errorf("%s as %s: the buffer has\n%x\nnot\n%x", p.name, how, other, data)
			}
		}
	}
}

// TestGeneratedPipelinesAsDXBC draws random pipelines on the CPU, as bytecode and as SPIR-V.
func TestGeneratedPipelinesAsDXBC(t *testing.T) {
	sweep.Only(t)
	var list []*generatedPipeline
	var containers []container
	var rows []hlslRow
	seed, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	for n := range uint64(sweep.Count(6)) {
		for _, k := range []stagegen.Kind{stagegen.Geometry, stagegen.Tessellation, stagegen.TessellationGeometry} {
			p := newGenerated(t, seed+n, k)
			for i, v := range p.valid {
				patch := p.Patch
				if p.stages[i] == ir.StageTessellationEvaluation {
					patch = p.setup.Vertices
				}
				containers = append(containers, asDXBC(t, p.name, v, patch, p.setup, int(n)%3))
				o := hlslback.NewOptions()
				o.ShaderModel, o.AdjustCoordinateSpace = hlslback.ShaderModel50, false
				o.PatchVertices, o.Domain, o.Spacing, o.Order = patch, hlslback.TessDomain(p.setup.Domain), hlslback.TessSpacing(p.setup.Spacing), hlslback.TessOrder(p.setup.Order)
				o.TessellatedPoints = p.setup.Points
				out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &o}})
				if err != nil {
					t.Fatalf("%s: %v", p.name, err)
				}
				rows = append(rows, hlslRow{p.name, out.Text, "main", hlslProfiles[p.stages[i]] + "_5_0", []string{}})
			}
			list = append(list, p)
		}
	}
	for i, c := range compiled(t, rows) {
		sameSignatures(t, c.Name, containers[i].Code, c.Code)
	}
	words := fromDXBC(t, containers)
	same := 0
	for _, p := range list {
		if p.compare(t, words[:len(p.stages)], 200) {
			same++
		}
		words = words[len(p.stages):]
	}
	t.Logf("%d of %d pipelines are the same", same, len(list))
}
