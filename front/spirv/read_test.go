package spirv

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract/diag"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
	"refract/ssa"
)

var update = flag.Bool("update", false, "rewrite the modules in testdata")

// readText assembles and reads a module.
func readText(t *testing.T, name, text string) (*ir.Module, error) {
	t.Helper()
	var list diag.List
	sources := new(diag.Sources)
	base := sources.Add(name, text)
	var positions []spirv.Position
	words, ok := spirv.Assemble(text, base, spirv.AssembleOptions{Positions: &positions}, &list)
	if !ok {
		t.Fatal(list.Err(sources))
	}
	m := Read(words, Options{Positions: positions}, sources, &list)
	if m == nil {
		return nil, list.Err(sources)
	}
	m.Sources = sources
	_, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	return m, err
}

// TestRead holds the modules of testdata/NAME.spvasm to NAME.ir.
func TestRead(t *testing.T) {
	files, err := filepath.Glob("testdata/*.spvasm")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data: ", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		m, err := readText(t, filepath.Base(f), string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		golden := strings.TrimSuffix(f, "spvasm") + "ir"
		got := ir.Print(m)
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is another module now:\n%s", f, got)
		}
	}
	if all, _ := filepath.Glob("testdata/*.ir"); len(all) != len(files) {
		t.Errorf("%d modules for %d texts", len(all), len(files))
	}
}

// testModules are the modules of testdata.
func testModules(t *testing.T) (files []string, texts [][]uint32) {
	files, err := filepath.Glob("testdata/*.spvasm")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data: ", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var list diag.List
		words, ok := spirv.Assemble(string(text), 0, spirv.AssembleOptions{}, &list)
		if !ok {
			t.Fatal(list.Err(nil))
		}
		texts = append(texts, words)
	}
	return files, texts
}

// TestReused reads modules in the memory of others, in turn: of ones that are wrong and
// of a module that was read before, too. Each is what it is in new memory.
func TestReused(t *testing.T) {
	files, texts := testModules(t)
	alone := make([]string, len(texts))
	for i, words := range texts {
		r := &reader{sources: new(diag.Sources), list: new(diag.List), m: new(ir.Module)}
		if !r.guard(words, r.read) {
			t.Fatal(files[i], r.list.Err(r.sources))
		}
		alone[i] = ir.Print(r.m)
	}
	m := new(ir.Module)
	for step := 1; step <= 3; step++ {
		for k := range texts {
			i := (k*step + step) % len(texts)
			var list diag.List
			ReadInto(m, texts[k][:5+(len(texts[k])-5)/2], Options{}, new(diag.Sources), &list)
			if !list.HasErrors() {
				t.Errorf("half of %s is read", files[k])
			}
			list = diag.List{}
			if !ReadInto(m, texts[i], Options{}, new(diag.Sources), &list) {
				t.Fatal(files[i], list.Err(new(diag.Sources)))
			}
			if got := ir.Print(m); got != alone[i] {
				t.Errorf("%s is another module in used memory:\n%s", files[i], got)
			}
		}
	}
}

// TestShaderReused reads shaders in the memory of others, in turn, while those that have
// memory of their own stay what they are.
func TestShaderReused(t *testing.T) {
	files, texts := testModules(t)
	own := make([]*ssa.Shader, len(texts))
	alone := make([]string, len(texts))
	for i, words := range texts {
		var list diag.List
		if own[i] = Shader(words, Options{}, new(diag.Sources), &list); own[i] == nil {
			t.Fatal(files[i], list.Err(new(diag.Sources)))
		}
		alone[i] = string(ssa.Print(own[i]))
	}
	s, m := new(ssa.Shader), new(ir.Module)
	for step := 1; step <= 3; step++ {
		for k := range texts {
			i := (k*step + step) % len(texts)
			var list diag.List
			if ShaderInto(s, texts[k][:5+(len(texts[k])-5)/2], Options{}, new(diag.Sources), &list) {
				t.Errorf("half of %s is read", files[k])
			}
			list = diag.List{}
			if !ReadInto(m, texts[k], Options{}, new(diag.Sources), &list) || !ShaderInto(s, texts[i], Options{}, new(diag.Sources), &list) {
				t.Fatal(files[i], list.Err(new(diag.Sources)))
			}
			if got := string(ssa.Print(s)); got != alone[i] {
				t.Errorf("%s is another shader in used memory:\n%s", files[i], got)
			}
		}
	}
	for i := range own {
		if got := string(ssa.Print(own[i])); got != alone[i] {
			t.Errorf("%s has changed since:\n%s", files[i], got)
		}
	}
}

// TestAllocations reads functions of few and of many instructions in memory that was used
// before: how often memory is allocated doesn't depend on it.
func TestAllocations(t *testing.T) {
	count := func(n int) float64 {
		var body strings.Builder
		body.WriteString("%a0 = OpIAdd %uint %u1 %u1\n")
		for k := range n {
			fmt.Fprintf(&body, "%%a%d = OpIMul %%uint %%a%d %%u1\n", k+1, k)
		}
		body.WriteString("OpReturn")
		var list diag.List
		words, ok := spirv.Assemble(frame("", body.String()), 0, spirv.AssembleOptions{}, &list)
		if !ok {
			t.Fatal(list.Err(nil))
		}
		r, m := new(reader), new(ir.Module)
		return testing.AllocsPerRun(10, func() {
			r.forget()
			r.sources, r.list, r.m = new(diag.Sources), new(diag.List), m
			if !r.guard(words, r.shaderOf) {
				t.Fatal(r.list.Err(r.sources))
			}
		})
	}
	few, many := count(10), count(5000)
	if few != many || few > 60 {
		t.Errorf("memory is allocated %v times for 10 instructions, %v for 5000", few, many)
	}
}

// frame is a compute shader around declarations and a body.
func frame(declarations, body string) string {
	return `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%v2 = OpTypeVector %float 2
%true = OpConstantTrue %bool
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%f0 = OpConstant %float 0
` + declarations + `
%main = OpFunction %void None %fn
%entry = OpLabel
` + body + `
OpFunctionEnd
`
}

// emptyAt decorates a struct of four members, of which the two in the middle are empty.
func emptyAt(second, third, last string) string {
	return "OpDecorate %s Block\nOpDecorate %v DescriptorSet 0\nOpDecorate %v Binding 0\nOpMemberDecorate %s 0 Offset 0\nOpMemberDecorate %s 1 Offset " +
		second + "\nOpMemberDecorate %s 2 Offset " + third + "\nOpMemberDecorate %s 3 Offset " + last
}

// TestErrors holds messages about modules that can't be read.
func TestErrors(t *testing.T) {
	const buffer = "OpCapability VariablePointersStorageBuffer\nOpDecorate %s Block\nOpMemberDecorate %s 0 Offset 0\n%s = OpTypeStruct %uint\n%p = OpTypePointer StorageBuffer %s\n%pu = OpTypePointer StorageBuffer %uint\n%v = OpVariable %p StorageBuffer"
	for _, c := range []struct{ declarations, body, want string }{
		{"", "OpReturn", ""},
		{"", "%x = OpIAdd %uint %u0 %nope\nOpReturn", "nothing defines the id"},
		{"%a = OpTypeArray %uint %u0", "OpReturn", "an array has 0 elements"},
		{"%a = OpTypeVector %v2 2", "OpReturn", "the components of a vector are scalars"},
		{"%a = OpTypeStruct %b\n%b = OpTypeStruct %uint", "OpReturn", "is used before it is defined"},
		{"%a = OpConstantComposite %v2 %f0", "OpReturn", "a constant of 1 parts, where the type has 2"},
		{"%a = OpConstantComposite %v2 %f0 %u0", "OpReturn", "part 1 of the constant has another type"},
		{"%d = OpTypeFloat 80\n%p = OpTypePointer Function %d", "%x = OpVariable %p Function\nOpReturn", "a number of 80 bits"},
		{"%p = OpTypePointer Function %uint", "%x = OpVariable %p Function\n%y = OpLoad %float %x\nOpReturn", "a load of f32 from memory that holds u32"},
		{"", "%y = OpCompositeExtract %uint %f0 0\nOpReturn", "f32 has no part 0"},
		{"%n = OpSpecConstant %uint 3\n%x = OpSpecConstantOp %uint CompositeExtract %n 17\n%a = OpTypeArray %uint %x", "OpReturn", "u32 has no part 17"},
		{"%n = OpSpecConstantComposite %v2 %f0 %f0\n%x = OpSpecConstantOp %float CompositeExtract %n 2", "%y = OpFAdd %float %x %x\nOpReturn", "vec2<f32> has no part 2"},
		{buffer, "%x = OpAccessChain %void %v %u0\n%y = OpAccessChain %pu %v %u0\n%z = OpSelect %pu %true %x %y\n%l = OpLoad %uint %z\nOpReturn", "is no pointer to anything"},
		{buffer, "%y = OpAccessChain %pu %v %u0\n%z = OpSelect %pu %true %z %y\n%l = OpLoad %uint %z\nOpReturn", "is used before it is computed"},
		{"", "%y = OpFunctionCall %void %main\nOpReturn", "the function calls itself"},
		{"", "OpBranch %u0", "is no block of the function"},
		{"", "OpSelectionMerge %entry None\nOpBranchConditional %u0 %entry %entry", "is used as it can't be"},
		{"", "%c = OpPhi %uint %u0 %entry\nOpReturn", "is used as it can't be"},
		{"%p = OpTypePointer Function %uint", "%x = OpVariable %p Function\n%y = OpSelect %p %true %x %x\nOpReturn", "the capability VariablePointers"},
		{"%i = OpTypeImage %float Rect 0 0 0 1 Unknown\n%p = OpTypePointer UniformConstant %i\n%v = OpVariable %p UniformConstant", "OpReturn", ""},
		{"%s = OpTypeStruct %uint\n%p = OpTypePointer StorageBuffer %s\n%v = OpVariable %p StorageBuffer", "OpReturn", "a member of the buffer has no offset"},
		{"%e = OpTypeStruct\n%s = OpTypeStruct %uint %e %e %uint\n%p = OpTypePointer StorageBuffer %s\n%v = OpVariable %p StorageBuffer\n" + emptyAt("4", "8", "12"), "OpReturn", ""},
		{"%e = OpTypeStruct\n%s = OpTypeStruct %uint %e %e %uint\n%p = OpTypePointer StorageBuffer %s\n%v = OpVariable %p StorageBuffer\n" + emptyAt("4", "4", "4"), "%x = OpLoad %s %v\nOpReturn", "a struct without members where something else lies"},
	} {
		_, err := readText(t, "test.spvasm", frame(c.declarations, c.body))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s %s: %v", c.declarations, c.body, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s %s: %v, want %s", c.declarations, c.body, err, c.want)
		}
	}
}

// FuzzRead reads any words.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.spvasm")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		var list diag.List
		if words, ok := spirv.Assemble(string(text), 0, spirv.AssembleOptions{}, &list); ok {
			f.Add(spirv.AppendBytes(nil, words))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		words, err := spirv.FromBytes(data)
		if err != nil {
			return
		}
		readBinary(words)
	})
}

// TestInputDecorations reads an input with a decoration of each kind: one that changes the value
// is refused.
func TestInputDecorations(t *testing.T) {
	for decoration, want := range map[string]string{
		"RelaxedPrecision":  "",
		"Flat":              "",
		"ExplicitInterpAMD": "the decoration ExplicitInterpAMD of an input or output",
	} {
		_, err := readText(t, "test.spvasm", `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %in %out
OpExecutionMode %main OriginUpperLeft
OpDecorate %in Location 0
OpDecorate %in `+decoration+`
OpDecorate %out Location 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%pi = OpTypePointer Input %float
%po = OpTypePointer Output %float
%in = OpVariable %pi Input
%out = OpVariable %po Output
%main = OpFunction %void None %fn
%entry = OpLabel
%x = OpLoad %float %in
OpStore %out %x
OpReturn
OpFunctionEnd
`)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", decoration, err, want)
		}
	}
}

// TestUnusedInputs reads inputs that nothing uses. Those of a fragment shader that have a
// location stay, as do outputs of a vertex shader; others, and built-in values, don't.
func TestUnusedInputs(t *testing.T) {
	for _, c := range []struct {
		model, mode string
		want        []string
	}{
		{"Fragment", "OpExecutionMode %main OriginUpperLeft", []string{"second", "first"}},
		{"Vertex", "", []string{"second"}},
	} {
		m, err := readText(t, "test.spvasm", `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint `+c.model+` %main "main" %first %second %coord %out
`+c.mode+`
OpName %first "first"
OpName %second "second"
OpDecorate %first Location 0
OpDecorate %second Location 1
OpDecorate %coord BuiltIn FragCoord
OpDecorate %out Location 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%v2 = OpTypeVector %float 2
%v4 = OpTypeVector %float 4
%p2 = OpTypePointer Input %v2
%p4 = OpTypePointer Input %v4
%pi = OpTypePointer Input %float
%po = OpTypePointer Output %float
%first = OpVariable %p2 Input
%coord = OpVariable %p4 Input
%second = OpVariable %pi Input
%out = OpVariable %po Output
%main = OpFunction %void None %fn
%entry = OpLabel
%x = OpLoad %float %second
OpStore %out %x
OpReturn
OpFunctionEnd
`)
		if err != nil {
			t.Errorf("%s: %v", c.model, err)
			continue
		}
		var names []string
		for _, a := range m.Functions[m.EntryPoints[0].Function].Args {
			names = append(names, a.Name)
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("%s: the inputs are %q, want %q", c.model, names, c.want)
		}
	}
}
