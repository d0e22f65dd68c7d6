package recent

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/sweep"
)

// cooperativeProgram is a random program on cooperative matrices of 8 rows and columns: small whole
// numbers, so that every order of summation gives the same sums.
func cooperativeProgram(r *rand.Rand) string {
	scalars := [...]struct{ a, c string }{{"f32", "f32"}, {"f16", "f32"}, {"f16", "f16"}, {"i8", "i32"}, {"u8", "u32"}}
	s := scalars[r.IntN(len(scalars))]
	var b strings.Builder
	fmt.Fprintf(&b, "global @in : array<u32, 512> storage(read) binding(0, 0)\nglobal @out : array<%s, 512> storage(read_write) binding(0, 1)\n", s.c)
	fmt.Fprintf(&b, "global @x : array<%s, 512> workgroup\nglobal @y : array<%s, 512> workgroup\n", s.a, s.c)
	b.WriteString("func @main($i : u32 builtin(local_invocation_index)) {\nvar $k : u32\nblock {\nlocal $k = 0u\nloop for {\n%0 = load $k : u32\n%1 = lt %0, 64u : bool\nif %1 {\n} else {\nbreak\n}\n")
	b.WriteString("%2 = load $k : u32\n%3 = mul %2, 8u : u32\n%4 = add %3, $i : u32\n%5 = access @in, %4 : ptr<storage, u32>\n%6 = load %5 : u32\n%7 = and %6, 3u : u32\n")
	fmt.Fprintf(&b, "%%8 = as %%7 : %s\n%%9 = access @x, %%4 : ptr<workgroup, %[1]s>\nstore %%9, %%8\n", s.a)
	fmt.Fprintf(&b, "%%10 = as %%7 : %s\n%%11 = access @y, %%4 : ptr<workgroup, %[1]s>\nstore %%11, %%10\n", s.c)
	b.WriteString("} continuing {\n%12 = load $k : u32\n%13 = add %12, 1u : u32\nstore $k, %13\n}\n}\ncontrol_barrier workgroup\n")
	n := 20
	line := func(format string, args ...any) int {
		n++
		fmt.Fprintf(&b, "%%%d = "+format+"\n", append([]any{n}, args...)...)
		return n
	}
	layout := func() string { return []string{"", "row_major "}[r.IntN(2)] }
	load := func(from, scalar, use string) int {
		stride := 8 + r.IntN(5)
		return line("cooperative load %s@%s, %du, %du : cooperative<%s, 8, 8, %s>", layout(), from, r.IntN(200), stride, scalar, use)
	}
	c := fmt.Sprintf("cooperative<%s, 8, 8, c>", s.c)
	literal := map[string]string{"f32": "2f", "f16": "2h", "i32": "2i", "u32": "2u"}[s.c]
	sum := load("y", s.c, "c")
	for range 1 + r.IntN(4) {
		switch r.IntN(6) {
		case 0:
			sum = line("add %%%d, %%%d : %s", sum, load("y", s.c, "c"), c)
		case 1:
			sum = line("sub %%%d, %%%d : %s", sum, load("y", s.c, "c"), c)
		case 2:
			sum = line("add %%%d, %%%d : %s", sum, line("splat %s : %s", literal, c), c)
		default:
			sum = line("cooperative multiply_add %%%d, %%%d, %%%d : %s", load("x", s.a, "a"), load("x", s.a, "b"), sum, c)
		}
	}
	if r.IntN(3) == 0 {
		sum = line("mul %%%d, %s : %s", sum, literal, c)
	}
	fmt.Fprintf(&b, "cooperative store %s@out, %du, %du, %%%d\n}\nentry compute @main workgroup(8, 1, 1)\n", layout(), r.IntN(200), 8+r.IntN(5), sum)
	return b.String()
}

// TestCooperative: random programs on cooperative matrices give the same results on both engines,
// at each level of the optimizer and through SPIR-V, which the newer validator accepts.
func TestCooperative(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var jobs []*differential.Job
	check := func(j *differential.Job, way string, want, got differential.Result, err error) {
		if err != nil {
			t.Errorf("%s by %s: %v\n%s", j.Name, way, err, j.Source)
		} else if s := j.Compare(want, got); s != "" {
			t.Errorf("%s by %s: %s\n%s", j.Name, way, s, j.Source)
		}
	}
	engines := []differential.Engine{ways{slow: true}.fast(), differential.ThroughSPIRV(differential.SPIRVOptions(), 0), differential.ThroughSPIRV(differential.SPIRVOptions(), 2)}
	for n := range sweep.Count(300) {
		j := jobOf(t, fmt.Sprintf("cooperative%d.ir", n), cooperativeProgram(r), [3]uint32{1, 1, 1})
		if j == nil {
			return
		}
		result, err := differential.Interpreter().Run(j)
		if err != nil {
			t.Fatalf("%s: %v\n%s", j.Name, err, j.Source)
		}
		jobs = append(jobs, j)
		for _, e := range engines {
			got, err := e.Run(j)
			check(j, e.Name, result, got, err)
		}
		optimized(t, j, ways{slow: true}, result, check)
	}
	if t.Failed() {
		return
	}
	sweep.Only(t)
	validated(t, jobs)
}
