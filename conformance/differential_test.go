package conformance

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/reduce"
	"refract/internal/sweep"
	"refract/internal/vkrun"
)

// number is a number from the environment.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// sizes are those of generated programs: small ones, which drivers compile fast,
// and some large ones.
var sizes = []int{1, 2, 3, 1, 2, 4, 1, 2, 3, 7, 1}

// optionsOf are what the program of a seed is like. Where $REFRACT_MORE is 1 the
// programs have what [progen.Options] calls More, where it is "subgroups" also
// operations of subgroups, in two of three. One of three has what it calls Wide, all of
// them where $REFRACT_WIDE is 1, and half of those what it calls Odd. Where $REFRACT_CALLS
// is 1 they have what it calls Calls, and one of four what it calls Views.
func optionsOf(seed uint64) progen.Options {
	o := progen.Options{Size: sizes[seed%uint64(len(sizes))], F16: seed%5 == 0, Rounding: seed%4 == 1}
	more := os.Getenv("REFRACT_MORE")
	o.More = more != ""
	o.Subgroups = more == "subgroups" && seed%3 != 0
	o.Wide = seed%3 == 2 || os.Getenv("REFRACT_WIDE") == "1"
	o.Odd = o.Wide && seed%2 == 1
	o.Calls = os.Getenv("REFRACT_CALLS") == "1"
	o.Views = o.Calls && seed%4 == 3
	return o
}

// generated is the job of a seed.
func generated(seed uint64) (*differential.Job, error) {
	return generatedWith(seed, optionsOf(seed))
}

func generatedWith(seed uint64, o progen.Options) (*differential.Job, error) {
	p := progen.Generate(seed, o)
	j, err := differential.NewJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, p.Workgroups, p.Overrides, seed)
	if err == nil {
		j.Turn = int(seed)
	}
	return j, err
}

// differ runs a job on engines and says how a result differs from that of the
// first, or what else went wrong; "" where all agree.
func differ(j *differential.Job, engines []differential.Engine) string {
	var first differential.Result
	for i, e := range engines {
		result, err := e.Run(j)
		switch {
		case err != nil:
			return fmt.Sprintf("%s: %v", e.Name, err)
		case i == 0:
			first = result
		default:
			if s := j.Compare(first, result); s != "" {
				return fmt.Sprintf("%s and %s: %s", engines[0].Name, e.Name, s)
			}
		}
	}
	return ""
}

// reduced is a smaller source for which engines disagree in the same manner as
// on the job: in results, or by an error of the same engine. The bits of a zero
// with another sign would be a disagreement of another kind.
func reduced(j *differential.Job, seed uint64, engines []differential.Engine) string {
	return reducedFor(j, seed, engines, time.Minute)
}

// reducedFor is reduced with a limit of its own, for engines that take long.
func reducedFor(j *differential.Job, seed uint64, engines []differential.Engine, limit time.Duration) string {
	manner := func(s string) string {
		if strings.HasSuffix(s, "0x80000000 and 0x00000000") || strings.HasSuffix(s, "0x00000000 and 0x80000000") {
			return ""
		}
		before, _, _ := strings.Cut(s, ":")
		return before
	}
	want := manner(differ(j, engines))
	return reduce.Source(j.Source, func(src string) bool {
		small, err := differential.NewJob(j.Name, src, j.Entry, j.Workgroups, j.Overrides, seed)
		if err == nil {
			small.Turn = j.Turn
		}
		return err == nil && manner(differ(small, engines)) == want
	}, limit)
}

// TestGenerated runs generated programs in the interpreter and on a Vulkan
// driver, by SPIR-V of several versions: a few, or as many as $REFRACT_PROGRAMS
// says, from $REFRACT_SEED on.
func TestGenerated(t *testing.T) {
	d := vkrun.OpenTest(t)
	reference := differential.Interpreter()
	var drivers []differential.Engine
	for _, o := range differential.AllSPIRVOptions() {
		drivers = append(drivers, differential.Vulkan(d, o, false), differential.Vulkan(d, o, true))
	}
	first := number("REFRACT_SEED", 0)
	wrong := 0
	for seed := first; seed < first+sweep.Count(300) && wrong < 10; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			wrong++
			continue
		}
		if testing.Verbose() && os.Getenv("REFRACT_PROGRAMS") != "" {
			t.Log(j.Name) // should the driver end the process
		}
		at := seed / 3 % len(drivers)
		if optionsOf(uint64(seed)).Subgroups {
			at = []int{0, 1, 2, 3, 6, 7}[seed/3%6] // those of SPIR-V 1.3 and up
		}
		engines := []differential.Engine{reference, drivers[at]}
		if s := differ(j, engines); s != "" {
			wrong++
			t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
		}
	}
}

// TestGeneratedMore is TestGenerated for programs with all that the generator
// knows: a few, from $REFRACT_SEED on.
func TestGeneratedMore(t *testing.T) {
	t.Setenv("REFRACT_MORE", "subgroups")
	t.Setenv("REFRACT_PROGRAMS", "60")
	TestGenerated(t)
}

// TestGeneratedTransforms runs generated programs before and after each
// transform, and written as text and read again.
func TestGeneratedTransforms(t *testing.T) {
	reference := differential.Interpreter()
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(300) && wrong < 10; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			wrong++
			continue
		}
		for _, e := range differential.Transforms() {
			engines := []differential.Engine{reference, e}
			if s := differ(j, engines); s != "" {
				wrong++
				t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
			}
		}
	}
}

// TestGeneratedGLSL runs generated programs in the interpreter and as GLSL on a
// Vulkan driver.
func TestGeneratedGLSL(t *testing.T) {
	engines := []differential.Engine{differential.Interpreter(), differential.GLSL(t, vkrun.OpenTest(t))}
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(100) && wrong < 10; seed++ {
		if seed%4 == 1 {
			continue // arithmetic that rounds
		}
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			wrong++
			continue
		}
		if s := differ(j, engines); s != "" {
			wrong++
			t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
		}
	}
}

// TestGeneratedOutside compares the interpreter with Tint on SwiftShader, which
// has no f16, or with naga on the Vulkan driver: both engines of TestGenerated share this
// module's front end. The programs take turns: as they are, as this module writes them
// in WGSL, and as it does after the optimizer.
//
// It runs only where $REFRACT_OUTSIDE is 1, for Tint, or wgpu: a disagreement can be either side's
// fault, and is for a person to look at. $REFRACT_REDUCE is for how many seconds
// to look for a smaller program. Where this module's SPIR-V gives the interpreter's
// results on the Vulkan driver, and Tint's on SwiftShader, it is SwiftShader that
// differs (see TestSwiftShaderFaults); such programs are counted.
func TestGeneratedOutside(t *testing.T) {
	checker := map[string]string{"1": "tint-run", "wgpu": "wgpu-run"}[os.Getenv("REFRACT_OUTSIDE")]
	if checker == "" {
		t.Skip("set REFRACT_OUTSIDE=1, or wgpu")
	}
	interpreter, lavapipe := differential.Interpreter(), differential.Vulkan(vkrun.OpenTest(t), differential.SPIRVOptions(), false)
	swiftShader := differential.SwiftShader(t)
	var jobs, sources []*differential.Job
	var results []differential.Result
	var seeds []uint64
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+sweep.Count(300); seed++ {
		if seed%5 == 0 && checker == "tint-run" {
			continue
		}
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			continue
		}
		result, err := interpreter.Run(j)
		if err != nil {
			t.Errorf("%s: %v", j.Name, err)
			continue
		}
		source := j
		if level := seed%3 - 1; level >= 0 {
			if j, err = differential.ThroughWGSL(j, level); err != nil {
				t.Errorf("seed %d: %v", seed, err)
				continue
			}
		}
		jobs, results, seeds = append(jobs, j), append(results, result), append(seeds, uint64(seed))
		sources = append(sources, source)
	}
	counts := map[string]int{}
	engine := judge{checker, interpreter, lavapipe, swiftShader}
	verdicts := engine.all(t, jobs, sources, results)
	for i, j := range jobs {
		why := verdicts[i].why
		counts[why]++
		if !verdicts[i].wrong {
			continue
		}
		t.Errorf("%s: %s", j.Name, why)
		if limit := number("REFRACT_REDUCE", 0); limit > 0 && verdicts[i].ran {
			engines := []differential.Engine{interpreter, outsideEngine(t, checker)}
			t.Log(reducedFor(j, seeds[i], engines, time.Duration(limit)*time.Second))
		}
	}
	t.Logf("%d programs, SwiftShader's fault in %d, Tint's or naga's in %d; %d refused", len(jobs), counts[driversFault], counts[checkersFault], counts[isRefused])
}

// A judge says whose fault it is that an outside implementation has other results.
type judge struct {
	checker                            string
	interpreter, lavapipe, swiftShader differential.Engine
}

// What a judge says of programs that aren't this module's fault.
const (
	isRefused     = "refused"
	checkersFault = "Tint's or naga's fault"
	driversFault  = "SwiftShader's fault"
)

// A verdict is what a judge says of a job.
type verdict struct {
	why   string // "" where the results are the same
	wrong bool   // this module may be at fault, and why says what differs
	ran   bool   // the implementation has a result
}

// all runs jobs on the outside implementation and compares what it leaves with the
// interpreter's results. sources are the programs as they were generated. What is run
// once more, to see who is at fault, is run in one go, for starting a tool takes long.
func (e *judge) all(t *testing.T, jobs, sources []*differential.Job, want []differential.Result) []verdict {
	verdicts := make([]verdict, len(jobs))
	got, errs := differential.Outside(t, e.checker, jobs)
	var at []int
	var again, others []*differential.Job
	var refused []int // as this module writes them
	for i, j := range jobs {
		v := &verdicts[i]
		v.ran = errs[i] == nil
		switch {
		case errs[i] != nil && refusal.MatchString(errs[i].Error()):
			if v.why = isRefused; j != sources[i] {
				refused = append(refused, i)
			}
			continue
		case errs[i] != nil:
			v.why, v.wrong = errs[i].Error(), true
			continue
		}
		s := j.Compare(want[i], got[i])
		if s == "" {
			continue
		}
		third := differ(j, []differential.Engine{e.interpreter, e.lavapipe})
		*v = verdict{fmt.Sprintf("%s; this module's SPIR-V on the Vulkan driver: %q", s, third), true, true}
		if third != "" {
			continue
		}
		if e.checker == "tint-run" {
			if ours, err := e.swiftShader.Run(j); err == nil && j.Compare(ours, got[i]) == "" {
				*v = verdict{driversFault, false, true}
				continue
			}
		}
		if other := otherForm(t, j, sources[i]); other != nil {
			at, again, others = append(at, i), append(again, j), append(others, other)
		}
	}
	if len(refused) > 0 { // which, where it accepts the source, is this module's fault
		var list []*differential.Job
		for _, i := range refused {
			list = append(list, sources[i])
		}
		_, accepted := differential.Outside(t, e.checker, list)
		for k, i := range refused {
			if accepted[k] == nil && nagaFails.MatchString(errs[i].Error()) {
				verdicts[i] = verdict{checkersFault, false, false}
			} else if accepted[k] == nil {
				verdicts[i] = verdict{"refused as this module writes it: " + errs[i].Error(), true, false}
			}
		}
	}
	if len(at) == 0 {
		return verdicts
	}
	// What it does with the program as it is, but not as this module writes it, or with
	// either, is the implementation's fault: variables in loops that it doesn't reset,
	// say.
	r, errs := differential.Outside(t, e.checker, others)
	for k, i := range at {
		if j := jobs[i]; errs[k] == nil && (j == sources[i] && j.Compare(want[i], r[k]) == "" || j.Compare(r[k], got[i]) == "") {
			verdicts[i] = verdict{checkersFault, false, true}
		}
	}
	if e.checker == "tint-run" {
		for _, i := range at {
			if verdicts[i].wrong && withNegativeZeros(t, jobs[i], want[i]) {
				verdicts[i] = verdict{checkersFault, false, true}
			}
		}
	}
	// So is what the other implementation does right with the same text.
	r, errs = differential.Outside(t, map[string]string{"wgpu-run": "tint-run", "tint-run": "wgpu-run"}[e.checker], again)
	for k, i := range at {
		if errs[k] == nil && jobs[i].Compare(want[i], r[k]) == "" {
			verdicts[i] = verdict{checkersFault, false, true}
		}
	}
	if e.checker == "wgpu-run" {
		for _, i := range at {
			if verdicts[i].wrong && e.withoutAlign(t, jobs[i]) {
				verdicts[i] = verdict{checkersFault, false, true}
			}
		}
	}
	return verdicts
}

// nagaFails is what is said of a valid program by a naga that panicked, or that counted
// overrides in: see TestNagaCountsOverridesIn.
var nagaFails = regexp.MustCompile("the process failed|Pipeline constant error: Entry point \\w+ at Compute is invalid")

// TestNagaCountsOverridesIn shows that naga, where a program has overrides, takes a part
// of a constant for a value that it has met before, and calls the program invalid.
func TestNagaCountsOverridesIn(t *testing.T) {
	for value, valid := range map[string]bool{"f32(n)": false, "1.0": false, "f32(i)": true} {
		j, err := differential.NewJob(value, "override n = 3u;\n@group(0) @binding(0) var<storage, read_write> r: array<u32, 1>;\n"+
			"@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { let m = mat2x2f(vec2f("+value+", 2.0), vec2f(1.0)); let c = m[0]; r[0] = u32(c.y) + n; }", "main", [3]uint32{1, 1, 1}, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		_, errs := differential.Outside(t, "tint-run", []*differential.Job{j})
		if errs[0] != nil {
			t.Errorf("%s: %v", value, errs[0])
		}
		if _, errs = differential.Outside(t, "wgpu-run", []*differential.Job{j}); errs[0] == nil != valid || !valid && !nagaFails.MatchString(errs[0].Error()) {
			t.Errorf("%s: %v", value, errs[0])
		}
	}
}

// negativeZero is a constant that is zero to Tint, as WGSL allows: see
// TestTintDropsNegativeZeros.
var negativeZero = regexp.MustCompile(`-0\.0f?\b`)

// withNegativeZeros reports whether Tint has a program's results where it negates zeros
// when the program runs.
func withNegativeZeros(t *testing.T, j *differential.Job, want differential.Result) bool {
	changed := *j
	changed.Source = negativeZero.ReplaceAllString(j.Source, "(-no_constant_)") + "\nvar<private> no_constant_: f32;\n"
	if !negativeZero.MatchString(j.Source) {
		return false
	}
	r, errs := differential.Outside(t, "tint-run", []*differential.Job{&changed})
	return errs[0] == nil && j.Compare(want, r[0]) == ""
}

// TestTintDropsNegativeZeros shows it, which WGSL allows: a constant -0 is +0. Where Tint
// keeps the sign, withNegativeZeros can go.
func TestTintDropsNegativeZeros(t *testing.T) {
	for _, test := range []struct {
		zero string
		want byte
	}{{"-0.0", 0}, {"vec2f(x, -0.0).y", 0}, {"-x", 0x80}} {
		j, err := differential.NewJob(test.zero, "var<private> x: f32;\n@group(0) @binding(0) var<storage, read_write> r: array<f32, 1>;\n"+
			"@compute @workgroup_size(1) fn main() { r[0] = "+test.zero+"; }", "main", [3]uint32{1, 1, 1}, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := differential.Interpreter().Run(j)
		if err != nil || ours[0][3] != 0x80 {
			t.Errorf("%s: %x (%v)", test.zero, ours, err)
		}
		r, errs := differential.Outside(t, "tint-run", []*differential.Job{j})
		if errs[0] != nil || r[0][0][3] != test.want {
			t.Errorf("%s: Tint has %x (%v), want %x", test.zero, r, errs[0], test.want)
		}
	}
}

// TestDawnDividesBySplats shows one of Dawn's faults, on SwiftShader: vectors divided by
// a splat of a vector's component, where that is zero, aren't the dividend.
func TestDawnDividesBySplats(t *testing.T) {
	for _, test := range []struct {
		divisor string
		want    uint32
	}{{"m.x", 0}, {"m", 7}} {
		j, err := differential.NewJob(test.divisor, "var<private> z: u32 = 7u;\nvar<private> m: vec2u;\n@group(0) @binding(0) var<storage, read_write> r: array<u32, 1>;\n"+
			"@compute @workgroup_size(1) fn main() { r[0] = (vec2u(z) / "+test.divisor+").x; }", "main", [3]uint32{1, 1, 1}, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := differential.Interpreter().Run(j)
		if got := binary.LittleEndian.Uint32(ours[0]); err != nil || got != 7 {
			t.Errorf("%s: %d (%v)", test.divisor, got, err)
		}
		for checker, want := range map[string]uint32{"tint-run": test.want, "wgpu-run": 7} {
			r, errs := differential.Outside(t, checker, []*differential.Job{j})
			if errs[0] != nil || binary.LittleEndian.Uint32(r[0][0]) != want {
				t.Errorf("%s: %s has %x (%v), want %d", test.divisor, checker, r, errs[0], want)
			}
		}
	}
}

// alignments are those that members have: naga forgets them where a struct with one is
// a member itself, see TestNagaForgetsAlignment.
var alignments = regexp.MustCompile(`@align\(\d+\)`)

// withoutAlign reports whether the implementation is right about a program, that it is
// wrong about, without the alignments in it.
func (e *judge) withoutAlign(t *testing.T, j *differential.Job) bool {
	source := alignments.ReplaceAllString(j.Source, "")
	if source == j.Source {
		return false
	}
	bare, err := differential.NewJob(j.Name, source, j.Entry, j.Workgroups, j.Overrides, uint64(j.Turn))
	if err != nil {
		return false
	}
	want, err := e.interpreter.Run(bare)
	if err != nil {
		return false
	}
	r, errs := differential.Outside(t, e.checker, []*differential.Job{bare})
	return errs[0] == nil && bare.Compare(want, r[0]) == ""
}

// TestNagaForgetsAlignment shows it: a struct that holds one with an aligned member is
// as aligned, so that the second element of an array of such lies 192 bytes behind the
// first, as the interpreter, the Vulkan driver and Tint have it, and naga 144. Where
// naga is right, withoutAlign can go.
func TestNagaForgetsAlignment(t *testing.T) {
	const source = `struct A { x: u32 }
struct B { y: vec4u, @align(64) a: A }
struct C { b: B, a: A }
@group(0) @binding(0) var<storage, read_write> o: array<C, 2>;
@compute @workgroup_size(1) fn main() { o[1].b.y.x = 5; }`
	j, err := differential.NewJob("alignment", source, "main", [3]uint32{1, 1, 1}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	clear(j.Buffers[0].Data)
	at := func(name string, r differential.Result, err error) int {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return bytes.IndexByte(r[0], 5)
	}
	vulkan := differential.Vulkan(vkrun.OpenTest(t), differential.SPIRVOptions(), false)
	for _, e := range []differential.Engine{differential.Interpreter(), vulkan} {
		r, err := e.Run(j)
		if n := at(e.Name, r, err); n != 192 {
			t.Errorf("%s writes at byte %d, want 192", e.Name, n)
		}
	}
	for name, want := range map[string]int{"tint-run": 192, "wgpu-run": 144} {
		r, errs := differential.Outside(t, name, []*differential.Job{j})
		if n := at(name, r[0], errs[0]); n != want {
			t.Errorf("%s writes at byte %d, want %d", name, n, want)
		}
	}
}

// otherForm is a program as it is, of one that this module has written, and as this
// module writes it, of one that is as it is; nil: there is none.
func otherForm(t *testing.T, j, source *differential.Job) *differential.Job {
	if j != source {
		return source
	}
	other, err := differential.ThroughWGSL(j, 0)
	if err != nil {
		t.Errorf("%s: %v", j.Name, err)
	}
	return other
}

// refusal is what the checkers say of valid programs: that there are more buffers than
// a device has, and, naga, that it can't read them, finds fault with them or fails. It knows
// neither bitcasts in constants, nor pointers to buffers as parameters, nor i16, nor that
// a function returns whose last loop has no end.
var refusal = regexp.MustCompile("exceeds the maximum per-stage limit|Shader '' parsing error|Shader validation error|Pipeline constant error|the process failed")

// TestSwiftShaderFaults shows what SwiftShader gets wrong: comparisons of vectors
// of signed integers where it knows both sides to be constant, and what Tint and
// this module make of them, as in the quotients of vectors, whose divisors they
// compare with 0 and -1 (seed 104 of TestGeneratedOutside). The interpreter and
// the Vulkan driver give what the specification says.
func TestSwiftShaderFaults(t *testing.T) {
	const head = "var<private> zero: vec4i;\n@group(0) @binding(0) var<storage, read_write> out: array<u32, 3>;\n" +
		"@compute @workgroup_size(1) fn main() { let v = "
	const tail = "; out[0] = u32(v.x); out[1] = u32(v.y); out[2] = u32(v.z); }"
	engines := []differential.Engine{differential.Interpreter(), differential.Vulkan(vkrun.OpenTest(t), differential.SPIRVOptions(), false)}
	var jobs []*differential.Job
	for _, expr := range []string{"vec3i(1) / zero.y", "vec3i(8, 3, 0) >= vec3i(zero.y)", "vec3i(zero.y) == vec3i(0)"} {
		j, err := differential.NewJob(expr, head+expr+tail, "main", [3]uint32{1, 1, 1}, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range engines {
			got, err := e.Run(j)
			if want := strings.Repeat("\x01\x00\x00\x00", 3); err != nil || string(got[0]) != want {
				t.Errorf("%s: %s: %x, %v; want ones", expr, e.Name, got, err)
			}
		}
		jobs = append(jobs, j)
	}
	if os.Getenv("REFRACT_OUTSIDE") != "1" {
		return
	}
	outside, errs := differential.Outside(t, "tint-run", jobs)
	for i, j := range jobs {
		if errs[i] != nil || string(outside[i][0]) != strings.Repeat("\x00", 12) {
			t.Errorf("%s: SwiftShader no longer gives zeros: %x, %v", j.Name, outside[i], errs[i])
		}
	}
}

// outsideEngine runs jobs that are without races and stay in bounds on an
// outside checker, one by one.
func outsideEngine(t *testing.T, checker string) differential.Engine {
	return differential.Engine{Name: checker, Run: func(j *differential.Job) (differential.Result, error) {
		if _, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers); err != nil {
			return nil, fmt.Errorf("not run: %w", err)
		}
		results, errs := differential.Outside(t, checker, []*differential.Job{j}, "--timeout", "10")
		return results[0], errs[0]
	}}
}

// TestCorpusShaders runs the compute shaders of the corpus in the interpreter and
// on a Vulkan driver: every eighth, or as [harness.Chosen] says. Left out are shaders in which the checks find something,
// and what nanBits and openResults list: of operations with an error bound the results are
// compared as well, for nearly all are the same.
func TestCorpusShaders(t *testing.T) {
	d := vkrun.OpenTest(t)
	vulkan := differential.Vulkan(d, differential.SPIRVOptions(), false)
	seed := uint64(number("REFRACT_SEED", 1))
	ran, open := 0, 0
	skipped := map[string]int{}
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 8) {
			continue
		}
		if nanBits[s.Name] {
			skipped["bits of a NaN"]++
			continue
		}
		for _, entry := range entryPoint.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewJob(s.Name+" "+entry[1], s.Source, entry[1], [3]uint32{1, 1, 1}, nil, seed)
			if err != nil {
				skipped["no job: "+reason(err)]++
				continue
			}
			// What depends on the order of invocations, or leaves memory, is not
			// defined; and the driver ends long loops.
			want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers)
			if err != nil {
				t.Logf("skipped: %s: %v", j.Name, err)
				skipped[reason(err)]++
				continue
			}
			got, err := vulkan.Run(j)
			difference := ""
			if err == nil {
				difference = j.Compare(want, got)
			}
			inexact := j.Inexact()
			switch {
			case err != nil:
				t.Errorf("%s: %v", j.Name, err)
			case openResults[s.Name] != "" && openResults[s.Name] == inexact:
				skipped["open result of "+inexact]++
			case difference != "":
				t.Errorf("%s: %s; what it uses: %q", j.Name, difference, inexact)
			case inexact != "":
				open++
			default:
				ran++
			}
			if os.Getenv("REFRACT_TRANSFORMS") == "0" {
				continue
			}
			for _, e := range differential.Transforms() {
				if got, err := e.Run(j); err != nil {
					t.Errorf("%s: %s: %v", j.Name, e.Name, err)
				} else if s := j.Compare(want, got); s != "" {
					t.Errorf("%s: %s: %s", j.Name, e.Name, s)
				}
			}
		}
	}
	t.Logf("%d agree, and %d with operations that may round otherwise; skipped: %v", ran, open, skipped)
}

var fragmentEntry = regexp.MustCompile(`@fragment[^{}]*?\bfn\s+(\w+)`)

// TestCorpusFragments is TestCorpusShaders for fragment shaders, which are drawn.
func TestCorpusFragments(t *testing.T) {
	d := vkrun.OpenTest(t)
	seed := uint64(number("REFRACT_SEED", 1))
	drawn, open := 0, 0
	skipped := map[string]int{}
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 32) {
			continue
		}
		for _, entry := range fragmentEntry.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewFragmentJob(s.Name+" "+entry[1], s.Source, entry[1], seed)
			if err != nil {
				skipped["no job: "+reason(err)]++
				continue
			}
			want, width, height, err := j.Reference()
			if err != nil {
				skipped[reason(err)]++
				continue
			}
			got, err := j.DrawSPIRV(d, width, height)
			inexact := j.Inexact()
			if err != nil {
				t.Errorf("%s: %v", j.Name, err)
			} else if difference := j.CompareDrawings(want, got); difference != "" && openInFragments[inexact] {
				skipped["open result of "+inexact]++
			} else if difference != "" && openResults[s.Name] != inexact {
				t.Errorf("%s: %s; what it uses: %q", j.Name, difference, inexact)
			} else if inexact != "" {
				open++
			} else {
				drawn++
			}
		}
	}
	t.Logf("%d agree, and %d with operations that may round otherwise; skipped: %v", drawn, open, skipped)
}

// reason is why there is no job for a shader or no result, in few words.
func reason(err error) string {
	text := err.Error()
	for _, known := range []string{"is an immediate", "nothing is made for", "there is no compute entry point", "out-of-bounds", "no end after", "no value",
		"no initial value", "data-race", "non-uniform-barrier"} {
		if strings.Contains(text, known) {
			return known
		}
	}
	return text
}

// nanBits are shaders that compute with numbers made of any bits and store the
// bits of the result: which NaN that is, nothing says.
var nanBits = map[string]bool{"naga/atomicCompareExchange.wgsl": true}

// openInFragments are operations whose results in fragment shaders are open: in
// operations of subgroups helper invocations may take part or not, as they do here and
// don't on Mesa's driver, and derivatives may be those of the whole quad.
var openInFragments = map[string]bool{"subgroup operation": true, "derivative": true}

// openResults are shaders whose results the specification leaves open, and the
// operation: Mesa's acosh of 1.5430806 is 1.0000001, this module's 1.
var openResults = map[string]string{
	"tint/builtins/gen/var/acosh/640883.wgsl": "acosh",
	"tint/builtins/gen/var/acosh/e38f5c.wgsl": "acosh",
	"testdata/shaders/pbr.wgsl":               "matrix product", // and powers, of made-up vectors that are nearly zero
}

var entryPoint = regexp.MustCompile(`@compute[^{}]*?\bfn\s+(\w+)`)

// TestGeneratedChecks runs generated programs with the checks on, which find
// nothing in them and don't change the results.
func TestGeneratedChecks(t *testing.T) {
	checked := differential.Engine{Name: "checked", Run: func(j *differential.Job) (differential.Result, error) {
		return differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers)
	}}
	engines := []differential.Engine{differential.Interpreter(), checked}
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+sweep.Count(300); seed++ {
		o := optionsOf(uint64(seed))
		o.Odd = false // which the checks find
		j, err := generatedWith(uint64(seed), o)
		if err != nil {
			t.Fatal(err)
		}
		if s := differ(j, engines); s != "" {
			t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
		}
	}
}
