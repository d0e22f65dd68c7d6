package interp_test

import (
	"context"
	"strings"
	"testing"

	"refract/exec"
)

// TestBarriers checks the finding of barriers that invocations reach apart, and
// that the run ends all the same.
func TestBarriers(t *testing.T) {
	const head = `
global @out : array<u32> storage(read_write) binding(0, 0) layout(natural)
func @main($i : u32 builtin(local_invocation_index)) {
  %odd = and $i, 1u : u32
  %is = eq %odd, 1u : bool
`
	const tail = `
  %p = access @out, $i : ptr<storage, u32, read_write>
  store %p, 7u
}
entry compute @main workgroup(4, 1, 1)
`
	for _, c := range []struct {
		name, body string
		apart      bool
	}{
		{"uniform", "control_barrier workgroup", false},
		{"one side", "if %is {\n control_barrier workgroup\n }", true},
		{"both sides", "if %is {\n control_barrier workgroup\n } else {\n control_barrier workgroup\n }", true},
		{"after a return", "if %is {\n return\n }\n control_barrier workgroup", true},
		{"in a loop", `var $n : u32
  local $n = 0u
  loop {
    %k = load $n : u32
    %end = ge %k, 3u : bool
    if %end {
      break
    }
    control_barrier storage workgroup
    %next = add %k, 1u : u32
    store $n, %next
  }`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := text(t, head+c.body+tail)
			var r exec.Resources
			r.Bind(0, 0, exec.NewBuffer(16))
			report, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{Check: exec.CheckAll})
			if err != nil {
				t.Fatal(err)
			}
			apart := report.Findings != nil && strings.Contains(report.Findings.Error(), string(exec.CodeBarrier))
			if apart != c.apart {
				t.Errorf("findings: %v, want a barrier reached apart: %v", report.Findings, c.apart)
			}
		})
	}
}
