package scene_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDocs: docs/scenes.md names every field that is read, and its scene is one.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../../docs/scenes.md")
	if err != nil {
		t.Fatal(err)
	}
	asked := regexp.MustCompile(`(?:f|g|h)\.(?:get|has|name|names|flag|number|numbers|integer|integers|array|each|file)\("([a-z_]+)"|choice\([fgh], "([a-z_]+)"|(?:filter|mode|factor|op)\("([a-z_]+)"`)
	for _, file := range []string{"scene.go", "texture.go", "pipeline.go", "steps.go", "values.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllStringSubmatch(string(source), -1) {
			name := strings.Join(m[1:], "")
			if !regexp.MustCompile("[`\"]" + name + "[`\"]").Match(page) {
				t.Errorf("%s reads the field %q, which docs/scenes.md doesn't name", file, name)
			}
		}
	}
	text := string(page)
	text = text[strings.Index(text, "```json\n")+8:]
	text = text[:strings.Index(text, "```")]
	ring, err := os.ReadFile("../../../examples/scenes/ring.obj")
	if err != nil {
		t.Fatal(err)
	}
	draw(t, text, map[string]string{"ring.obj": string(ring), "lit.wgsl": `
struct Camera { view_projection: mat4x4f }
@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var shadow_map: texture_depth_2d;
@group(0) @binding(2) var compare: sampler_comparison;
@vertex fn from_light(@location(0) p: vec3f) -> @builtin(position) vec4f { return vec4f(p.xz, p.y, 2); }
@vertex fn from_eye(@location(0) p: vec3f) -> @builtin(position) vec4f { return camera.view_projection * vec4f(p, 1); }
@fragment fn shade(@builtin(position) p: vec4f) -> @location(0) vec4f { return vec4f(textureSampleCompareLevel(shadow_map, compare, p.xy / 400, 0.5)); }`})
}
