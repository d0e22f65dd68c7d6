package spirv

import (
	"context"
	"encoding/binary"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ssatest"
	"refract/ir"
)

// TestRandomGraphs reads compute shaders of any control flow, structured and not, and
// compares what the modules compute with what the graphs do, run as they are.
func TestRandomGraphs(t *testing.T) {
	n := uint64(1000)
	if testing.Short() {
		n = 50
	}
	inputs := [][3]uint32{{0, 0, 0}, {77, 12345, 9}, {0xFFFFFFFF, 0xDEADBEEF, 1}, {5, 99, 0x80000000}}
	for kind := range ssatest.FlowKinds {
		t.Run(kind.String(), func(t *testing.T) {
			ran := 0
			for seed := range n {
				f := ssatest.RandomFlat(seed, kind, 3+int(seed%17)).Funcs[1]
				text := ssatest.FlatAssembly(f)
				m, err := readText(t, "random", text)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, text)
				}
				p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				for _, in := range inputs {
					want, halted, ok := ssatest.RunFlat(f, in[:], 400)
					if !ok {
						continue
					}
					if halted {
						want = 7
					}
					data := make([]byte, 16)
					for k, x := range in {
						binary.LittleEndian.PutUint32(data[4*k:], x)
					}
					var resources exec.Resources
					resources.Bind(0, 0, &exec.Buffer{Data: data})
					if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &resources, exec.RunOptions{MaxSteps: 1 << 17}); err != nil {
						t.Fatalf("seed %d of %v: %v\n%s\nof\n%s", seed, in, err, ir.Print(m), text)
					}
					if have := binary.LittleEndian.Uint32(data[12:]); have != want {
						t.Fatalf("seed %d of %v: %d, want %d\n%s\nof\n%s", seed, in, have, want, ir.Print(m), text)
					}
					ran++
				}
			}
			if ran < int(n) {
				t.Errorf("%d runs of %d graphs", ran, n)
			}
		})
	}
}
