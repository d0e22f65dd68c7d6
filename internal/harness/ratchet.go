package harness

// This file holds the ratchet: recorded counts of passes over the corpora, which may only
// rise.

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Count is the number of passes of a measure.
type Count struct {
	Passed int
	Total  int
}

// section is a table of docs/conformance.md. Entry points are the core shaders'.
type section struct {
	title    string
	measures []measure
}

// measure is a row of it.
type measure struct{ name, what string }

var sections = []section{
	{"In", []measure{
		{"wgsl/translate", "core shaders that Tint accepts: read, validated and written as SPIR-V"},
		{"cts/accept", "valid modules of the WebGPU conformance suite accepted"},
		{"cts/reject", "invalid modules of the WebGPU conformance suite rejected"},
		{"cts/pipeline-accept", "valid pipelines, where the corpus tells the values of overrides, accepted"},
		{"cts/pipeline-reject", "invalid ones rejected"},
		{"glsl-in/vulkan", "GLSL shaders that glslang accepts for Vulkan: read and validated; the others are refused by the name of a feature"},
		{"glsl-in/opengl", "those that it accepts for OpenGL only"},
		{"glsl-in/kernels", "GLSL kernels of a library for machine learning, sized by specialization constants: read"},
		{"glsl-in/kernels valid", "the same as SPIR-V, with the constants open, accepted by spirv-val"},
		{"glsl-in/spirv-val", "accepted GLSL shaders as SPIR-V 1.6, accepted by spirv-val"},
		{"spirv-in/assembly", "modules of SPIR-V by other compilers, of the stages that are read: read and validated"},
		{"spirv-in/spirv-val", "those, written as SPIR-V 1.6, accepted by spirv-val"},
	}},
	{"Run", []measure{
		{"cts/execute", "execution cases whose result is an accepted value, in the interpreter"},
		{"cts/execute-const", "of those, cases that are constant expressions"},
		{"hlsl/executed", "compute shaders without textures, every eighth, as HLSL on a Vulkan driver, by slangc: the interpreter's results"},
		{"msl/executed", "compute shaders, every 24th, as MSL on the CPU: the interpreter's results"},
		{"dxbc/executed", "compute shaders, every eighth, as Direct3D bytecode on a Vulkan driver, by dxil-spirv: the interpreter's results"},
		{"dxil/executed", "compute shaders, every eighth, as DXIL on a Vulkan driver, by dxil-spirv: the interpreter's results"},
		{"dxc/executed", "compute shaders, every eighth, as HLSL, whose DXIL of DXC runs on a Vulkan driver, by dxil-spirv: the interpreter's results"},
		{"fxc/executed", "compute shaders without f16, every eighth, as HLSL, whose DXBC of FXC runs on a Vulkan driver, by dxil-spirv: the interpreter's results"},
	}},
	{"Out", []measure{
		{"wgsl/spirv-val", "modules as SPIR-V 1.3, accepted by spirv-val for Vulkan 1.3"},
		{"wgsl/round-trip", "modules as WGSL, the same when read again, accepted by Tint"},
		{"glsl/450", "entry points as GLSL 450, accepted by glslang"},
		{"glsl/450 minified", "the same, minified"},
		{"glsl/460 unchecked", "entry points as GLSL 460 without checks of bounds and divisions"},
		{"glsl/430", "entry points as GLSL 430, the first with a compute stage"},
		{"glsl/330", "entry points as GLSL 330, which has no compute stage and no storage"},
		{"glsl/310 es", "entry points as GLSL ES 310"},
		{"glsl/310 es with image formats", "the same with GL_NV_image_formats, judged as GLSL 450"},
		{"glsl/320 es", "entry points as GLSL ES 320"},
		{"glsl/300 es", "entry points as GLSL ES 300, which has no compute stage and no storage"},
		{"glsl/vulkan", "entry points as Vulkan's GLSL 450"},
		{"glsl/vulkan 460 loops", "entry points as Vulkan's GLSL 460 with loops that end"},
		{"glsl/pairs link", "pairs of a vertex and a fragment shader of a module as GLSL 450, linked by glslangValidator -l"},
		{"glsl-names/direct", "names of interfaces of GLSL shaders, every sixteenth (uniforms, blocks, members, attributes, inputs, outputs) that stand in the GLSL 450 written of them"},
		{"glsl-names/spirv", "the same by way of SPIR-V"},
		{"hlsl/5.0", "entry points as HLSL 5.0, accepted by FXC"},
		{"hlsl/5.1", "entry points as HLSL 5.1, accepted by FXC"},
		{"hlsl/6.0", "entry points as HLSL 6.0, accepted by DXC"},
		{"hlsl/6.6", "entry points as HLSL 6.6, accepted by DXC"},
		{"msl/3.1", "modules as MSL 3.1, well typed"},
	}},
	{"Through SSA form", []measure{
		{"ssa/text", "modules in SSA form, the same once printed and parsed: as they are, with values for variables, in registers"},
		{"ssa/binary", "the same for the binary encoding and for clones"},
		{"ssa/toir", "modules back from SSA form, valid: as they were, and with values for variables"},
		{"ssa/spirv", "modules as SPIR-V straight from SSA form, accepted by spirv-val"},
		{"ssa/spirv -O1", "modules as SPIR-V at -O1, accepted by spirv-val"},
	}},
}

// ownPrefix goes before the names of measures over the corpus of the repository itself.
const ownPrefix = "own/"

// turnsPrefix goes before the names of measures whose shaders took turns: see [InTurn].
const turnsPrefix = "turns/"

func ratchetFile(t testing.TB) string {
	return filepath.Join(Root(t), "conformance", "ratchet.json")
}

func readRatchet(t testing.TB) map[string]Count {
	t.Helper()
	recorded := map[string]Count{}
	text, err := os.ReadFile(ratchetFile(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &recorded); err != nil {
		t.Fatal(err)
	}
	return recorded
}

// RatchetTurns is Ratchet for a measure of shaders that [InTurn] selects, with a record of
// its own unless all shaders were taken.
func RatchetTurns(t testing.TB, name string, got Count) {
	t.Helper()
	if Whole() {
		Ratchet(t, name, got)
		return
	}
	ratchet(t, name, turnsPrefix, got)
}

// Ratchet compares how many cases of a measure pass with the record: fewer, or another
// number of cases, fail the test. If $REFRACT_UPDATE is 1, more are recorded.
func Ratchet(t testing.TB, name string, got Count) {
	t.Helper()
	prefix := ""
	if IsOwn() {
		prefix = ownPrefix
	}
	ratchet(t, name, prefix, got)
}

func ratchet(t testing.TB, name, prefix string, got Count) {
	t.Helper()
	if !slices.ContainsFunc(sections, func(s section) bool {
		return slices.ContainsFunc(s.measures, func(m measure) bool { return m.name == name })
	}) {
		t.Fatalf("no measure %q", name)
	}
	t.Logf("%s: %d of %d (%.2f%%)", name, got.Passed, got.Total, got.percent())
	recorded := readRatchet(t)
	name = prefix + name
	want, known := recorded[name]
	if os.Getenv("REFRACT_UPDATE") == "1" && (!known || got.Total != want.Total || got.Passed > want.Passed) {
		recorded[name] = got
		writeRatchet(t, recorded)
		return
	}
	switch {
	case !known:
		t.Errorf("%s is not recorded: set REFRACT_UPDATE=1", name)
	case got.Total != want.Total:
		t.Errorf("%s: %d cases, recorded with %d", name, got.Total, want.Total)
	case got.Passed < want.Passed:
		t.Errorf("%s: %d pass, recorded are %d", name, got.Passed, want.Passed)
	case got.Passed > want.Passed:
		t.Logf("%s: %d pass, recorded are %d: set REFRACT_UPDATE=1", name, got.Passed, want.Passed)
	}
}

func (c Count) percent() float64 { return 100 * float64(c.Passed) / float64(max(1, c.Total)) }

func writeRatchet(t testing.TB, recorded map[string]Count) {
	t.Helper()
	var b strings.Builder
	b.WriteString("{\n")
	first := true
	for _, prefix := range []string{"", turnsPrefix, ownPrefix} {
		for _, s := range sections {
			for _, m := range s.measures {
				c, ok := recorded[prefix+m.name]
				if !ok {
					continue
				}
				if !first {
					b.WriteString(",\n")
				}
				first = false
				fmt.Fprintf(&b, "\t%q: {\"Passed\": %d, \"Total\": %d}", prefix+m.name, c.Passed, c.Total)
			}
		}
	}
	b.WriteString("\n}\n")
	if err := os.WriteFile(ratchetFile(t), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(documentFile(t), []byte(document(recorded)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func documentFile(t testing.TB) string { return filepath.Join(Root(t), "docs", "conformance.md") }

// document is docs/conformance.md.
func document(recorded map[string]Count) string {
	var b strings.Builder
	b.WriteString("# Conformance\n\nWritten by `REFRACT_UPDATE=1 go test -p 1 ./conformance ./back/... ./ssa/... ./internal/ssa/...`. A count may only\nrise. Modules and entry points belong to the core shaders. The columns called own are the same\nmeasures over the shaders of this repository, which need no other corpus: with REFRACT_CORPUS=own.\n")
	for _, s := range sections {
		fmt.Fprintf(&b, "\n## %s\n\n| measure | passes | of | | own passes | of |\n|---|---:|---:|---:|---:|---:|\n", s.title)
		for _, m := range s.measures {
			c, ok := recorded[m.name]
			if !ok {
				continue
			}
			fmt.Fprintf(&b, "| %s | %d | %d | %.2f%% |", m.what, c.Passed, c.Total, c.percent())
			if c, ok := recorded[ownPrefix+m.name]; ok {
				fmt.Fprintf(&b, " %d | %d |\n", c.Passed, c.Total)
			} else {
				b.WriteString(" | |\n")
			}
		}
	}
	return b.String()
}
