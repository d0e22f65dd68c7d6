package recent

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"refract"
	"refract/back/dxil"
	"refract/back/glsl"
	"refract/back/hlsl"
	"refract/back/msl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir/validate"
)

// A cooperativeMatrix is a matrix of a random program, with its elements by rows.
type cooperativeMatrix struct {
	id            int // of the value in the text
	scalar        string
	rows, columns int
	use           string
	at            []float64
}

func (m *cooperativeMatrix) typ() string {
	return fmt.Sprintf("cooperative<%s, %d, %d, %s>", m.scalar, m.rows, m.columns, m.use)
}

// most is the greatest magnitude of an element.
func (m *cooperativeMatrix) most() (most float64) {
	for _, x := range m.at {
		most = max(most, math.Abs(x))
	}
	return most
}

// every reports whether a condition holds for all elements.
func (m *cooperativeMatrix) every(is func(float64) bool) bool {
	for _, x := range m.at {
		if !is(x) {
			return false
		}
	}
	return true
}

// A cooperativeProgram makes a random program on cooperative matrices of small numbers, which every
// order of summation and every type computes exactly, and computes its results on the way.
type cooperativeProgram struct {
	r        *rand.Rand
	text     strings.Builder
	n, loops int                // the last value and the last loop
	a, c     string             // the scalars of factors, and of sums
	m, k, l  int                // A has m rows and k columns, B has k rows and l columns
	native   bool               // operations that WGSL has
	plain    bool               // operations that Metal has
	x, y     []float64          // memory of workgroups: of scalars a and c
	out      map[int]float64    // the stored elements of the buffer
	made     *cooperativeMatrix // the last sum
}

const (
	cooperativeMemory = 1024 // elements of each array
	cooperativeMost   = 1000 // f16 has whole numbers up to 2048
)

// cooperativeWord is the n-th number of the input: the buffer holds it from the start.
func cooperativeWord(n int) uint32 { return uint32(n) * 2654435761 >> 13 }

func (p *cooperativeProgram) line(format string, args ...any) int {
	p.n++
	fmt.Fprintf(&p.text, "%%%d = "+format+"\n", append([]any{p.n}, args...)...)
	return p.n
}

func (p *cooperativeProgram) do(format string, args ...any) {
	fmt.Fprintf(&p.text, format+"\n", args...)
}

// loop counts to end, with the count.
func (p *cooperativeProgram) loop(end func(k int) string, body func(k int)) {
	p.loops++
	name := fmt.Sprint("$k", p.loops)
	p.do("block {\nlocal %s = 0u\nloop for {", name)
	k := p.line("load %s : u32", name)
	p.do("if %%%d {\n} else {\nbreak\n}", p.line("lt %%%d, %s : bool", k, end(k)))
	body(k)
	p.do("} continuing {")
	p.do("store %s, %%%d\n}\n}", name, p.line("add %%%d, 1u : u32", p.line("load %s : u32", name)))
}

func (p *cooperativeProgram) integer() bool { return p.c[0] != 'f' }

// literal is a literal of the type of sums.
func (p *cooperativeProgram) literal(n int) string {
	return fmt.Sprint(n) + map[string]string{"f32": "f", "f16": "h", "i32": "i", "u32": "u"}[p.c]
}

// load loads a matrix from memory.
func (p *cooperativeProgram) load(rows, columns int, use string) *cooperativeMatrix {
	name, memory, scalar := "x", p.x, p.a
	if use == "c" {
		name, memory, scalar = "y", p.y, p.c
	}
	m := &cooperativeMatrix{scalar: scalar, rows: rows, columns: columns, use: use, at: make([]float64, rows*columns)}
	layout, step := p.place(m, func(row, column, at int) { m.at[row*columns+column] = memory[at] })
	m.id = p.line("cooperative load %s@%s, %s, %du : %s", layout, name, p.index(step[0]), step[1], m.typ())
	return m
}

// place chooses a layout, an index and a stride, and calls f for each element.
func (p *cooperativeProgram) place(m *cooperativeMatrix, f func(row, column, at int)) (layout string, step [2]int) {
	rows, columns := m.rows, m.columns
	major := p.r.IntN(2) == 0
	inner := rows
	if major {
		layout, inner = "row_major ", columns
	}
	stride := inner + p.r.IntN(5)
	index := p.r.IntN(cooperativeMemory - stride*max(rows, columns))
	for row := range rows {
		for column := range columns {
			if major {
				f(row, column, index+row*stride+column)
			} else {
				f(row, column, index+column*stride+row)
			}
		}
	}
	return layout, [2]int{index, stride}
}

// index is an index: a literal, or a value that is known when the program runs.
func (p *cooperativeProgram) index(n int) string {
	if p.r.IntN(2) == 0 {
		return fmt.Sprintf("%du", n)
	}
	return fmt.Sprintf("%%%d", p.line("add %%0, %du : u32", n)) // %0 is 0
}

// each makes a matrix like m of a function of elements.
func (m *cooperativeMatrix) each(f func(i int) float64) *cooperativeMatrix {
	r := *m
	r.at = make([]float64, len(m.at))
	for i := range r.at {
		r.at[i] = f(i)
	}
	return &r
}

func (p *cooperativeProgram) product(a, b, c *cooperativeMatrix) *cooperativeMatrix {
	return c.each(func(i int) float64 {
		sum := c.at[i]
		for k := range a.columns {
			sum += a.at[i/c.columns*a.columns+k] * b.at[k*b.columns+i%c.columns]
		}
		return sum
	})
}

// step makes the next sum of sum; nil if it would be too large for its type.
func (p *cooperativeProgram) step(sum *cooperativeMatrix) *cooperativeMatrix {
	r := p.r
	kinds := 13
	if p.native {
		kinds = 7
	}
	fits := func(m *cooperativeMatrix) bool {
		return m.most() <= cooperativeMost && (p.c != "u32" || m.every(func(x float64) bool { return x >= 0 }))
	}
	binary := func(op string, y *cooperativeMatrix, f func(a, b float64) float64) *cooperativeMatrix {
		m := sum.each(func(i int) float64 { return f(sum.at[i], y.at[i]) })
		if !fits(m) {
			return nil
		}
		m.id = p.line("%s %%%d, %%%d : %s", op, sum.id, y.id, sum.typ())
		return m
	}
	other := func() *cooperativeMatrix { return p.load(p.m, p.l, "c") }
	splat := func(n int) *cooperativeMatrix {
		m := sum.each(func(int) float64 { return float64(n) })
		m.id = p.line("splat %s : %s", p.literal(n), sum.typ())
		return m
	}
	kind := r.IntN(kinds)
	if p.plain {
		kind = 3 + kind%3
	}
	switch kind {
	case 0:
		return binary("add", other(), func(a, b float64) float64 { return a + b })
	case 1:
		return binary("sub", other(), func(a, b float64) float64 { return a - b })
	case 2:
		m := sum.each(func(i int) float64 { return sum.at[i] * 2 })
		if !fits(m) {
			return nil
		}
		if r.IntN(2) == 0 {
			m.id = p.line("mul %%%d, %s : %s", sum.id, p.literal(2), sum.typ())
		} else {
			m.id = p.line("mul %s, %%%d : %s", p.literal(2), sum.id, sum.typ())
		}
		return m
	case 3: // several in a loop
		a, b := p.load(p.m, p.k, "a"), p.load(p.k, p.l, "b")
		m := sum
		for range 3 {
			m = p.product(a, b, m)
		}
		if !fits(m) {
			return nil
		}
		p.do("store $sum, %%%d", sum.id)
		p.loop(func(int) string { return "3u" }, func(int) {
			p.do("store $sum, %%%d", p.line("cooperative multiply_add %%%d, %%%d, %%%d : %s", a.id, b.id, p.line("load $sum : %s", sum.typ()), sum.typ()))
		})
		m.id = p.line("load $sum : %s", sum.typ())
		return m
	case 4, 5:
		a, b := p.load(p.m, p.k, "a"), p.load(p.k, p.l, "b")
		m := p.product(a, b, sum)
		if !fits(m) {
			return nil
		}
		saturate := ""
		if p.integer() && r.IntN(3) == 0 {
			saturate = "saturate "
		}
		m.id = p.line("cooperative multiply_add %s%%%d, %%%d, %%%d : %s", saturate, a.id, b.id, sum.id, sum.typ())
		return m
	case 6:
		if p.c == "u32" {
			return nil
		}
		m := sum.each(func(i int) float64 { return -sum.at[i] })
		m.id = p.line("neg %%%d : %s", sum.id, sum.typ())
		return m
	case 7:
		return binary("add", splat(1+r.IntN(4)), func(a, b float64) float64 { return a + b })
	case 8:
		return binary("mul", other(), func(a, b float64) float64 { return a * b })
	case 9:
		by := splat(2)
		if p.integer() {
			return binary("div", by, func(a, b float64) float64 { return math.Trunc(a / b) })
		}
		if sum.most() > 200 || !sum.every(func(x float64) bool { return x == math.Trunc(x) }) {
			return nil
		}
		m := binary("div", by, func(a, b float64) float64 { return a / b })
		twice := m.each(func(i int) float64 { return m.at[i] * 2 })
		twice.id = p.line("mul %%%d, %s : %s", m.id, p.literal(2), sum.typ())
		return twice
	case 10: // to another type and back
		to := []string{"f32", "f16", "i32", "i16", "i8"}[r.IntN(5)]
		if to == "i8" && sum.most() > 127 {
			return nil
		}
		other := *sum
		other.scalar = to
		m := *sum
		m.id = p.line("as %%%d : %s", p.line("as %%%d : %s", sum.id, other.typ()), sum.typ())
		return &m
	case 11: // element by element, at the place where both matrices have it
		y := other()
		m := sum.each(func(i int) float64 { return sum.at[i]*2 + y.at[i] })
		if !fits(m) {
			return nil
		}
		p.do("store $sum, %%%d\nstore $other, %%%d", sum.id, y.id)
		p.loop(func(int) string { return fmt.Sprintf("%%%d", p.line("array_length %%%d : u32", y.id)) }, func(k int) {
			at := p.line("access $sum, %%%d : ptr<function, %s>", k, p.c)
			twice := p.line("mul %%%d, %s : %s", p.line("load %%%d : %s", at, p.c), p.literal(2), p.c)
			y := p.line("load %%%d : %s", p.line("access $other, %%%d : ptr<function, %s>", k, p.c), p.c)
			p.do("store %%%d, %%%d", at, p.line("add %%%d, %%%d : %s", twice, y, p.c))
		})
		m.id = p.line("load $sum : %s", sum.typ())
		return m
	default:
		m := sum.each(func(i int) float64 { return sum.at[i] * 2 })
		if !fits(m) {
			return nil
		}
		m.id = p.line("call @twice(%%%d) : %s", sum.id, sum.typ())
		return m
	}
}

// newCooperativeProgram makes a program: native of operations that WGSL has, plain of those that Metal has, too.
func newCooperativeProgram(r *rand.Rand, native, plain bool) *cooperativeProgram {
	scalars := [...][2]string{{"f32", "f32"}, {"f16", "f32"}, {"f16", "f16"}, {"i8", "i32"}, {"u8", "u32"}}
	shapes := [...][3]int{{8, 8, 8}, {16, 16, 16}, {16, 8, 8}, {8, 4, 16}, {3, 5, 2}}
	s, shape := scalars[r.IntN(5)], shapes[r.IntN(5)]
	if native {
		s, shape = scalars[r.IntN(3)], shapes[r.IntN(2)]
	}
	if plain {
		shape = shapes[0]
	}
	p := &cooperativeProgram{r: r, a: s[0], c: s[1], m: shape[0], k: shape[1], l: shape[2], native: native, plain: plain, out: map[int]float64{}}
	for n := range cooperativeMemory {
		w := cooperativeWord(n)
		p.x, p.y = append(p.x, float64(w&1)), append(p.y, float64(w>>1&3))
	}
	sumType := (&cooperativeMatrix{scalar: p.c, rows: p.m, columns: p.l, use: "c"}).typ()
	p.do("global @in : array<u32, %d> storage(read) binding(0, 0)\nglobal @out : array<%s, %[1]d> storage(read_write) binding(0, 1)", cooperativeMemory, p.c)
	p.do("global @x : array<%s, %d> workgroup\nglobal @y : array<%s, %[2]d> workgroup", p.a, cooperativeMemory, p.c)
	if !native {
		p.do("func @twice($m : %s) -> %[1]s {\n%%1 = add $m, $m : %[1]s\nreturn %%1\n}", sumType)
	}
	p.do("func @main($i : u32 builtin(local_invocation_index)) {\nvar $sum : %s\nvar $other : %[1]s", sumType)
	for k := range 10 {
		p.do("var $k%d : u32", k+1)
	}
	p.loop(func(int) string { return fmt.Sprint(cooperativeMemory/8, "u") }, func(k int) {
		at := p.line("add %%%d, $i : u32", p.line("mul %%%d, 8u : u32", k))
		w := p.line("load %%%d : u32", p.line("access @in, %%%d : ptr<storage, u32>", at))
		p.do("store %%%d, %%%d", p.line("access @x, %%%d : ptr<workgroup, %s>", at, p.a), p.line("as %%%d : %s", p.line("and %%%d, 1u : u32", w), p.a))
		p.do("store %%%d, %%%d", p.line("access @y, %%%d : ptr<workgroup, %s>", at, p.c), p.line("as %%%d : %s", p.line("and %%%d, 3u : u32", p.line("shr %%%d, 1u : u32", w)), p.c))
	})
	p.do("control_barrier workgroup")
	p.do("%%0 = and $i, 0u : u32")
	sum := p.load(p.m, p.l, "c")
	for range 2 + r.IntN(5) {
		if next := p.step(sum); next != nil {
			sum = next
		}
	}
	p.made = sum
	layout, step := p.place(sum, func(row, column, at int) { p.out[at] = sum.at[row*sum.columns+column] })
	p.do("cooperative store %s@out, %s, %du, %%%d\n}\nentry compute @main workgroup(8, 1, 1)", layout, p.index(step[0]), step[1], sum.id)
	return p
}

// wrong compares the buffer that a run wrote with the results that the program computed.
func (p *cooperativeProgram) wrong(data []byte) string {
	for at, want := range p.out {
		var got float64
		switch p.c {
		case "f32":
			got = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*at:])))
		case "f16":
			got = halfValue(binary.LittleEndian.Uint16(data[2*at:]))
		case "i32":
			got = float64(int32(binary.LittleEndian.Uint32(data[4*at:])))
		default:
			got = float64(binary.LittleEndian.Uint32(data[4*at:]))
		}
		if got != want {
			return fmt.Sprintf("element %d is %v, not %v", at, got, want)
		}
	}
	return ""
}

// halfValue is the value of a finite half.
func halfValue(h uint16) float64 {
	exponent, fraction := int(h>>10&31), float64(h&1023)
	v := math.Ldexp(1024+fraction, exponent-25)
	if exponent == 0 {
		v = math.Ldexp(fraction, -24)
	}
	if h>>15 != 0 {
		v = -v
	}
	return v
}

// through is the job of a module that was written in a language and read again.
func through(t *testing.T, j *differential.Job, l refract.Language, name string, options any) (*differential.Job, string, error) {
	t.Helper()
	v, err := refract.Validate(t.Context(), j.Module, refract.ValidateOptions{Capabilities: validate.All})
	if err != nil {
		return nil, "", err
	}
	w := refract.WriteOptions{Language: l}
	if options != nil {
		w.Options = refract.LanguageOptions{l: options}
	}
	out, err := refract.Write(t.Context(), v, w)
	if err != nil {
		return nil, "", err
	}
	again, err := refract.Check(t.Context(), name, []byte(out.Text), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		return nil, string(out.Text), err
	}
	copied := *j
	copied.Module, copied.Entry = again.Module, again.Module.EntryPoints[0].Name
	return &copied, string(out.Text), nil
}

// cooperativeJobs are random programs, with the numbers of the input in their buffers.
func cooperativeJobs(t *testing.T, r *rand.Rand, count int) (programs []*cooperativeProgram, jobs []*differential.Job) {
	t.Helper()
	for n := range count {
		p := newCooperativeProgram(r, n%2 == 0, n%4 == 0)
		j := jobOf(t, fmt.Sprintf("cooperative%d.ir", n), p.text.String(), [3]uint32{1, 1, 1})
		if j == nil {
			t.FailNow()
		}
		for i := range j.Buffers {
			if b := &j.Buffers[i]; b.Binding == 0 {
				for k := range cooperativeMemory {
					binary.LittleEndian.PutUint32(b.Data[4*k:], cooperativeWord(k))
				}
			} else {
				clear(b.Data)
			}
		}
		programs, jobs = append(programs, p), append(jobs, j)
	}
	return programs, jobs
}

// TestCooperative: random programs on cooperative matrices give the results that they computed when they
// were made, on both engines, at each level of the optimizer, and through SPIR-V, WGSL and GLSL, which their
// newer checkers accept; from GLSL also by glslang's SPIR-V.
func TestCooperative(t *testing.T) {
	programs, jobs := cooperativeJobs(t, rand.New(rand.NewPCG(1, 2)), sweep.Count(300))
	check := func(j *differential.Job, way string, want, got differential.Result, err error) {
		if err != nil {
			t.Errorf("%s by %s: %v\n%s", j.Name, way, err, j.Source)
		} else if s := j.Compare(want, got); s != "" {
			t.Errorf("%s by %s: %s\n%s", j.Name, way, s, j.Source)
		}
	}
	w := ways{slow: true}
	engines := []differential.Engine{w.fast(), differential.ThroughSPIRV(differential.SPIRVOptions(), 0), differential.ThroughSPIRV(differential.SPIRVOptions(), 2)}
	written := glsl.NewOptions()
	written.Vulkan, written.Version.Number = true, 450
	opengl := glsl.NewOptions()
	opengl.Version.Number = 450
	if sweep.On() {
		engines = append(engines, differential.NewerGLSLRead(t))
	}
	var texts [][]byte
	for n, j := range jobs {
		result, err := differential.Interpreter().Run(j)
		if err != nil {
			t.Fatalf("%s: %v\n%s", j.Name, err, j.Source)
		}
		for i := range j.Buffers {
			if j.Buffers[i].Binding == 1 {
				if s := programs[n].wrong(result[i]); s != "" {
					t.Errorf("%s: %s\n%s", j.Name, s, j.Source)
				}
			}
		}
		for _, e := range engines {
			got, err := e.Run(j)
			check(j, e.Name, result, got, err)
		}
		if p := programs[n]; p.m*p.k*p.l <= 512 { // the interpreter bounds the number of steps
			for _, o := range []glsl.Options{written, opengl} {
				e := readGLSL(o)
				got, err := e.Run(j)
				check(j, e.Name, result, got, err)
			}
		}
		optimized(t, j, w, result, check)
		if strings.Contains(j.Source, "i8") || strings.Contains(j.Source, "u8") {
			continue // WGSL has no integers of 8 bits
		}
		again, text, err := through(t, j, refract.WGSL, "a.wgsl", nil)
		if err != nil {
			t.Errorf("%s through WGSL: %v\n%s", j.Name, err, text)
			continue
		}
		if native := strings.Contains(text, "coop_mat"); native != programs[n].native && programs[n].native {
			t.Errorf("%s: %s", j.Name, text)
		} else if native {
			texts = append(texts, []byte(text))
		}
		got, err := differential.Interpreter().Run(again)
		check(j, "WGSL", result, got, err)
	}
	if t.Failed() {
		return
	}
	for k, message := range harness.EachFile(t, texts, ".wgsl", "naga") {
		if message != "" {
			t.Errorf("naga: %s\n%s", message, texts[k])
		}
	}
	sweep.Only(t)
	validated(t, jobs)
}

// TestCooperativeMSL: programs with operations that Metal has are written with its matrices, others with arrays,
// and both give the same results.
func TestCooperativeMSL(t *testing.T) {
	programs, jobs := cooperativeJobs(t, rand.New(rand.NewPCG(3, 4)), sweep.Count(120))
	for n, j := range jobs {
		v, err := refract.Validate(t.Context(), j.Module, refract.ValidateOptions{Capabilities: validate.All})
		if err != nil {
			t.Fatal(err)
		}
		for _, version := range []msl.Version{202, 203} {
			if version == 202 && strings.Contains(j.Source, "saturate") {
				continue // by integers of 64 bits
			}
			o := msl.NewOptions()
			o.Version = version
			out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.MSL, Options: refract.LanguageOptions{refract.MSL: &o}})
			if err != nil {
				t.Fatalf("%s: %v", j.Name, err)
			}
			if native := strings.Contains(out.Text, "simdgroup_load"); native && version == 202 || programs[n].plain && version == 203 && !native {
				t.Errorf("%s: %s", j.Name, out.Text)
			}
		}
	}
	for n, j := range jobs {
		optimized, err := differential.OptimizedJob(j, 2)
		if err != nil {
			t.Fatalf("%s: %v", j.Name, err)
		}
		programs, jobs = append(programs, programs[n]), append(jobs, optimized)
	}
	results, errs := differential.MSL(t, jobs, func(int, *msl.Options) {})
	for n, j := range jobs {
		if errs[n] != nil {
			t.Errorf("%s: %v\n%s", j.Name, errs[n], j.Source)
			continue
		}
		for i := range j.Buffers {
			if j.Buffers[i].Binding == 1 {
				if s := programs[n].wrong(results[n][i]); s != "" {
					t.Errorf("%s: %s\n%s", j.Name, s, j.Source)
				}
			}
		}
	}
}

// TestCooperativeDirect3D: the arrays of HLSL, by DXC, and of DXIL give the results on a driver.
func TestCooperativeDirect3D(t *testing.T) {
	sweep.Only(t)
	programs, all := cooperativeJobs(t, rand.New(rand.NewPCG(5, 6)), sweep.Count(48))
	d := vkrun.OpenRays(t)
	var jobs []*differential.Job
	var of []*cooperativeProgram
	for n, j := range all {
		if strings.Contains(j.Source, "i8") || strings.Contains(j.Source, "u8") {
			continue // Direct3D has no integers of 8 bits
		}
		jobs, of = append(jobs, j), append(of, programs[n])
	}
	check := func(way string, results []differential.Result, errs []error) {
		for n, j := range jobs {
			if errs[n] != nil {
				t.Errorf("%s by %s: %v\n%s", j.Name, way, errs[n], j.Source)
				continue
			}
			for i := range j.Buffers {
				if j.Buffers[i].Binding == 1 {
					if s := of[n].wrong(results[n][i]); s != "" {
						t.Errorf("%s by %s: %s\n%s", j.Name, way, s, j.Source)
					}
				}
			}
		}
	}
	got, errs := differential.DXC(t, d, jobs, func(_ int, o *hlsl.Options) { o.ShaderModel = hlsl.ShaderModel66 })
	check("DXC", got, errs)
	got, errs = differential.DXIL(func(_ int, o *dxil.Options) int { o.Profile = dxil.Profile66; return 2 }).Run(t, d, jobs)
	check("DXIL", got, errs)
}
