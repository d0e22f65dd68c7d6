package kage_test

// This file compares the forms that Ebitengine's drivers take with Ebitengine's own: FXC
// compiles both and reports where the members of the constant buffer lie.

import (
	"context"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"refract"
	"refract/back/glsl"
	"refract/back/hlsl"
	"refract/back/msl"
	"refract/front/kage"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/kagegen"
	"refract/internal/kagetest"
	"refract/internal/sweep"
)

// engineHLSL writes a program as Ebitengine's driver for Direct3D takes it.
func engineHLSL(v *refract.Valid) (string, error) {
	o := hlsl.NewOptions()
	o.ShaderModel, o.AdjustCoordinateSpace = hlsl.ShaderModel50, false
	o.Semantics = map[string]string{"A0": "POSITION0", "A1": "TEXCOORD0", "A2": "COLOR0", "A3": "COLOR1", "V0": "TEXCOORD0", "V1": "COLOR0", "V2": "COLOR1"}
	for i := range uint32(1 + kage.SourceImages) {
		o.BindingMap = append(o.BindingMap, hlsl.MappedBinding{Binding: i, Target: hlsl.BindingTarget{Register: max(i, 1) - 1}})
	}
	out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &o}})
	if err != nil {
		return "", err
	}
	return out.Text, nil
}

// engineMSL writes a program as Ebitengine's driver for Metal takes it.
func engineMSL(v *refract.Valid) (string, error) {
	o := msl.NewOptions()
	o.Version, o.AdjustCoordinateSpace = 200, false
	o.Bounds.Buffer = transform.Unchecked
	o.VertexBuffers = []transform.VertexBuffer{{Stride: 48, Attributes: []transform.VertexAttribute{{Location: 0, Format: "float32x2"},
		{Location: 1, Format: "float32x2", Offset: 8}, {Location: 2, Format: "float32x4", Offset: 16}, {Location: 3, Format: "float32x4", Offset: 32}}}}
	out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.MSL, Options: refract.LanguageOptions{refract.MSL: &o}})
	if err != nil {
		return "", err
	}
	return out.Text, nil
}

// places matches the lines of FXC's listing about members of a constant buffer.
var places = regexp.MustCompile(`(?m)^//\s+.*\bU(\d+)(?:\[\d+\])?;\s+// Offset:\s+(\d+)`)

func placesIn(listing string) (list []string) {
	for _, m := range places.FindAllStringSubmatch(listing, -1) {
		list = append(list, "U"+m[1]+" "+m[2])
	}
	return list
}

// A stageRow is a stage as FXC takes it.
type stageRow struct {
	Name    string `json:"name"`
	Source  string `json:"source"`
	Entry   string `json:"entry"`
	Profile string `json:"profile"`
}

// A listing is a container to be disassembled.
type listing struct {
	DXBC string `json:"dxbc"`
}

// TestDirect3D compiles random programs by FXC, as Ebitengine prints them and as refract does.
func TestDirect3D(t *testing.T) {
	sweep.Only(t)
	compiler := kagetest.Start(t)
	var rows []stageRow
	for i := range uint64(sweep.Sample(60)) {
		src := kagegen.Program(i)
		r := compiler.Compile(src, false)
		v, err := read(src, &kage.Options{EngineNames: true, Layout: kage.LayoutDirect3D})
		if err != nil {
			t.Fatal(err)
		}
		text, err := engineHLSL(v)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, stageRow{"theirs", r.HLSLVertex, "VSMain", "vs_4_0"}, stageRow{"ours", text, "Vertex", "vs_4_0"},
			stageRow{"theirs", r.HLSLFragment, "PSMain", "ps_4_0"}, stageRow{"ours", text, "Fragment", "ps_4_0"})
	}
	list := harness.Oracle(t, "hlsl", rows, "--code")
	var codes []listing
	refused := 0
	for i := 0; i < len(list); i += 2 {
		theirs, ours := &list[i], &list[i+1]
		if !ours.OK && (theirs.OK || theirs.Text() != ours.Text()) {
			t.Errorf("%s: %s\n%s", rows[i+1].Profile, ours.Text(), rows[i+1].Source)
		}
		if !theirs.OK || !ours.OK { // shader model 4 has no stores to components by index
			refused++
			continue
		}
		codes = append(codes, listing{theirs.Code}, listing{ours.Code})
	}
	texts := harness.Oracle(t, "dxbc", codes, "--text")
	compared := 0
	for i := 0; i < len(texts); i += 2 {
		theirs, ours := placesIn(texts[i].Disassembly), placesIn(texts[i+1].Disassembly)
		if len(theirs) == 0 || len(ours) == 0 {
			continue
		}
		compared += len(theirs)
		if strings.Join(theirs, ", ") != strings.Join(ours, ", ") {
			t.Errorf("uniforms lie at\n%s\nwant\n%s", strings.Join(ours, ", "), strings.Join(theirs, ", "))
		}
	}
	if compared == 0 {
		t.Error("no listing has the places of uniforms: " + texts[0].Disassembly)
	}
	t.Logf("%d stages, of which FXC refuses %d in one form; %d places", len(rows)/2, refused, compared)
}

// TestBytecode compares bytecode of random programs with FXC's of Ebitengine's HLSL: uniforms
// lie at the same places.
func TestBytecode(t *testing.T) {
	sweep.Only(t)
	compiler := kagetest.Start(t)
	var rows []stageRow
	var codes []listing
	for i := range uint64(sweep.Sample(60)) {
		src := kagegen.Program(i)
		r := compiler.Compile(src, false)
		v, err := read(src, &kage.Options{EngineNames: true, Layout: kage.LayoutDirect3D})
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range []string{"Vertex", "Fragment"} {
			o := refract.WriteOptions{Language: refract.DXBC, EntryPoint: entry}
			for name, value := range map[string]string{"profile": "4_0", "adjust_coordinate_space": "false", "fake_missing_bindings": "true"} {
				if err := o.Set("dxbc."+name, value); err != nil {
					t.Fatal(err)
				}
			}
			out, err := refract.Write(context.Background(), v, o)
			if err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			codes = append(codes, listing{base64.StdEncoding.EncodeToString(out.Bytes())})
		}
		rows = append(rows, stageRow{"theirs", r.HLSLVertex, "VSMain", "vs_4_0"}, stageRow{"theirs", r.HLSLFragment, "PSMain", "ps_4_0"})
	}
	var pairs []listing
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		if v.OK { // shader model 4 has no stores to components by index
			pairs = append(pairs, listing{v.Code}, codes[i])
		}
	}
	texts := harness.Oracle(t, "dxbc", pairs, "--text")
	compared := 0
	for i := 0; i < len(texts); i += 2 {
		if !texts[i+1].OK {
			t.Errorf("stage %d: %s", i/2, texts[i+1].Text())
		}
		theirs, ours := placesIn(texts[i].Disassembly), placesIn(texts[i+1].Disassembly)
		if len(theirs) > 0 && strings.Join(theirs, ", ") != strings.Join(ours, ", ") {
			t.Errorf("uniforms lie at\n%s\nwant\n%s", strings.Join(ours, ", "), strings.Join(theirs, ", "))
		}
		compared += len(theirs)
	}
	if compared == 0 {
		t.Error("no listing has the places of uniforms")
	}
	t.Logf("%d stages, %d places", len(pairs)/2, compared)
}

// TestMetal has a checker of Metal's language read random programs.
func TestMetal(t *testing.T) {
	sweep.Only(t)
	type row struct {
		Name   string `json:"name"`
		Source string `json:"source"`
	}
	var rows []row
	for i := range uint64(sweep.Sample(100)) {
		v, err := read(kagegen.Program(i), &kage.Options{EngineNames: true, Layout: kage.LayoutMetal})
		if err != nil {
			t.Fatal(err)
		}
		text, err := engineMSL(v)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row{"program", text})
	}
	for i, v := range harness.Oracle(t, "msl", rows) {
		if !v.OK {
			t.Errorf("%s\n%s", v.Text(), rows[i].Source)
		}
	}
	t.Logf("%d programs", len(rows))
}

// TestGLES has a compiler of OpenGL ES read both stages of random programs.
func TestGLES(t *testing.T) {
	sweep.Only(t)
	type row struct {
		Name   string `json:"name"`
		Source string `json:"source"`
		Stage  string `json:"stage"`
	}
	var rows []row
	for i := range uint64(sweep.Sample(100)) {
		v, err := read(kagegen.Program(i), &kage.Options{EngineNames: true})
		if err != nil {
			t.Fatal(err)
		}
		for entry, stage := range map[string]string{"Vertex": "vert", "Fragment": "frag"} {
			o := glsl.NewOptionsES()
			o.Version, o.LooseUniforms, o.AdjustCoordinateSpace, o.AttributeLocations, o.AssignBindings = glsl.Version{Number: 300, ES: true}, true, false, false, false
			out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.ESSL, EntryPoint: entry, Options: refract.LanguageOptions{refract.ESSL: &o}})
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row{entry, out.Text, stage})
		}
	}
	for _, args := range [][]string{nil, {"--mesa"}} {
		for i, v := range harness.Oracle(t, "glsl", rows, args...) {
			if !v.OK {
				t.Errorf("%v %s\n%s", args, v.Text(), rows[i].Source)
			}
		}
	}
}
