package conformance

// This file runs random programs that access memory out of bounds, under each policy, and
// compares them with what the policy defines: a second text of the program has every
// access guarded by hand.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"refract"
	"refract/back/glsl"
	"refract/back/hlsl"
	"refract/back/msl"
	spirvback "refract/back/spirv"
	glslfront "refract/front/glsl"
	"refract/internal/harness/differential"
	"refract/internal/ir/transform"
	"refract/internal/sweep"
	"refract/internal/vkrun"
)

// A place is memory that generated programs access: indices lead from its name to a u32, or
// to a float.
type place struct {
	name    string
	lengths []string // what each index must be below
	last    string   // behind the last index, of a member
	float   bool
	space   string // of pointers to elements
	write   bool
	atomic  bool
}

var places = []place{
	{name: "sums", lengths: []string{"5u"}, space: "storage, u32, read_write", write: true},
	{name: "grid", lengths: []string{"3u", "2u"}, space: "storage, u32, read_write", write: true},
	{name: "open", lengths: []string{"arrayLength(&open)"}, space: "storage, u32, read_write", write: true},
	{name: "items", lengths: []string{"arrayLength(&items)"}, last: ".n", space: "storage, u32, read_write", write: true},
	{name: "items", lengths: []string{"arrayLength(&items)", "3u"}, last: ".few[]", space: "storage, u32, read_write", write: true},
	{name: "quads", lengths: []string{"4u", "4u"}},
	{name: "facts", lengths: []string{"2u", "3u", "2u"}, float: true},
	{name: "own", lengths: []string{"6u"}, space: "function, u32", write: true},
	{name: "nest", lengths: []string{"2u", "3u", "4u"}, write: true},
	{name: "turn", lengths: []string{"3u", "2u"}, float: true, write: true},
	{name: "vector", lengths: []string{"4u"}, write: true},
	{name: "kept", lengths: []string{"7u"}, space: "private, u32", write: true},
	{name: "kept_pairs", lengths: []string{"3u", "2u"}, write: true},
	{name: "shared_words", lengths: []string{"5u"}, space: "workgroup, u32", write: true},
	{name: "counts", lengths: []string{"4u"}, atomic: true},
	{name: "shared_counts", lengths: []string{"3u"}, atomic: true},
}

// boundsHead declares the places at module scope.
const boundsHead = `
struct Item { p: vec3u, n: u32, few: array<u32, 3> }
@group(0) @binding(0) var<storage, read_write> at: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 64>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32, 5>;
@group(0) @binding(3) var<storage, read_write> grid: array<array<u32, 2>, 3>;
@group(0) @binding(4) var<storage, read_write> open: array<u32>;
@group(0) @binding(5) var<storage, read_write> items: array<Item>;
@group(0) @binding(6) var<uniform> quads: array<vec4u, 4>;
@group(0) @binding(7) var<uniform> facts: array<mat3x2f, 2>;
@group(0) @binding(8) var<storage, read_write> counts: array<atomic<u32>, 4>;
var<private> kept: array<u32, 7>;
var<private> kept_pairs: array<vec2u, 3>;
var<workgroup> shared_words: array<u32, 5>;
var<workgroup> shared_counts: array<atomic<u32>, 3>;
`

// boundsProgram is a program, with the text that the policy stands for.
type boundsProgram struct {
	r             *rand.Rand
	policy        transform.BoundsPolicy
	plain, guard  strings.Builder
	functions     strings.Builder // of both
	pointers      map[string]bool
	result        int
	names, points int
}

func (p *boundsProgram) both(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	p.plain.WriteString(text)
	p.guard.WriteString(text)
}

// index is an expression for an index: known, read, or computed.
func (p *boundsProgram) index() string {
	switch p.r.IntN(6) {
	case 0:
		return fmt.Sprintf("k%d", p.r.IntN(4))
	case 1:
		return fmt.Sprintf("at[%d]", p.r.IntN(16)) // any number
	case 2:
		return fmt.Sprintf("(at[%d] %% 9u)", p.r.IntN(16))
	case 3:
		return fmt.Sprintf("(k%d + at[%d] %% 3u)", p.r.IntN(4), p.r.IntN(16))
	case 4:
		return fmt.Sprintf("(at[%d] & 3u)", p.r.IntN(16))
	default:
		return fmt.Sprintf("u32(i%d)", p.r.IntN(2))
	}
}

// access is an access to a place: as it is, and with the indices and the condition of the
// policy. The indices are in variables of both texts.
func (p *boundsProgram) access(x *place) (plain, safe, ok string) {
	var names []string
	for range x.lengths {
		p.names++
		n := fmt.Sprintf("x%d", p.names)
		index := p.index()
		if p.r.IntN(3) == 0 {
			p.both("  let %s = %s;\n", n, index)
		} else {
			p.both("  var %s = %s;\n", n, index)
		}
		names = append(names, n)
	}
	spell := func(limit bool) string {
		s := x.name
		for i, n := range names {
			if limit {
				n = fmt.Sprintf("min(%s, %s - 1u)", n, x.lengths[i])
			}
			if i == len(names)-1 && strings.HasSuffix(x.last, "[]") {
				s += strings.TrimSuffix(x.last, "[]")
			}
			s += "[" + n + "]"
		}
		if x.last != "" && !strings.HasSuffix(x.last, "[]") {
			s += x.last
		}
		return s
	}
	var conditions []string
	for i, n := range names {
		conditions = append(conditions, fmt.Sprintf("%s < %s", n, x.lengths[i]))
	}
	return spell(false), spell(true), strings.Join(conditions, " && ")
}

// value is an expression without accesses that may be out of bounds.
func (p *boundsProgram) value() string {
	return fmt.Sprintf("(at[%d] ^ %du)", p.r.IntN(16), p.r.IntN(1000))
}

func (p *boundsProgram) statement() {
	x := &places[p.r.IntN(len(places))]
	zeroing := p.policy == transform.ReadZeroSkipWrite
	switch kind := p.r.IntN(5); {
	case x.atomic:
		plain, safe, ok := p.access(x)
		call := []string{"atomicAdd(&%s, %s)", "atomicMax(&%s, %s)", "atomicExchange(&%s, %s)", "atomicCompareExchangeWeak(&%s, 3u, %s).old_value"}[p.r.IntN(4)]
		v, to := p.value(), p.next()
		fmt.Fprintf(&p.plain, "  out[%d] = "+call+";\n", to, plain, v)
		if zeroing {
			fmt.Fprintf(&p.guard, "  if %s { out[%d] = "+call+"; } else { out[%d] = 0u; }\n", ok, to, safe, v, to)
		} else {
			fmt.Fprintf(&p.guard, "  out[%d] = "+call+";\n", to, safe, v)
		}
	case kind == 0 && x.space != "":
		// A function that reads and writes through a pointer.
		if !p.pointers[x.space] {
			p.pointers[x.space] = true
			fmt.Fprintf(&p.functions, "fn %s(p: ptr<%s>, v: u32) -> u32 { let old = *p; *p = old ^ v; return old + 1u; }\n", pointerName(x.space), x.space)
		}
		plain, safe, ok := p.access(x)
		v, to := p.value(), p.next()
		fmt.Fprintf(&p.plain, "  out[%d] = %s(&%s, %s);\n", to, pointerName(x.space), plain, v)
		if zeroing {
			fmt.Fprintf(&p.guard, "  if %s { out[%d] = %s(&%s, %s); } else { out[%d] = 1u; }\n", ok, to, pointerName(x.space), safe, v, to)
		} else {
			fmt.Fprintf(&p.guard, "  out[%d] = %s(&%s, %s);\n", to, pointerName(x.space), safe, v)
		}
	case kind == 1 && x.write:
		plain, safe, ok := p.access(x)
		v := p.value()
		if x.float {
			v = "f32(" + v + " & 255u)"
		}
		fmt.Fprintf(&p.plain, "  %s = %s;\n", plain, v)
		if zeroing {
			fmt.Fprintf(&p.guard, "  if %s { %s = %s; }\n", ok, safe, v)
		} else {
			fmt.Fprintf(&p.guard, "  %s = %s;\n", safe, v)
		}
	case kind == 2 && p.r.IntN(2) == 0:
		// A whole element, copied to another.
		p.names += 2
		i, j := p.names-1, p.names
		p.both("  let y%d = %s;\n  let y%d = %s;\n", i, p.index(), j, p.index())
		v, to := p.value(), p.next()
		fmt.Fprintf(&p.plain, "  items[y%d] = items[y%d];\n  out[%d] = items[y%d].few[1] + %s;\n", i, j, to, j, v)
		n := "arrayLength(&items)"
		source := fmt.Sprintf("items[min(y%d, %s - 1u)]", j, n)
		if zeroing {
			fmt.Fprintf(&p.guard, "  var z%d = Item(); if y%d < %s { z%d = %s; }\n  if y%d < %s { items[min(y%d, %s - 1u)] = z%d; }\n", i, j, n, i, source, i, n, i, n, i)
			fmt.Fprintf(&p.guard, "  out[%d] = select(0u, %s.few[1], y%d < %s) + %s;\n", to, source, j, n, v)
		} else {
			fmt.Fprintf(&p.guard, "  items[min(y%d, %s - 1u)] = %s;\n  out[%d] = %s.few[1] + %s;\n", i, n, source, to, source, v)
		}
	default:
		plain, safe, ok := p.access(x)
		convert := "%s"
		if x.float {
			convert = "bitcast<u32>(%s)"
		}
		to := p.next()
		fmt.Fprintf(&p.plain, "  out[%d] = "+convert+";\n", to, plain)
		read := fmt.Sprintf(convert, safe)
		if zeroing {
			read = fmt.Sprintf("select(0u, %s, %s)", read, ok)
		}
		fmt.Fprintf(&p.guard, "  out[%d] = %s;\n", to, read)
	}
}

// pointerName is the function of pointers to a space.
func pointerName(space string) string { return "change_" + space[:strings.IndexByte(space, ',')] }

// next is the next element of the results.
func (p *boundsProgram) next() int {
	p.result++
	return p.result % 64
}

// boundsSources are the texts of the program of a seed.
func boundsSources(seed uint64, policy transform.BoundsPolicy) (plain, guarded string) {
	p := boundsProgram{r: rand.New(rand.NewPCG(seed, 7)), policy: policy, pointers: map[string]bool{}}
	for i := range 4 {
		p.both("  %s k%d = %du;\n", []string{"var", "let"}[p.r.IntN(2)], i, []int{0, 1, 2, 3, 4, 5, 7, 100}[p.r.IntN(8)])
	}
	p.both("  var own = array<u32, 6>(1u, 2u, 3u, 4u, 5u, at[0]);\n  var nest: array<array<vec4u, 3>, 2>;\n  nest[1][2] = vec4u(9u, at[1], 3u, 4u);\n" +
		"  var turn = mat3x2f(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);\n  var vector = vec4u(7u, 8u, at[2], 9u);\n" +
		"  for (var i = 0u; i < 7u; i++) { kept[i] = i * 3u; }\n  for (var i = 0u; i < 5u; i++) { shared_words[i] = i + at[3]; }\n  let i0 = i32(at[4]);\n  var i1 = -3;\n")
	for range 4 + p.r.IntN(8) {
		p.statement()
	}
	p.both("  for (var i = 0u; i < 6u; i++) { out[32u + i] = own[i]; }\n  for (var i = 0u; i < 7u; i++) { out[40u + i] = kept[i]; }\n" +
		"  for (var i = 0u; i < 5u; i++) { out[48u + i] = shared_words[i]; }\n" +
		"  out[60] = nest[0][0].x + nest[1][2].w + nest[1][1].y; out[61] = vector.x + vector.y + vector.z + vector.w;\n  out[62] = u32(turn[0].x + turn[1].y + turn[2].x);\n")
	head := boundsHead + p.functions.String() + "@compute @workgroup_size(1)\nfn main() {\n"
	return head + p.plain.String() + "}\n", head + p.guard.String() + "}\n"
}

// boundsJobs are jobs of both texts, as they are and optimized.
type boundsJob struct {
	job    *differential.Job
	want   differential.Result
	bounds transform.BoundsOptions
	level  int
}

// TestBounds runs programs with accesses out of bounds under each policy by each language:
// a few, or as many as $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestBounds(t *testing.T) {
	d := vkrun.OpenTest(t)
	reference := differential.Interpreter()
	first := number("REFRACT_SEED", 0)
	var jobs []boundsJob
	for seed := first; seed < first+sweep.Count(40); seed++ {
		policy := transform.Restrict + transform.BoundsPolicy(seed%2)
		plain, guarded := boundsSources(uint64(seed), policy)
		j, err := differential.NewJob(fmt.Sprintf("seed %d, %v", seed, policy), plain, "main", [3]uint32{1, 1, 1}, nil, uint64(seed))
		if err != nil {
			t.Fatalf("%v\n%s", err, plain)
		}
		g, err := differential.NewJob("guarded", guarded, "main", [3]uint32{1, 1, 1}, nil, uint64(seed))
		if err != nil {
			t.Fatalf("%v\n%s", err, guarded)
		}
		want, err := reference.Run(g)
		if err != nil {
			t.Fatalf("%v\n%s", err, guarded)
		}
		bounds := transform.BoundsOptions{Index: policy, Buffer: policy}
		for _, level := range []int{0, 1, 2} {
			b := boundsJob{j, want, bounds, level}
			if level != 0 {
				m := j.Module.Clone()
				if zeroing := bounds.Zeroing(); zeroing != (transform.BoundsOptions{}) {
					if err := transform.ZeroingChecks(m, zeroing); err != nil {
						t.Fatal(err)
					}
				}
				v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{})
				if err != nil {
					t.Fatalf("%s: %v", j.Name, err)
				}
				if b.job, err = optimizedFor(j, v, refract.OptimizeOptions{Level: level, Target: refract.GLSL}); err != nil {
					t.Fatal(err)
				}
			}
			b.job.Turn = len(jobs)
			jobs = append(jobs, b)
		}
	}
	check := func(t *testing.T, how string, b *boundsJob, got differential.Result, err error) {
		difference := ""
		switch {
		case errors.Is(err, differential.ErrLeftOut):
			t.Logf("%s: %v", how, err)
			return
		case err != nil:
			difference = err.Error()
		default:
			difference = b.job.Compare(b.want, got)
		}
		if difference != "" {
			t.Errorf("%s, %s -O%d: %s", how, b.job.Name, b.level, difference)
		}
	}
	t.Run("SPIR-V", func(t *testing.T) {
		for i := range jobs {
			b := &jobs[i]
			o := differential.SPIRVOptions()
			o.Bounds, o.Version = b.bounds, spirvback.Version([]int{3, 5, 6, 0}[i%4])
			e := differential.Vulkan(d, o, false)
			if b.level != 0 { // of the module as it was, since the passes see the checks
				e = differential.VulkanOptimized(d, o, false, b.level)
				original := *jobs[i-b.level].job
				got, err := e.Run(&original)
				check(t, e.Name, b, got, err)
				continue
			}
			got, err := e.Run(b.job)
			check(t, e.Name, b, got, err)
		}
	})
	t.Run("GLSL", func(t *testing.T) {
		r := new(glslfront.Reader)
		for i := range jobs {
			b := &jobs[i]
			o := glsl.NewOptions()
			o.Bounds = b.bounds
			if i%2 == 1 {
				o.Version = glsl.Version{Number: 310, ES: true}
			}
			got, text, err := b.job.ThroughGLSL(r, o)
			if text == nil && err != nil {
				t.Logf("%s: %v", b.job.Name, err)
				continue
			}
			check(t, "GLSL", b, got, err)
		}
	})
	list := make([]*differential.Job, len(jobs))
	for i := range jobs {
		list[i] = jobs[i].job
	}
	t.Run("DXC", func(t *testing.T) {
		got, errs := differential.DXC(t, d, list, func(n int, o *hlsl.Options) { o.Bounds = jobs[n].bounds })
		for i := range jobs {
			check(t, "DXC", &jobs[i], got[i], errs[i])
		}
	})
	t.Run("MSL", func(t *testing.T) {
		got, errs := differential.MSL(t, list, func(n int, o *msl.Options) { o.Bounds = jobs[n].bounds })
		for i := range jobs {
			check(t, "MSL", &jobs[i], got[i], errs[i])
		}
	})
}
