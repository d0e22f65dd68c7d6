package main

// The commands in docs/compare.md: each does what its row says that it can.

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// compared are the files that the commands are about.
var compared = map[string]string{
	"tint.frag":    "#version 330 core\nuniform vec3 tint;\nout vec4 color;\nvoid main() { color = vec4(tint, 1.0); }\n",
	"main.wesl":    "import package::lib::one;\n@if(fog) const far = 1.0;\n@else const far = 2.0;\nfn f() -> f32 { return one() * far; }\n",
	"lib.wesl":     "fn one() -> f32 { return 1; }\n",
	"double.wgsl":  "@group(0) @binding(0) var<storage, read_write> data: array<f32>;\n@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { data[i] *= 2; }\n",
	"imports.wgsl": "import package::lib::one;\nfn f() -> f32 { return one(); }\n",
	"tint450.frag": "#version 450\nlayout(set = 0, binding = 0) uniform T { vec3 tint; };\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(tint, 1.0); }\n",
	"add.slang":    "RWStructuredBuffer<float> data;\n[shader(\"compute\")] [numthreads(2, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { data[id.x] *= 2; }\n",
	"sky.wgsl":     "@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f { return vec4f(p.xy / 8, 1, 1); }\n",
	"push.frag":    "#version 450\nlayout(push_constant) uniform T { vec4 tint; };\nlayout(location = 0) out vec4 color;\nvoid main() { color = tint; }\n",
	"sky.slang":    "[shader(\"fragment\")] float4 main(float2 uv : UV) : SV_Target { return float4(uv, 0, 1); }\n",
	"scale.hlsl":   "RWStructuredBuffer<float> data : register(u0);\n[numthreads(2, 1, 1)] void main(uint i : SV_GroupIndex) { data[i] *= 2; }\n",
	"wave.kage":    "package main\n\nfunc Fragment(dstPos vec4, srcPos vec2, color vec4) vec4 {\n\treturn color * sin(dstPos.x)\n}\n",
	"tile.wgsl":    "enable wgpu_cooperative_matrix;\n@group(0) @binding(0) var<storage, read> a: array<f32>;\n@group(0) @binding(1) var<storage, read_write> c: array<f32>;\n@compute @workgroup_size(32) fn main() {\n\tlet x = coopLoadT<coop_mat8x8<f32, A>>(&a[0], 8u);\n\tlet y = coopLoadT<coop_mat8x8<f32, B>>(&a[64], 8u);\n\tcoopStoreT(coopMultiplyAdd(x, y, coop_mat8x8<f32, C>()), &c[0], 8u);\n}\n",
	"refract.toml": "out-dir = \"out\"\nsources = [\"blur.wgsl\"]\ntargets = [\"spv\"]\n",
}

func TestCompare(t *testing.T) {
	page, err := os.ReadFile("../../docs/compare.md")
	if err != nil {
		t.Fatal(err)
	}
	blur, err := os.ReadFile("../../testdata/shaders/blur.wgsl")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range compared {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "blur.wgsl"), blur, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	var out, report bytes.Buffer
	if status := run([]string{"double.wgsl", "-o", "double.spv"}, streams{strings.NewReader(""), &out, &report}); status != exitDone {
		t.Fatal(status, report.String())
	}
	if status := run([]string{"tint.frag", "-o", "tint.spvasm"}, streams{strings.NewReader(""), &out, &report}); status != exitDone {
		t.Fatal(status, report.String())
	}
	rows := regexp.MustCompile("(?m)^\\| [^|]+ \\| `refract ([^`]+)` \\|").FindAllSubmatch(page, -1)
	if len(rows) < 20 {
		t.Fatalf("%d rows have commands", len(rows))
	}
	for _, row := range rows {
		out.Reset()
		report.Reset()
		command := string(row[1])
		if status := run(strings.Fields(command), streams{strings.NewReader(""), &out, &report}); status != exitDone {
			t.Errorf("refract %s: status %d\n%s%s", command, status, out.String(), report.String())
		}
	}
	compareOthers(t, string(page))
}

// compareOthers runs the commands of the other tools, as far as they are there, where
// tools are asked for: what the page says is so of the releases that it names.
func compareOthers(t *testing.T, page string) {
	if os.Getenv("REFRACT_REQUIRE_TOOLS") == "" {
		return
	}
	commands := regexp.MustCompile("\\| (fails: )?`((?:naga|slangc|tint) [^`]+)` ").FindAllStringSubmatch(page, -1)
	if len(commands) < 20 {
		t.Errorf("only %d commands of other tools are there", len(commands))
	}
	for _, m := range commands {
		words := strings.Fields(m[2])
		program, err := exec.LookPath(words[0])
		if err != nil {
			continue
		}
		output, err := exec.Command(program, words[1:]...).CombinedOutput()
		if (err != nil) != (m[1] != "") {
			t.Errorf("%s: %v\n%s", m[2], err, output)
		}
	}
}
