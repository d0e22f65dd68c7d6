package glsl

// This file holds the words of GLSL against its compilers.

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"refract/internal/harness"
	"refract/internal/harness/names"
)

// TestNames writes modules in which a function, variable, struct, ... has each name
// that GLSL knows, and compiles them. In all others the name is that of a variable
// beside much of what the language has. REFRACT_NAMES is how many of the words are
// left out for one that is tried.
func TestNames(t *testing.T) {
	leave := 30
	if n, err := strconv.Atoi(os.Getenv("REFRACT_NAMES")); err == nil {
		leave = n
	}
	list := []string{"length", "main", "gl_x", "__mix", "texture", "mod", "dFdx", "max3", "f16image2D", "textureGradARB", "average"}
	tables.Do(makeTables)
	for i, all := 0, words.List(); i < len(all); i += 1 + leave {
		list = append(list, all[i])
	}
	// Other languages' words mean nothing, but for those that a compiler adds.
	list = append(list, "lerp", "saturate", "float4", "asuint", "mul", "NULL", "half4", "linux", "unix", "GL_ES", "VULKAN", "i386")
	for _, s := range []struct {
		client string
		set    func(o *Options)
		use    names.Options
	}{
		{"opengl", func(o *Options) {}, names.Options{Levels: true}},
		{"opengl", func(o *Options) { o.Version = Version{310, true} }, names.Options{}},
		{"opengl", func(o *Options) { o.Version = Version{320, true} }, names.Options{}},
		{"vulkan", func(o *Options) { o.Vulkan, o.Version = true, Version{460, false} }, names.Options{Subgroups: true, Levels: true}},
	} {
		var rows []checkRow
		for _, name := range list {
			for _, m := range names.Modules(t, name, s.use) {
				o := NewOptions()
				o.EntryPoint, o.Stage = m.EntryPoints[0].Name, m.EntryPoints[0].Stage
				s.set(&o)
				out, _, err := Write(m.Module, nil, o)
				if err != nil {
					t.Fatalf("%s as %v: %v", name, m, err)
				}
				rows = append(rows, checkRow{name + " as " + m.String(), string(out), "comp", s.client})
			}
		}
		for i, v := range harness.Oracle(t, "glsl", rows) {
			if !v.OK {
				t.Errorf("%s: %s\n%s", v.Name, v.Text(), rows[i].Source)
			}
		}
		t.Logf("%d texts", len(rows))
	}
}

// TestMesaNames is TestNames with Mesa's compiler, for words that are its own and some of
// all others.
func TestMesaNames(t *testing.T) {
	list := []string{"packed", "row_major", "column_major", "std140", "binding", "common", "active", "partition", "unroll", "saturate"}
	tables.Do(makeTables)
	for i, all := 0, words.List(); i < len(all); i += 40 {
		list = append(list, all[i])
	}
	var rows []checkRow
	for _, es := range []bool{false, true} {
		for _, name := range list {
			if strings.HasPrefix(name, "__") {
				continue
			}
			for _, m := range names.Modules(t, name, names.Options{}) {
				o := NewOptions()
				if es {
					o.Version = Version{310, true}
				}
				o.EntryPoint, o.Stage = m.EntryPoints[0].Name, m.EntryPoints[0].Stage
				out, _, err := Write(m.Module, nil, o)
				if err != nil {
					t.Fatalf("%s as %v: %v", name, m, err)
				}
				rows = append(rows, checkRow{name + " as " + m.String(), string(out), "comp", ""})
			}
		}
	}
	for i, v := range harness.Oracle(t, "glsl", rows, "--mesa") {
		if !v.OK {
			t.Errorf("%s: %s\n%s", v.Name, v.Text(), rows[i].Source)
		}
	}
}
