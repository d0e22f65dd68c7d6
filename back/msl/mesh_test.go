package msl_test

// This file writes object and mesh functions, and has a compiler check them.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract"
	"refract/back/msl"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
)

// meshRow is a shader for the checker.
type meshRow struct {
	Name   string `json:"name"`
	Source string `json:"source"`
}

// toMetal translates a shader.
func toMetal(name string, source []byte, stage ir.Stage, level int) (string, error) {
	o := refract.TranslateOptions{To: "msl", Validate: refract.ValidateOptions{Capabilities: validate.All}, Optimize: refract.OptimizeOptions{Level: level}}
	if stage != ir.NoStage {
		o.From = refract.GLSL
		o.Parse.Options = refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: stage, Preprocessor: pp.Options{Vulkan: true}}}
	}
	out, err := refract.Translate(context.Background(), name, source, o)
	if err != nil {
		return "", err
	}
	return out.Text, nil
}

// TestMeshes checks object and mesh functions of WGSL's shaders and of random pipelines.
func TestMeshes(t *testing.T) {
	var rows []meshRow
	add := func(name, text string) { rows = append(rows, meshRow{name, harness.MetalStages(text)}) }
	files, err := filepath.Glob("../wgsl/testdata/wgpu/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for level := range 3 {
			text, err := toMetal(file, source, ir.NoStage, level)
			if strings.HasSuffix(file, "rays.wgsl") {
				if err == nil || !strings.Contains(err.Error(), "Metal traces rays by intersection queries") {
					t.Errorf("%s: %v", file, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			add(fmt.Sprintf("%s -O%d", file, level), text)
		}
	}
	for seed := range uint64(sweep.Count(60)) {
		for _, k := range []stagegen.Kind{stagegen.Mesh, stagegen.TaskMesh} {
			for _, s := range stagegen.New(seed, k).Shaders {
				text, err := toMetal("a", []byte(s.Source), s.Stage, int(seed%3))
				if err != nil {
					t.Fatalf("%v\n%s", err, s.Source)
				}
				add(fmt.Sprintf("pipeline %d of %s: %s", seed, k, s.Stage), text)
			}
		}
	}
	for i, v := range harness.Oracle(t, "msl", rows) {
		if !v.OK {
			t.Errorf("%s: %s\n%s", rows[i].Name, v.Text(), rows[i].Source)
		}
	}
}

// TestMeshText looks at the parts that Metal asks for.
func TestMeshText(t *testing.T) {
	source, err := os.ReadFile("../wgsl/testdata/wgpu/mesh.wgsl")
	if err != nil {
		t.Fatal(err)
	}
	text, err := toMetal("a.wgsl", source, ir.NoStage, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"[[object]] void pick(", "mesh_grid_properties grid,", "object_data Picked& picked [[payload]]", "grid.set_threadgroups_per_grid(uint3(",
		"[[mesh]] void make(", "mesh<makeVertex, makePrimitive, 4, 2, topology::triangle> mesh_out,", "object_data const Picked& picked [[payload]]",
		"bool hidden [[primitive_culled]];", "uint number [[user(locn3), flat]];", "float2 uv [[user(locn0)]];",
		"mesh_out.set_primitive_count(", "mesh_out.set_vertex(i, v);", "mesh_out.set_index(3u * k + 2u, ", "mesh_out.set_primitive(k, p);",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %s:\n%s", want, text)
		}
	}
	for _, c := range []struct{ name, source, want string }{
		{"a.geom", "#version 460\nlayout(points) in; layout(points, max_vertices = 1) out; void main() {}", "Metal has no geometry stage"},
		{"a.rgen", "#version 460\n#extension GL_EXT_ray_tracing : require\nvoid main() {}", "Metal traces rays by intersection queries"},
	} {
		if _, err := toMetal(c.name, []byte(c.source), ir.NoStage, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := refract.Translate(context.Background(), "a.wgsl", source, refract.TranslateOptions{To: "msl", Validate: refract.ValidateOptions{Capabilities: validate.All},
		Write: refract.WriteOptions{Options: refract.LanguageOptions{"msl": versionOptions(204)}}}); err == nil || !strings.Contains(err.Error(), "Metal 3.0 can") {
		t.Errorf("version 2.4: %v", err)
	}
}

// versionOptions are options for a version of Metal.
func versionOptions(v msl.Version) *msl.Options {
	o := msl.NewOptions()
	o.Version = v
	return &o
}
