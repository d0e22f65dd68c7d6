package conformance

// What slangc makes of the shaders of testdata/slang, or of the folder that $REFRACT_SHADERS
// names, is read, written, and run: as words, as a module, and as each text that is read again.

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness"
	"refract/internal/spirvtest"
	"refract/ir"
	"refract/spirv"
)

// slangRow is a shader for slangc.
type slangRow struct {
	Name   string   `json:"name"`
	Source string   `json:"source"`
	Stage  string   `json:"stage"`
	Entry  string   `json:"entry"`
	Lang   string   `json:"lang"`
	Args   []string `json:"args"`
}

// refusedOf says which shaders aren't written in which languages, and why.
var refusedOf = map[string]map[string]string{
	"wide":   {"HLSL": "16"},
	"widths": {"HLSL": "16"},
	"plain":  {"MSL": "layout"},
	// Rows that lie together, in arrays of structs.
	"matrices": {"WGSL": "layout", "GLSL": "layout", "MSL": "layout"},
}

// slangInputs are what buffers begin with, word by word; they go on with small numbers.
var slangInputs = [][2]uint32{{0, 0}, {5, 77}, {0x12345678, 0xFFFFFFF3}, {2, 0x80000001}}

// TestSlang reads what slangc makes: as it is, and what spirv-opt makes of that.
func TestSlang(t *testing.T) {
	files := shaderFiles(t, []string{"../testdata/slang"}, ".slang", ".hlsl")
	var rows []slangRow
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		lang := "slang"
		if filepath.Ext(f) == ".hlsl" {
			lang = "hlsl"
		}
		rows = append(rows, slangRow{filepath.Base(f), string(text), "compute", "main", lang, []string{"-O0"}})
	}
	ran, byWords := 0, 0
	var again []slangRow // what is written as HLSL, for slangc again
	var casesOf [][]*spirvCase
	var checks []checkedSPIRV
	spirvTools(t)
	type made struct {
		name string
		data []byte
	}
	var modules []made
	dir := t.TempDir()
	for i, v := range harness.Oracle(t, "slang", rows) {
		name := rows[i].Name
		if !v.OK {
			t.Errorf("%s: slangc: %s", name, v.Text())
			continue
		}
		data, err := base64.StdEncoding.DecodeString(v.SPIRV)
		if err != nil {
			t.Fatal(err)
		}
		modules = append(modules, made{name, data})
		in, out := filepath.Join(dir, "in.spv"), filepath.Join(dir, "out.spv")
		if err := os.WriteFile(in, data, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, flag := range []string{"-O", "-Os"} {
			if text, err := osexec.Command("spirv-opt", flag, in, "-o", out).CombinedOutput(); err != nil {
				t.Errorf("%s: spirv-opt %s: %s", name, flag, text)
				continue
			}
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			modules = append(modules, made{name + " " + flag, data})
		}
	}
	for _, x := range modules {
		name, data := x.name, x.data
		words, err := spirv.FromBytes(data)
		if err != nil {
			t.Fatal(err)
		}
		m, err := refract.Check(context.Background(), name, data, refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var cases []*spirvCase
		for _, in := range slangInputs {
			c := &spirvCase{refused: refusedOf[strings.TrimSuffix(strings.Fields(name)[0], filepath.Ext(strings.Fields(name)[0]))], in: map[spirvtest.Binding][]byte{}, out: map[spirvtest.Binding][]byte{}}
			for k := 1; k < len(m.Module.Globals); k++ {
				if g := &m.Module.Globals[k]; g.HasBinding {
					buffer := make([]byte, 256)
					for w := range 64 {
						binary.LittleEndian.PutUint32(buffer[4*w:], uint32(w))
					}
					binary.LittleEndian.PutUint32(buffer, in[0])
					binary.LittleEndian.PutUint32(buffer[4:], in[1])
					c.in[spirvtest.Binding{g.Binding.Group, g.Binding.Binding}] = buffer
				}
			}
			loaded, err := spirvtest.Load(words)
			if err != nil {
				t.Fatal(err)
			}
			for b, buffer := range c.in {
				c.out[b] = slices.Clone(buffer)
			}
			err = loaded.Run(spirvtest.Options{Entry: m.Module.EntryPoints[0].Name}, c.out)
			unknown, undefined := new(spirvtest.UnsupportedError), new(spirvtest.UndefinedError)
			switch {
			case errors.As(err, &undefined):
				continue
			case errors.As(err, &unknown):
				t.Errorf("%s: words: %v", name, err)
				continue
			case err != nil:
				t.Fatalf("%s: words: %v", name, err)
			}
			byWords++
			if err := c.run(m.Module); err != nil {
				t.Errorf("%s: module: %v\n%s", name, err, ir.Print(m.Module))
				break
			}
			c.written(t, m, true)
			cases = append(cases, c)
			ran++
		}
		o := refract.WriteOptions{Language: refract.SPIRV}
		if out, err := refract.Write(context.Background(), m, o); err != nil {
			t.Errorf("%s: %v", name, err)
		} else {
			checks = append(checks, checkedSPIRV{name, base64.StdEncoding.EncodeToString(out.Bytes()), "vulkan1.3"})
		}
		if sharesBindings(words) {
			continue // of which HLSL has one in another register
		}
		if text, err := asHLSL(m); err == nil {
			again = append(again, slangRow{name, text, "compute", m.Module.EntryPoints[0].Name, "hlsl", hlslArgs})
			casesOf = append(casesOf, cases)
		} else {
			t.Errorf("%s: HLSL: %v", name, err)
		}
	}
	for _, v := range harness.Oracle(t, "spirv", checks) {
		if !v.OK {
			t.Errorf("%s: written back: %s", v.Name, v.Text())
		}
	}
	for i, v := range harness.Oracle(t, "slang", again) {
		if err := runAgain(v, casesOf[i]); err != nil {
			t.Errorf("%s: HLSL: %v\n%s", v.Name, err, again[i].Source)
		}
	}
	t.Logf("%d modules of %d shaders, %d runs, %d alike, %d modules as HLSL too", len(modules), len(files), byWords, ran, len(again))
}

// hlslArgs have slangc read HLSL by DXC's rules.
var hlslArgs = []string{"-O0", "-fvk-use-dx-layout", "-matrix-layout-row-major"}

// asHLSL is a module as HLSL with every type that a shader model has.
func asHLSL(v *refract.Valid) (string, error) {
	o := refract.WriteOptions{Language: refract.HLSL}
	if err := o.Set("hlsl.shader_model", "6.6"); err != nil {
		return "", err
	}
	out, err := refract.Write(context.Background(), v, o)
	if err != nil {
		return "", err
	}
	return out.Text, nil
}

// runAgain runs what slangc makes of HLSL.
func runAgain(v harness.Verdict, cases []*spirvCase) error {
	if !v.OK {
		return errors.New(v.Text())
	}
	data, err := base64.StdEncoding.DecodeString(v.SPIRV)
	if err != nil {
		return err
	}
	m, err := refract.Check(context.Background(), v.Name, data, refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
	if err != nil {
		return err
	}
	for _, c := range cases {
		if err := c.run(m.Module); err != nil {
			return err
		}
	}
	return nil
}
