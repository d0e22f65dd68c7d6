package conformance

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	spvback "refract/back/spirv"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// messages are the diagnostics of a list, one a line.
func messages(list *diag.List) string {
	var b strings.Builder
	for _, d := range list.Sorted() {
		b.WriteString(string(d.Code) + ": " + d.Message + "\n")
	}
	return b.String()
}

// everything validates with every capability but those that lift rules of WGSL.
var everything = validate.Options{Capabilities: validate.All.Without(validate.SubgroupVertexStage, validate.AtomicVertexStage, validate.AliasedBindings)}

// read reads and validates WGSL; the module is nil where something is wrong.
func read(r *wgsl.Reader, v *validate.Validator, m *ir.Module, src string) (*ir.Module, *diag.List) {
	return readFor(r, v, m, src, 0, everything)
}

// readFor is read for a device with some features only.
func readFor(r *wgsl.Reader, v *validate.Validator, m *ir.Module, src string, allowed wgsl.Extensions, o validate.Options) (*ir.Module, *diag.List) {
	var list diag.List
	if r.Read(m, src, 1, wgsl.Options{Allowed: allowed}, &list) == nil {
		return nil, &list
	}
	if v.Validate(m, o, &list); list.HasErrors() {
		return nil, &list
	}
	return m, &list
}

// features are the device features of WebGPU that extensions of WGSL need.
var features = []struct {
	name       string
	extension  wgsl.Extensions
	capability validate.Capability
}{
	{"shader-f16", wgsl.ExtF16, validate.Float16},
	{"subgroups", wgsl.ExtSubgroups, validate.Subgroups},
	{"clip-distances", wgsl.ExtClipDistances, validate.ClipDistances},
	{"dual-source-blending", wgsl.ExtDualSourceBlending, validate.DualSourceBlending},
}

// device is what a device with these features allows.
func device(has []string) (wgsl.Extensions, validate.Options) {
	extensions, o := wgsl.Extensions(wgsl.AllExtensions), everything
	for _, f := range features {
		if !slices.Contains(has, f.name) {
			extensions &^= f.extension
			o.Capabilities = o.Capabilities.Without(f.capability)
		}
	}
	return extensions, o
}

// TestTranslate takes every core shader that Tint accepts to SPIR-V and has
// spirv-val judge it. No shader takes more than a second.
func TestTranslate(t *testing.T) {
	type row struct {
		Name  string `json:"name"`
		SPIRV string `json:"spirv"`
		Env   string `json:"env"`
	}
	var rows []row
	var r wgsl.Reader
	var v validate.Validator
	var w spvback.Writer
	o := spvback.NewOptions()
	o.Version = 6
	m := ir.NewModule()
	var translated harness.Count
	for _, s := range harness.Shaders(t) {
		translated.Total++
		var words []uint32
		var err error
		took := harness.CPUTime(func() {
			mod, list := read(&r, &v, m, s.Source)
			if mod == nil {
				err = errors.New(messages(list))
				return
			}
			words, err = w.Write(nil, m, o)
		})
		if took > time.Second {
			t.Errorf("%s takes %v", s.Name, took)
		}
		if err != nil {
			t.Logf("%s: %v", s.Name, err)
			continue
		}
		translated.Passed++
		rows = append(rows, row{s.Name, base64.StdEncoding.EncodeToString(spirv.AppendBytes(nil, words)), "vulkan1.3"})
	}
	harness.Ratchet(t, "wgsl/translate", translated)
	valid := harness.Count{Total: len(rows)}
	for _, verdict := range harness.Oracle(t, "spirv", rows) {
		if verdict.OK {
			valid.Passed++
		} else {
			t.Logf("%s: %s", verdict.Name, verdict.Text())
		}
	}
	harness.Ratchet(t, "wgsl/spirv-val", valid)
}

// TestValidation judges the modules of the conformance suite's validation tests.
func TestValidation(t *testing.T) {
	var r wgsl.Reader
	var v validate.Validator
	m := ir.NewModule()
	var accept, reject harness.Count
	missed := map[string]int{}
	harness.Corpus(t, "cts-validation.jsonl.gz", func(row struct {
		Test, Code, Kind string
		Features         []string
		Expect           bool
	}) {
		if row.Kind != "module" {
			return
		}
		extensions, o := device(row.Features)
		mod, list := readFor(&r, &v, m, row.Code, extensions, o)
		c := &reject
		if row.Expect {
			c = &accept
		}
		c.Total++
		switch {
		case (mod != nil) == row.Expect:
			c.Passed++
		case row.Expect:
			t.Logf("refused: %s\n%s%s", row.Test, row.Code, messages(list))
		default:
			missed[row.Test]++
		}
	})
	t.Logf("accepted though invalid, by test: %v", missed)
	harness.Ratchet(t, "cts/accept", accept)
	harness.Ratchet(t, "cts/reject", reject)
}
