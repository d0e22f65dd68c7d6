package conformance

// This file compares the interfaces of HLSL shaders as bytecode, ours with that of DXC and FXC: signatures,
// registers and members of constant buffers. Programs on Direct3D bind these.

import (
	"encoding/base64"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/back/dxbc"
	"refract/back/dxil"
	"refract/diag"
	front "refract/front/hlsl"
	format "refract/internal/dxbc"
	"refract/internal/harness"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
)

// An interfaceRow is a shader with our bytecode of it.
type interfaceRow struct {
	dxcRow
	code string
}

// TestHLSLInterfaces writes the HLSL of other projects as DXIL and DXBC. INTERFACES_VERBOSE reports each
// difference.
func TestHLSLInterfaces(t *testing.T) {
	sweep.Only(t)
	var byDXC, byFXC []interfaceRow
	i := -1
	harness.Corpus(t, "hlsl.jsonl.gz", func(row struct {
		Name, Entry, Profile, Source string
		DXC, FXC                     bool
	}) {
		if i++; i%8 != 0 && os.Getenv("REFRACT_ALL") != "1" {
			return
		}
		if row.DXC {
			o := dxil.NewOptions()
			o.Profile = dxil.Profile66
			if code := bytecodeOf(t, row.Name, row.Source, front.Options{EntryPoint: row.Entry, Profile: row.Profile + "_6_6"}, refract.DXIL, &o); code != "" {
				byDXC = append(byDXC, interfaceRow{dxcRow{fxcRow{row.Name, row.Source, row.Entry, row.Profile + "_6_6"}, []string{}}, code})
			}
		}
		if row.FXC {
			o := dxbc.NewOptions()
			o.Profile = dxbc.Profile50
			if code := bytecodeOf(t, row.Name, row.Source, front.Options{EntryPoint: row.Entry, Profile: row.Profile + "_5_0"}, refract.DXBC, &o); code != "" {
				byFXC = append(byFXC, interfaceRow{dxcRow{fxcRow{row.Name, row.Source, row.Entry, row.Profile + "_5_0"}, []string{}}, code})
			}
		}
	})
	compareInterfaces(t, "DXC", byDXC, dxilPart, func(codes []dxilContainer) []harness.Verdict { return disassembled(t, codes) })
	compareInterfaces(t, "FXC", byFXC, partOf, func(codes []dxilContainer) []harness.Verdict {
		var rows []dxbcRow
		for _, c := range codes {
			rows = append(rows, dxbcRow{c.Name, c.DXIL})
		}
		return harness.Oracle(t, "dxbc", rows, "--text")
	})
}

// bytecodeOf is a shader as bytecode at -O1, or "" if a step refuses it.
func bytecodeOf(t *testing.T, name, source string, o front.Options, to refract.Language, options any) string {
	sources := new(diag.Sources)
	var list diag.List
	m := new(front.Reader).Read(ir.NewModule(), source, sources.Add(name, source), o, sources, &list)
	if m == nil {
		return ""
	}
	m.Sources = sources
	v, err := refract.Validate(t.Context(), m, refract.ValidateOptions{Capabilities: validate.All})
	if err == nil {
		v, err = refract.Optimize(t.Context(), v, refract.OptimizeOptions{Level: 1})
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return ""
	}
	out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: to, Options: refract.LanguageOptions{to: options}})
	if err != nil {
		return ""
	}
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

// interfaceParts are the parts that are compared, with the least share of equal ones.
var interfaceParts = [...]struct {
	title string
	least float64
}{{"Input signature", 0.93}, {"Output signature", 0.93}, {"Resource Bindings", 0.93}, {"Buffer Definitions", 0.9}}

// compareInterfaces compares rows with the containers of a compiler.
func compareInterfaces(t *testing.T, compiler string, rows []interfaceRow, part func(text, title string) string, disassemble func([]dxilContainer) []harness.Verdict) {
	sources := make([]dxcRow, len(rows))
	for i := range rows {
		sources[i] = rows[i].dxcRow
	}
	var theirs, ours []dxilContainer
	for i, v := range harness.Oracle(t, "hlsl", sources, "--code") {
		if v.OK {
			theirs, ours = append(theirs, dxilContainer{rows[i].Name, v.Code}), append(ours, dxilContainer{rows[i].Name, rows[i].code})
		}
	}
	a, b := disassemble(theirs), disassemble(ours)
	n := 0
	var equal [len(interfaceParts)]int
	for i := range theirs {
		if !b[i].OK {
			t.Errorf("%s: %s", ours[i].Name, b[i].Text())
		}
		if a[i].Disassembly == "" || b[i].Disassembly == "" {
			continue
		}
		n++
		for k, p := range interfaceParts {
			x, y := plainInterface(part(a[i].Disassembly, p.title)), plainInterface(part(b[i].Disassembly, p.title))
			if x == y || strings.HasPrefix(y, x) && p.title == "Output signature" && strings.HasPrefix(strings.TrimSpace(y[len(x):]), "SV_POSITION") {
				equal[k]++ // the module has a position, behind what the shader writes
			} else if os.Getenv("INTERFACES_VERBOSE") == "1" {
				t.Logf("%s: %s: %s's is\n%s\nours\n%s", theirs[i].Name, p.title, compiler, x, y)
			}
		}
	}
	for k, p := range interfaceParts {
		t.Logf("%s: %d of %d equal %s's", p.title, equal[k], n, compiler)
		if float64(equal[k]) < p.least*float64(n) {
			t.Errorf("%s: fewer than %g of %d", p.title, p.least, n)
		}
	}
}

var (
	unusedMark = regexp.MustCompile(` *\[unused\]`)
	typeNumber = regexp.MustCompile(`(STRUCT \S+)\.\d+ `) // of names that the code's part has, too
	usedColumn = regexp.MustCompile(`(?m)( NONE| [A-Z]+) +(float|int|uint|fp16) +[xyzw ]*$`)
)

// plainInterface is a part of a disassembly without the case of semantics, which has no meaning, and without
// marks of use, which follow from the optimizer.
func plainInterface(text string) string {
	text = usedColumn.ReplaceAllString(unusedMark.ReplaceAllString(text, ""), "$1 $2")
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.Join(strings.Fields(line), " ")
		if line != "" && line != "no parameters" && !strings.HasPrefix(line, "no Output") && !strings.HasPrefix(line, "no Input") {
			lines = append(lines, strings.ToUpper(line))
		}
	}
	if strings.Contains(text, " NA ") {
		slices.Sort(lines)
	}
	plain := strings.Join(lines, "\n")
	if strings.HasPrefix(plain, ": CBUFFER") {
		lines = strings.Split(typeNumber.ReplaceAllString(plain, "$1 ")+" ", " CBUFFER ")
		slices.Sort(lines)
		plain = strings.Join(lines, "\n")
	}
	return plain
}

// TestHLSLContainers validates bytecode of forms that only HLSL has.
func TestHLSLContainers(t *testing.T) {
	sweep.Only(t)
	var rows []dxilContainer
	for _, c := range []struct{ name, profile, source string }{
		{"uniforms that overlap", "ps_6_0", `
			float4 a : register(c0); float4 b : register(c1); float2 c : register(c1); float d;
			float4 main(float2 uv : TEXCOORD0) : SV_Target { return a + b + c.xyxy + d + uv.xyxy; }`},
		{"a buffer of words and of 64 bits", "cs_6_6", `
			RWByteAddressBuffer r; RWStructuredBuffer<uint64_t> o;
			[numthreads(1, 1, 1)] void main() { uint64_t x; r.InterlockedAdd64(8, 5, x); r.InterlockedAdd(0, 1); o[0] = x; }`},
		{"a size of waves", "cs_6_6", `
			RWStructuredBuffer<uint> o;
			[WaveSize(16)] [numthreads(1, 1, 8)] void main() { o[0] = WaveGetLaneCount(); }`},
		{"descriptors of two types", "cs_6_6", `
			[numthreads(1, 1, 1)] void main() {
				Texture2D t = ResourceDescriptorHeap[1]; RWTexture2D<float> o = ResourceDescriptorHeap[2]; Texture3D v = ResourceDescriptorHeap[3];
				o[uint2(0, 0)] = t[uint2(0, 0)].x + v[uint3(0, 0, 0)].x;
			}`},
		{"parameters", "vs_6_0", `
			float4 main(float4 p : POSITION, uniform float4x4 m, uniform float k, Texture2D t) : SV_Position { return mul(p, m) * k + t.Load(int3(0, 0, 0)); }`},
		{"inputs and outputs in an order of their own", "vs_6_0", `
			struct O { float2 uv : TEXCOORD3; float3 n : NORMAL; float4 p : SV_Position; float clip : SV_ClipDistance0; float2x2 m : M; };
			O main(float3 n : NORMAL, float4 p : POSITION, uint i : SV_InstanceID) { O o; o.uv = p.xy; o.n = n * i; o.p = p; o.clip = p.x; o.m = float2x2(p); return o; }`},
	} {
		for _, profile := range []dxil.Profile{dxil.Profile66, dxil.Profile68} {
			o := dxil.NewOptions()
			o.Profile = profile
			code := bytecodeOf(t, c.name, c.source, front.Options{Profile: c.profile}, refract.DXIL, &o)
			if code == "" {
				t.Errorf("%s: it isn't written", c.name)
				continue
			}
			rows = append(rows, dxilContainer{c.name + " " + profile.String(), code})
		}
	}
	for i, v := range disassembled(t, rows) {
		if !v.OK {
			t.Errorf("%s: %s", rows[i].Name, v.Text())
		}
	}
}

// TestRenamedSemantics gives inputs and outputs other semantics: the stages have the order of other languages then,
// by which they link.
func TestRenamedSemantics(t *testing.T) {
	const source = `struct V { float4 c : COLOR; float2 uv : TEXCOORD; float4 p : SV_Position; };
		V vertex(float4 p : POSITION) { V v; v.c = p; v.uv = p.xy; v.p = p; return v; }
		[maxvertexcount(3)] void geometry(triangle V v[3], inout TriangleStream<V> s) { for (int i = 0; i < 3; i++) s.Append(v[i]); }`
	for _, c := range []struct {
		semantic string
		want     string
	}{{"", "COLOR TEXCOORD SV_Position"}, {"LOC", "SV_Position LOC LOC"}} {
		for _, entry := range []struct{ name, profile string }{{"vertex", "vs_5_0"}, {"geometry", "gs_5_0"}} {
			o := dxbc.NewOptions()
			o.Semantic = c.semantic
			code := bytecodeOf(t, entry.name, source, front.Options{EntryPoint: entry.name, Profile: entry.profile}, refract.DXBC, &o)
			data, err := base64.StdEncoding.DecodeString(code)
			if err != nil || len(data) == 0 {
				t.Fatalf("%s: nothing is written: %v", entry.name, err)
			}
			container, err := format.ReadContainer(data)
			if err != nil {
				t.Fatal(err)
			}
			chunk, kind := container.Chunk(format.ChunkOSGN, format.ChunkOSG5)
			outputs, err := format.ReadSignature(kind, chunk)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, e := range outputs.Elements {
				names = append(names, e.Semantic)
			}
			if got := strings.Join(names, " "); got != c.want {
				t.Errorf("%s with %q: the outputs are %s, not %s", entry.name, c.semantic, got, c.want)
			}
		}
	}
}
