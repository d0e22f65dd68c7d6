package wasm_test

// Operations of subgroups, of one group of lanes and of several, in control flow that
// invocations take together and apart: what the reference engine leaves.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"refract/internal/harness/differential"
)

// subgroupCalls are statements that change x, a u32, and y, an f32.
var subgroupCalls = []string{
	"x += u32(subgroupAny(x % 3u == 0u));", "x += 2u * u32(subgroupAll(x % 7u != 0u));", "x ^= dot(subgroupBallot(x % 2u == 0u), vec4u(1u, 3u, 5u, 7u));",
	"if subgroupElect() { x += 11u; }", "x = quadSwapX(x);", "x += quadSwapY(x);", "y = quadSwapDiagonal(y);", "x ^= quadBroadcast(x, 2u);",
	"x += subgroupShuffle(x, x % 16u);", "y += subgroupShuffleUp(y, 3u);", "x -= subgroupShuffleDown(x, 1u);", "x += subgroupShuffleXor(x, 5u);",
	"x = subgroupBroadcast(x, 3u) + i;", "x += subgroupBroadcastFirst(x);", "y = f32(subgroupShuffle(f16(y), x % 8u));",
	"y = subgroupAdd(vec3f(y, y * 0.1, 1f)).y;", "x = subgroupExclusiveAdd(x);", "y = subgroupInclusiveMul(y * 0.01);", "y += subgroupMin(y);",
	"x = subgroupInclusiveAdd(x);", "y += subgroupExclusiveAdd(y);", "x = u32(subgroupMax(bitcast<i32>(x)));", "x = subgroupXor(x);", "y = subgroupExclusiveMul(y);",
	"s[i] = x; workgroupBarrier(); x += s[(i + 5u) % n]; workgroupBarrier();",
}

// subgroupBody writes statements, nested a few levels deep. Barriers stand where all
// invocations come.
func subgroupBody(w *strings.Builder, r *rand.Rand, depth int, together, inLoop bool) {
	for range 2 + r.IntN(4) {
		k := r.IntN(9)
		switch {
		case depth > 2 || k < 4:
			n := len(subgroupCalls)
			if !together {
				n--
			}
			w.WriteString(subgroupCalls[r.IntN(n)] + "\n")
		case k == 4:
			fmt.Fprintf(w, "if (x ^ i) %% %du != %du {\n", 2+r.IntN(3), r.IntN(3))
			subgroupBody(w, r, depth+1, false, inLoop)
			if r.IntN(2) == 0 {
				w.WriteString("} else {\n")
				subgroupBody(w, r, depth+1, false, inLoop)
			}
			w.WriteString("}\n")
		case k == 5:
			fmt.Fprintf(w, "if u.x %% 2u == %du {\n", r.IntN(2))
			subgroupBody(w, r, depth+1, together, inLoop)
			w.WriteString("}\n")
		case k == 6:
			fmt.Fprintf(w, "for (var k%[1]d = 0u; k%[1]d < %[2]s; k%[1]d++) {\n", depth, []string{"2u", "i % 3u", "x % 4u", "(i / 8u) % 3u"}[r.IntN(4)])
			subgroupBody(w, r, depth+1, false, true)
			w.WriteString("}\n")
		case k == 7:
			fmt.Fprintf(w, "for (var k%[1]d = 0u; k%[1]d < 2u; k%[1]d++) {\n", depth)
			subgroupBody(w, r, depth+1, together, false) // no jump: they stay together
			w.WriteString("}\n")
		case inLoop:
			fmt.Fprintf(w, "if (x + i) %% %du == 0u { x += 3u; %s; }\n", 2+r.IntN(6), []string{"break", "continue"}[r.IntN(2)])
		default:
			w.WriteString("y = y * 0.5 + f32(x & 255u);\n")
		}
	}
}

func subgroupProgram(seed uint64, size int) string {
	r := rand.New(rand.NewPCG(seed, 11))
	var w strings.Builder
	fmt.Fprintf(&w, `enable subgroups;
enable f16;
diagnostic(off, subgroup_uniformity);
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@group(0) @binding(1) var<uniform> u: vec4u;
const n = %du;
var<workgroup> s: array<u32, n>;
@compute @workgroup_size(n) fn main(@builtin(local_invocation_index) i: u32) {
  var x = b[i %% arrayLength(&b)] * 747796405u + i;
  var y = f32(x %% 1000u) * 0.37;
`, size)
	subgroupBody(&w, r, 0, true, false)
	w.WriteString("  storageBarrier();\n  b[i % arrayLength(&b)] = x ^ bitcast<u32>(y);\n}\n")
	return w.String()
}

// TestSubgroups compares random programs at several sizes of workgroups.
func TestSubgroups(t *testing.T) {
	var n tally
	n.refused = map[string]int{}
	for seed := firstProgram(); seed < firstProgram()+programs(80); seed++ {
		size := []int{1, 3, 4, 6, 8, 16, 21, 40}[seed%8]
		source := subgroupProgram(seed, size)
		j, err := differential.NewJob(fmt.Sprint("seed ", seed), source, "main", [3]uint32{2, 1, 1}, nil, seed)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		if !n.compare(t, j) && os.Getenv("REFRACT_SHOW") != "" {
			t.Log(source)
		}
	}
	n.log(t)
	if len(n.refused) > 0 {
		t.Errorf("refused: %v", n.refused)
	}
}
