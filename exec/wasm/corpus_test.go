package wasm_test

// Every compute entry point of the corpus leaves the same bytes behind as on the
// reference engine.

import (
	"bytes"
	"context"
	"errors"
	"os"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// buffersFor makes buffers for what an entry point uses, and binds them. It reports
// false where something else is wanted.
func buffersFor(p exec.Program, entry string, r *exec.Resources) ([][]byte, bool) {
	globals, err := p.Globals(entry)
	if err != nil {
		return nil, false
	}
	m := p.Module()
	var out [][]byte
	r.Immediate = bytes.Repeat([]byte{1, 0, 0, 0}, 1<<10)
	for _, g := range globals {
		v := &m.Globals[g]
		switch v.Space {
		case ir.SpaceUniform, ir.SpaceStorage:
			b, err := exec.BufferFor(m, g, 8)
			if err != nil || m.Types.At(v.Type).Kind == ir.TypeBindingArray {
				return nil, false
			}
			for i := range b.Data {
				b.Data[i] = byte(i % 3)
			}
			out = append(out, b.Data)
			if v.HasBinding {
				r.Bind(v.Binding.Group, v.Binding.Binding, b)
			} else {
				r.BindName(v.Name, b)
			}
		case ir.SpaceHandle:
			return nil, false
		}
	}
	return out, true
}

// TestCorpus compares every compute entry point that uses no textures: of every
// fourth shader, or of all where REFRACT_ALL is 1.
func TestCorpus(t *testing.T) {
	var n tally
	n.refused = map[string]int{}
	skipped := 0
	for k, s := range harness.Shaders(t) {
		if k%4 != 0 && os.Getenv("REFRACT_ALL") != "1" && !harness.IsOwn() {
			continue
		}
		m := ir.NewModule()
		var list diag.List
		if new(wgsl.Reader).Read(m, s.Source, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &list) == nil {
			continue
		}
		if new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list); list.HasErrors() {
			continue
		}
		a, err := interp.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			continue
		}
		b, err := wasm.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		for i := range m.EntryPoints {
			ep := &m.EntryPoints[i]
			if ep.Stage != ir.StageCompute {
				continue
			}
			var one, two exec.Resources
			want, ok := buffersFor(a, ep.Name, &one)
			got, _ := buffersFor(a, ep.Name, &two)
			if !ok {
				skipped++
				continue
			}
			o := exec.RunOptions{MaxSteps: 1 << 20}
			_, err := a.Dispatch(context.Background(), ep.Name, [3]uint32{2, 1, 1}, &one, o)
			if err != nil {
				// Whatever is wrong, the other doesn't fall over it.
				_, err := b.Dispatch(context.Background(), ep.Name, [3]uint32{2, 1, 1}, &two, o)
				var fault *exec.FaultError
				if errors.As(err, &fault) {
					t.Errorf("%s: %s: %v\n%s", s.Name, ep.Name, err, fault.Stack)
				}
				continue
			}
			_, err = b.Dispatch(context.Background(), ep.Name, [3]uint32{2, 1, 1}, &two, o)
			var no *exec.UnsupportedError
			var fault *exec.FaultError
			switch {
			case errors.As(err, &no):
				n.refused[no.Feature]++
				continue
			case errors.As(err, &fault):
				t.Errorf("%s: %s: %v\n%s", s.Name, ep.Name, err, fault.Stack)
				continue
			case err != nil:
				t.Errorf("%s: %s: %v", s.Name, ep.Name, err)
				continue
			}
			n.ran++
			if d := equal(want, got); d != "" {
				t.Errorf("%s: %s: %s", s.Name, ep.Name, d)
			}
		}
	}
	t.Logf("%d use textures or arrays of buffers", skipped)
	n.log(t)
}
