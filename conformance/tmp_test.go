package conformance

import (
	"os"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/reduce"
	"refract/ir/validate"
)

func TestTmp(t *testing.T) {
	seed := uint64(number("REFRACT_SEED", 0))
	j, _ := generated(seed)
	bad := func(src string) bool {
		j, err := differential.NewJob("x", src, j.Entry, j.Workgroups, j.Overrides, seed)
		if err != nil {
			return false
		}
		v, err := refract.Validate(j.Module, refract.ValidateOptions{Capabilities: validate.All})
		if err != nil {
			return false
		}
		rows := dxilRows("x", v, j.Overrides, false)
		r := harness.Oracle(t, "hlsl", rows, "--code")
		for i := range r {
			if strings.Contains(r[i].Text(), "validation errors") {
				os.WriteFile("/tmp/q/red.hlsl", []byte(rows[i].Source), 0o644)
				return true
			}
		}
		return false
	}
	s := reduce.Source(j.Source, bad, 150*time.Second)
	t.Log(bad(s))
	os.WriteFile("/tmp/q/red.wgsl", []byte(s), 0o644)
}
