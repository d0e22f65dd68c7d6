package hlsl_test

// This file holds the words of HLSL against its compilers: what they know must be
// in the lists, and what is in the lists must be kept from what modules declare.

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	back "refract/back/hlsl"
	"refract/internal/harness"
	"refract/internal/harness/names"
)

// TestNames writes modules in which a function, variable, struct, ... has each name
// that a compiler knows, and compiles them. In all others the name is that of a
// variable beside much of what the language has. REFRACT_NAMES is how many of the
// words are left out for one that is tried. The models take turns with them, unless all are tried.
func TestNames(t *testing.T) {
	list := []string{"fmod", "lerp", "mul", "saturate", "asuint", "__lerp", "_Lerp", "mul_", "main", "aSm"}
	words := back.WordList()
	step := 1 + number("REFRACT_NAMES", 150)
	for i := 0; i < len(words); i += step {
		list = append(list, words[i])
	}
	models := []back.ShaderModel{back.ShaderModel51, back.ShaderModel66}
	for turn, model := range models {
		var rows []row
		for i, name := range list {
			if step > 1 && i%len(models) != turn {
				continue
			}
			for _, m := range names.Modules(t, name, names.Options{Subgroups: model >= back.ShaderModel60, Levels: true}) {
				o := options(model)
				out, r, err := back.Write(m.Module, nil, o)
				if err != nil {
					t.Fatalf("%s as %v: %v", name, m, err)
				}
				rows = append(rows, rowsOf(name+" as "+m.String(), out, r, model)...)
			}
		}
		for i, v := range harness.Oracle(t, "hlsl", rows) {
			if !v.OK {
				t.Errorf("%s: %s\n%s", v.Name, firstError(v), rows[i].Source)
			}
		}
		t.Logf("shader model %v: %d texts", model, len(rows))
	}
}

// firstError is the first message that is no warning.
func firstError(v harness.Verdict) string {
	for _, m := range v.Messages {
		if m.Type != "warning" {
			return m.Text
		}
	}
	return v.Text()
}

// signatures are of parameters that functions of HLSL take.
var signatures = strings.Split(`|float|float,float|float,float,float|float,float,float,float|uint|uint,uint|uint,uint,uint|int|
int,int|int,int,int|float3|float3,float3|float3,float3,float3|bool|bool,bool|bool,int,int|float2,float2|float4x4,float4x4|
float4x4|float4,float4x4|uint,uint,uint,uint|int4|uint4|bool4|bool4,bool4|uint2,uint,uint|float2,float2,float|float4|
float3x3|uint4,uint2,uint4|uint,uint2,uint4|int,int,int,int|bool,float,float|bool,uint,uint|bool3,float3,float3`, "|")

// declared are texts in which the name is declared, and used as what it was
// declared as.
func declared(name string) (list []string) {
	const head = "struct my_result { int value; };\nRWByteAddressBuffer my_output : register(u0);\n"
	const entry = "[numthreads(1, 1, 1)] void my_entry() {\n"
	var functions, calls strings.Builder
	for i, s := range signatures {
		var params, args []string
		calls.WriteString("{ ")
		for k, ty := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == '\n' }) {
			params = append(params, fmt.Sprintf("%s a%d", ty, k))
			args = append(args, fmt.Sprintf("a%d", k))
			fmt.Fprintf(&calls, "%s a%d = (%s)my_output.Load(%d); ", ty, k, ty, 100+k)
		}
		fmt.Fprintf(&functions, "my_result %s(%s) { my_result r; r.value = %d; return r; }\n", name, strings.Join(params, ", "), i)
		fmt.Fprintf(&calls, "my_output.Store(%d, %s(%s).value); }\n", 4*i, name, strings.Join(args, ", "))
	}
	rest := fmt.Sprintf("static int %s = 5;\n%smy_output.Store(0, %[1]s); }\n", name, entry)
	local := fmt.Sprintf("struct my_struct { int %s; };\nint my_function(int %[1]s) { return %[1]s; }\n%[2]sint %[1]s = 5; my_struct s; s.%[1]s = %[1]s; my_output.Store(0, s.%[1]s + my_function(3)); }\n", name, entry)
	structs := fmt.Sprintf("struct %s { int q; };\n%s%[1]s x; x.q = 1; my_output.Store(0, x.q); }\n", name, entry)
	return []string{head + functions.String() + entry + calls.String() + "}\n", head + rest, head + local, head + structs}
}

// TestCompilersWords looks in the compilers for names that they know and the lists
// don't have. REFRACT_NAMES says how many it leaves out for one that it tries.
func TestCompilersWords(t *testing.T) {
	home, _ := os.UserHomeDir()
	folder := filepath.Join(cmp.Or(os.Getenv("REFRACT_ORACLES"), filepath.Join(home, ".cache", "refract-oracles")), "hlsl")
	found := map[string]bool{}
	for _, file := range []string{"dxcompiler.dll", "d3dcompiler_47.dll"} {
		data, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Skip("no compiler to look into: ", err)
		}
		for _, m := range regexp.MustCompile(`\x00([A-Za-z_][A-Za-z0-9_]{1,63})\x00`).FindAllSubmatch(slices.Concat(data, data[1:]), -1) {
			if s := string(m[1]); back.IsName(s) && s != "main" {
				found[s] = true
			}
		}
	}
	var list []string
	for s := range found {
		list = append(list, s)
	}
	slices.Sort(list)
	step := 1 + number("REFRACT_NAMES", 199)
	for _, profile := range []string{"cs_5_0", "cs_6_6"} {
		var rows []row
		for i := 0; i < len(list); i += step {
			for _, s := range declared(list[i]) {
				rows = append(rows, row{list[i] + " " + profile, s, "my_entry", profile, []string{}})
			}
		}
		for i, v := range harness.Oracle(t, "hlsl", rows) {
			if !v.OK {
				t.Errorf("%s is a word: %s\n%s", v.Name, firstError(v), rows[i].Source)
			}
		}
		t.Logf("%s: %d of %d names", profile, len(rows)/4, len(list))
	}
}
