package conformance

import (
	"encoding/binary"
	"math"
	"os"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
)

// TestPartitioned: partitions of a subgroup, and reductions and scans within its parts, are
// read of SPIR-V, run in both engines, and are written as other languages have them.
func TestPartitioned(t *testing.T) {
	source, err := os.ReadFile("testdata/partitioned.spvasm")
	if err != nil {
		t.Fatal(err)
	}
	const size, count, words = 16, 32, 8
	m, err := refract.Parse(t.Context(), "a.spvasm", source, refract.ParseOptions{Language: refract.SPIRVAssembly})
	if err != nil {
		t.Fatal(err)
	}
	var want [count * words]uint32
	for k := range count {
		lane := k % size
		if lane == 5 {
			continue // ended before
		}
		o := want[k*words:]
		least := int32(math.MaxInt32)
		for other := range size {
			if other == 5 {
				continue
			}
			if other/4 == lane/4 {
				o[7] |= 1 << other
			}
			if other%3 != lane%3 {
				continue
			}
			o[0] |= 1 << other
			o[1] += uint32(other) + 1
			if other <= lane {
				o[2] += uint32(other) + 1
			}
			if other < lane {
				o[3] += uint32(other) + 1
				least = min(least, int32(-other))
			}
			o[5] = max(o[5], uint32(other))
			if other == 4 {
				o[6] = 1
			}
		}
		o[4] = uint32(least)
	}
	for _, engine := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		p, err := engine.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		buffer := exec.NewBuffer(4 * count * words)
		var r exec.Resources
		r.Bind(0, 0, buffer)
		if _, err := p.Dispatch(t.Context(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{SubgroupSize: size}); err != nil {
			t.Fatalf("%s: %v", engine.Name(), err)
		}
		for k := range want {
			if got := binary.LittleEndian.Uint32(buffer.Data[4*k:]); got != want[k] {
				t.Errorf("%s: lane %d: word %d is %#x, want %#x", engine.Name(), k/words, k%words, got, want[k])
			}
		}
	}
	for _, to := range []refract.Language{refract.SPIRV, refract.WGSL, refract.HLSL, refract.MSL, refract.GLSL} {
		if _, err := refract.Translate(t.Context(), "a.spvasm", source, refract.TranslateOptions{To: to}); err != nil {
			t.Errorf("to %s: %v", to, err)
		}
	}
}
