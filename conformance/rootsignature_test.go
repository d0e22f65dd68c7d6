package conformance

// This file has Microsoft's validator judge root signatures that are made of the resources of shaders.

import (
	"bytes"
	"encoding/base64"
	"testing"

	"refract/back/dxil"
	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/dxbc"
	parts "refract/internal/dxil"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// TestDerivedRootSignatures writes entry points of the corpus with root signatures. Stages of graphics
// pipelines have one signature, whose text, as an option, gives the same bytes.
func TestDerivedRootSignatures(t *testing.T) {
	var rows []dxilContainer
	var w dxil.Writer
	kinds := map[parts.RootParameterKind]int{}
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 16) {
			continue
		}
		list := new(diag.List)
		m := front.Parse(s.Source, 1, front.Options{Allowed: front.AllExtensions}, list)
		if m == nil || list.HasErrors() {
			continue
		}
		info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
		if err != nil {
			continue
		}
		var graphics []byte
		for _, e := range m.EntryPoints {
			name := s.Name + " " + e.Name
			o := dxil.NewOptions()
			o.Overrides, o.EntryPoint, o.Stage, o.DeriveRootSignature = harness.OverrideValues(m), e.Name, e.Stage, true
			data, _, err := w.Write(m, info, o, nil)
			if unsupported(err) {
				continue
			} else if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			rows = append(rows, dxilContainer{name, base64.StdEncoding.EncodeToString(data)})
			c, err := dxbc.ReadContainer(data)
			if err != nil {
				t.Fatal(err)
			}
			chunk, _ := c.Chunk(parts.PartRTS0)
			r, err := parts.ParseRootSignature(chunk)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for k := range r.Parameters {
				kinds[r.Parameters[k].Kind]++
			}
			if e.Stage != ir.StageCompute {
				if graphics != nil && !bytes.Equal(graphics, chunk) {
					t.Errorf("%s: another signature than the stage before", name)
				}
				graphics = chunk
			}
			if len(r.Parameters) == 0 {
				continue
			}
			o.DeriveRootSignature, o.RootSignature = false, r.String()
			if again, _, err := w.Write(m, info, o, nil); err != nil || !bytes.Equal(again, data) {
				t.Errorf("%s: %s: other bytes, %v", name, r, err)
			}
		}
	}
	valid := 0
	for i, v := range harness.Oracle(t, "dxil", rows) {
		if v.OK {
			valid++
		} else {
			t.Errorf("%s: %s", rows[i].Name, v.Text())
		}
	}
	t.Logf("%d of %d containers with derived root signatures are valid; parameters by kind: %v", valid, len(rows), kinds)
}
