package lower_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/toir"
	"refract/internal/ssatest"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
)

// inputs are what functions are run with.
var inputs = [][3]uint32{{0, 0, 0}, {1, 2, 3}, {77, 12345, 9}, {0xFFFFFFFF, 0xDEADBEEF, 1}, {5, 99, 0x80000000}, {2, 7654321, 8}}

// structured runs a function in flat form, structures it, and compares: the tree, and
// (module) what toir makes of it.
func structured(s *ssa.Shader, module bool) (err error) {
	text := s.String()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s\nof\n%s", r, debug.Stack(), text)
		}
	}()
	flat := s.Clone().Funcs[1]
	if !lower.GotoIfs.Run(s) {
		return errors.New("nothing to structure")
	}
	if err := ssa.Verify(s); err != nil {
		return fmt.Errorf("%w\nof\n%s", err, text)
	}
	engines := map[string]exec.Program{}
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
	if err != nil {
		return err
	}
	engines["tree"] = p
	if module {
		left := s.Clone()
		lower.LeaveSSA.Run(left)
		m, err := toir.Module(left)
		if err != nil {
			return err
		}
		if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
			return fmt.Errorf("%w\nof\n%s\n%s\nof\n%s", err, ir.Print(m), s, text)
		}
		if engines["module"], err = (interp.Engine{}).Load(m, exec.LoadOptions{}); err != nil {
			return err
		}
	}
	for _, in := range inputs {
		want, halted, ok := ssatest.RunFlat(flat, in[:], 400)
		if !ok {
			continue
		}
		for name, p := range engines {
			view, _, err := p.Call(context.Background(), "f", []any{in[0], in[1], in[2]}, nil, exec.RunOptions{MaxSteps: 1 << 17})
			if err != nil && !halted {
				return fmt.Errorf("%s of %v: %w\n%s\nof\n%s", name, in, err, s, text)
			}
			if err == nil && !halted {
				if have := binary.LittleEndian.Uint32(view.Data); have != want {
					return fmt.Errorf("%s of %v: %d, want %d\n%s\nof\n%s", name, in, have, want, s, text)
				}
			}
		}
	}
	return nil
}

// TestInMemory keeps variables in memory, as large dispatchers have them.
func TestInMemory(t *testing.T) {
	defer lower.SetManyClauses(lower.SetManyClauses(0))
	for seed := range uint64(500) {
		if err := structured(ssatest.RandomFlat(seed, ssatest.FlowAny, 3+int(seed%17)), false); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func TestRandomGraphs(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 300
	}
	for kind := range ssatest.FlowKinds {
		t.Run(kind.String(), func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(n) {
				if err := structured(ssatest.RandomFlat(seed, kind, 3+int(seed%17)), seed%4 == 0); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		})
	}
}
