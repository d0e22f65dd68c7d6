package spirv

import (
	"math/rand/v2"
	"testing"
)

// TestPlain makes instructions of every opcode, right and wrong, and compares what is
// said of them with what decoding says.
func TestPlain(t *testing.T) {
	const bound = 100
	r := rand.New(rand.NewPCG(1, 2))
	plain, right := 0, 0
	for op := range len(opRows) {
		if opRows[op] == 0 {
			continue
		}
		for range 300 {
			inst := make(Inst, 1+r.IntN(9))
			for k := range inst {
				inst[k] = r.Uint32N(bound)
				switch r.IntN(20) {
				case 0:
					inst[k] = 0
				case 1:
					inst[k] = r.Uint32()
				}
			}
			inst[0] = uint32(len(inst))<<16 | uint32(op)
			list, err := new(Context).Operands(nil, inst)
			for _, o := range list {
				if o.Kind.Category() == CategoryId && inst[o.At] >= bound {
					err = &FormatError{}
				}
			}
			if err == nil {
				right++
			}
			result, typed, isPlain := inst.Examine(bound)
			if result != inst.Result() || typed != Op(op).HasResultType() || isPlain != inst.IsPlain(bound) {
				t.Fatalf("%v: Examine says %d, %v, %v", inst, result, typed, isPlain)
			}
			if isPlain {
				if plain++; err != nil {
					t.Fatalf("%v is plain, and wrong: %v", inst, err)
				}
			}
		}
	}
	t.Logf("%d are right, %d of them plain", right, plain)
	if plain < right/2 {
		t.Error("few are plain")
	}
}
