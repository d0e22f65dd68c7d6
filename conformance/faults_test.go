package conformance

// This file tells faults of Mesa's driver from this module's, and shows those that are
// known: programs of a few lines, of which what they do is evident.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness/differential"
	"refract/internal/harness/glslang"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// faults says whose fault it is that the Vulkan driver has another result.
type faults struct {
	interpreter, swiftShader, inGLSL differential.Engine
	words                            map[int]differential.Engine // by level
}

func newFaults(t *testing.T) *faults {
	f := &faults{interpreter: differential.Interpreter(), swiftShader: differential.SwiftShader(t), inGLSL: differential.GLSL(t, vkrun.OpenTest(t))}
	f.words = map[int]differential.Engine{}
	for _, level := range []int{0, 1, 2, refract.SmallestOptimization} {
		f.words[level] = differential.Words(differential.SPIRVOptions(), level)
	}
	return f
}

// driver reports whether it is the driver that is wrong about the SPIR-V of a job at a
// level of optimization. It is where this module's words do, run one by one, what the
// interpreter does, and nothing that SPIR-V leaves undefined, and SwiftShader, unless it
// lacks what the job needs, f16 above all, says so too. Of words that can't be run by
// themselves, since invocations wait for each other, it is where glslang's SPIR-V of this
// module's GLSL differs as well and SwiftShader is right.
func (f *faults) driver(j *differential.Job, level int) bool {
	want, err := f.interpreter.Run(j)
	if err != nil {
		return false
	}
	agrees := func(e differential.Engine, j *differential.Job) (agrees, ran bool) {
		got, err := e.Run(j)
		return err == nil && j.Compare(want, got) == "", err == nil
	}
	written, err := differential.OptimizedJob(j, level)
	if err != nil {
		return false
	}
	right := strings.Contains(j.Source, "enable f16")
	if !right {
		right, _ = agrees(f.swiftShader, written)
	}
	if defined, ran := agrees(f.words[level], j); ran {
		return right && defined
	}
	same, ran := agrees(f.inGLSL, written)
	return right && ran && !same
}

// driverOf reports whether it is the driver that is wrong about another compiler's SPIR-V,
// which does what the interpreter does when it is run word by word, as SwiftShader does too
// with this module's.
func (f *faults) driverOf(j *differential.Job, words []byte) bool {
	want, err := f.interpreter.Run(j)
	if err != nil {
		return false
	}
	got, err := j.RunWords(words)
	return err == nil && j.Compare(want, got) == "" && f.swiftShader.Agrees(j, want)
}

// mesaFaults are programs that Mesa's driver gets wrong, each with a buffer o of words,
// what it holds in the end, and what the driver leaves there. The other buffers hold
// what fill gives.
var mesaFaults = []struct {
	name, source string
	want, wrong  []uint32
	fill         [][]uint32
}{
	{"a loop that is left where a variable has the value again that it began with, though it was changed before that, is left at once",
		`@group(0) @binding(0) var<storage, read_write> o: array<u32, 2>;
@compute @workgroup_size(1) fn main() {
	var n = 0u;
	while n < 2u { n++; if n == 0u { break; } o[0] += 1u; }
	n = 3u;
	while n < 6u { n++; if n == 3u { break; } o[1] += 1u; }
}`, []uint32{2, 3}, []uint32{0, 0}, nil},
	{"what the body of a loop computes is lost behind it where the loop ends by a count or by what a branch before it decided",
		`@group(0) @binding(0) var<storage, read_write> o: array<u32, 1>;
@group(0) @binding(1) var<storage, read> s: array<u32, 2>;
@group(0) @binding(2) var<storage, read> p: u32;
@compute @workgroup_size(1) fn main() {
	let h = s[0] > 5 && s[1] > 6;
	var n = 0u;
	var v = 0u;
	loop {
		continuing { v = p; n++; break if n == 3 || h; }
	}
	o[0] = v;
}`, []uint32{5}, []uint32{0}, [][]uint32{{7, 9}, {5}}},
	{"the exponent of -0 is 256 where a branch may have made it another number",
		`@group(0) @binding(0) var<storage, read_write> o: array<i32, 1>;
@group(0) @binding(1) var<storage, read> s: u32;
@compute @workgroup_size(1) fn main() {
	var f = -0f;
	if s == 1u { f = 6.25; }
	o[0] = frexp(f).exp;
}`, []uint32{0}, []uint32{256}, [][]uint32{{0}}},
	{"what a loop writes to a column that it chooses is seen in another column, where the loop writes a component of a vector, too",
		`@group(0) @binding(0) var<storage, read_write> o: array<u32, 2>;
@compute @workgroup_size(1) fn main() {
	var v = vec3i(1);
	var m = mat3x3f(1, 0, 0, 0, 1, 0, 0, 0, 1);
	for (var i = 0; i < 3; i++) {
		v[i] += v[1];
		m[i][i] = 0;
		for (var j = i; j < 3; j++) { if m[i][j] > m[j][i] { m[j][i] = m[i][j]; } }
	}
	o[0] = bitcast<u32>(m[2].x);
	o[1] = u32(v.z);
}`, []uint32{0, 3}, []uint32{0x3f800000, 3}, nil},
	{"the second of two floats of 16 bits in a known word is 0",
		`@group(0) @binding(0) var<storage, read_write> o: array<u32, 2>;
@compute @workgroup_size(1) fn main() {
	var k = 0xC0003C00u;
	o[0] = bitcast<u32>(unpack2x16float(k).x);
	o[1] = bitcast<u32>(unpack2x16float(k).y);
}`, []uint32{0x3f800000, 0xc0000000}, []uint32{0x3f800000, 0}, nil},
}

// TestMesaFaults shows that they are Mesa's: the words of this module's SPIR-V, run one by
// one, and SwiftShader do what the interpreter does. Where the driver is right, an entry
// can go.
func TestMesaFaults(t *testing.T) {
	d := vkrun.OpenTest(t)
	f := newFaults(t)
	unbounded := differential.SPIRVOptions()
	unbounded.ForceLoopBounding = false // which hides one
	for _, x := range mesaFaults {
		j, err := differential.NewJob("fault", x.source, "main", [3]uint32{1, 1, 1}, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range j.Buffers {
			clear(j.Buffers[i].Data)
			if i > 0 {
				for k, word := range x.fill[i-1] {
					binary.LittleEndian.PutUint32(j.Buffers[i].Data[4*k:], word)
				}
			}
		}
		for _, e := range []struct {
			engine differential.Engine
			want   []uint32
		}{
			{f.interpreter, x.want}, {f.swiftShader, x.want}, {f.words[0], x.want}, {f.words[1], x.want},
			{differential.Vulkan(d, unbounded, false), x.wrong},
		} {
			r, err := e.engine.Run(j)
			if err != nil {
				t.Fatalf("%s: %s: %v", x.name, e.engine.Name, err)
			}
			var got []uint32
			for k := range e.want {
				got = append(got, binary.LittleEndian.Uint32(r[0][4*k:]))
			}
			if !slices.Equal(got, e.want) {
				t.Errorf("%s: %s leaves %v, want %v", x.name, e.engine.Name, got, e.want)
			}
		}
		if !f.driver(j, 0) || !f.driver(j, 1) {
			t.Errorf("%s: isn't known as the driver's fault", x.name)
		}
	}
}

// TestMesaSizes shows what Mesa's driver gets wrong: the size of a texture's level is that
// of the level that the first invocation asks for. Vulkan doesn't ask for the same level
// of all (SPIR-V, OpImageQuerySizeLod).
func TestMesaSizes(t *testing.T) {
	const source = `@group(0) @binding(0) var<storage, read_write> o: array<u32, 2>;
@group(0) @binding(1) var t: texture_2d<f32>;
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { o[i] = textureDimensions(t, i).x; }`
	j, err := differential.NewJob("sizes", source, "main", [3]uint32{1, 1, 1}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []struct {
		engine differential.Engine
		second byte
	}{{differential.Interpreter(), 16}, {differential.Vulkan(vkrun.OpenTest(t), differential.SPIRVOptions(), false), 32}} {
		r, err := e.engine.Run(j)
		if err != nil {
			t.Fatalf("%s: %v", e.engine.Name, err)
		}
		if want := []byte{32, 0, 0, 0, e.second, 0, 0, 0}; !bytes.Equal(r[0], want) {
			t.Errorf("%s leaves %x, not %x", e.engine.Name, r[0], want)
		}
	}
}

// TestLoadsInLoops shows what drivers that run on processors get wrong, as Mesa's and
// SwiftShader: what a loop loads is 0 behind it for invocations that leave it earlier than
// others, if no path leaves it ahead of the load. (Dawn and wgpu bound all loops at their
// head, which is such a path.) The interpreter, the words of the SPIR-V, run one by one, and
// clang, with the MSL, do what is written; so do the drivers where loops are bounded.
func TestLoadsInLoops(t *testing.T) {
	const source = `@group(0) @binding(0) var<storage, read_write> o: array<u32, 2>;
@group(0) @binding(1) var<storage, read> s: array<u32, 2>;
fn next(i: u32) -> u32 {
	if s[i & 1] == 0 { return i + 2; }
	return i + 1;
}
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
	var k = 0u;
	var v = 0u;
	loop { v = s[k & 1]; _ = next(k); k++; if k >= 2 || k != i { break; } }
	o[i] = v;
}`
	j, err := differential.NewJob("loads", source, "main", [3]uint32{1, 1, 1}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	binary.LittleEndian.PutUint32(j.Buffers[1].Data, 7)
	binary.LittleEndian.PutUint32(j.Buffers[1].Data[4:], 9)
	f, d := newFaults(t), vkrun.OpenTest(t)
	unbounded := differential.SPIRVOptions()
	unbounded.ForceLoopBounding = false
	for _, e := range []struct {
		engine differential.Engine
		first  uint32
	}{
		{f.interpreter, 7}, {f.words[0], 7}, {f.words[1], 7}, {runners()[1].engine(t), 7}, {runners()[0].engine(t), 7}, {f.swiftShader, 7},
		{differential.Vulkan(d, differential.SPIRVOptions(), false), 7}, {differential.VulkanOptimized(d, differential.SPIRVOptions(), false, 1), 7},
		{differential.VulkanOptimized(d, differential.SPIRVOptions(), false, 2), 7}, {differential.Vulkan(d, unbounded, false), 0},
	} {
		r, err := e.engine.Run(j)
		if err != nil {
			t.Fatalf("%s: %v", e.engine.Name, err)
		}
		if got := [2]uint32{binary.LittleEndian.Uint32(r[0]), binary.LittleEndian.Uint32(r[0][4:])}; got != [2]uint32{e.first, 9} {
			t.Errorf("%s leaves %v", e.engine.Name, got)
		}
	}
}

// TestSwiftShaderMatrices shows what SwiftShader gets wrong: an element of an array of
// matrices that is a value, or whose whole was stored at once, where both the matrix and
// its column are chosen while it runs. The interpreter, the driver and the words of this
// module's SPIR-V, run one by one, do what the specification says.
func TestSwiftShaderMatrices(t *testing.T) {
	const source = `struct In { t: f32, n: array<mat3x2f, 2> }
@group(0) @binding(0) var<storage, read_write> o: array<f32, 3>;
@group(0) @binding(1) var<storage, read> s: array<In, 2>;
@group(0) @binding(2) var<storage, read> one: u32;
fn pick(i: In, k: u32) -> f32 { return i.n[k & 1][k].y; }
@compute @workgroup_size(1) fn main() {
	for (var k = 0u; k < 3; k++) { o[k] = pick(s[one], k); }
}`
	j, err := differential.NewJob("matrices", source, "main", [3]uint32{1, 1, 1}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for k := range len(j.Buffers[1].Data) / 4 {
		binary.LittleEndian.PutUint32(j.Buffers[1].Data[4*k:], math.Float32bits(float32(k)))
	}
	binary.LittleEndian.PutUint32(j.Buffers[2].Data, 1)
	// An In is 14 words, n begins at the second of them, a matrix is 6, a column 2.
	const want = 14 + 2 + 6 + 2 + 1
	f := newFaults(t)
	for _, e := range []differential.Engine{f.interpreter, f.words[0], f.words[1], differential.Vulkan(vkrun.OpenTest(t), differential.SPIRVOptions(), false), f.swiftShader} {
		r, err := e.Run(j)
		if err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		got := math.Float32frombits(binary.LittleEndian.Uint32(r[0][4:]))
		if right := e.Name != f.swiftShader.Name; right != (got == want) {
			t.Errorf("%s leaves %g", e.Name, got)
		}
	}
}

// TestGlslangStructs shows what glslang gets wrong: the comparison of two constant structs
// is a constant bool as it should be, but equals no other.
func TestGlslangStructs(t *testing.T) {
	sweep.Only(t)
	glslang.Find(t)
	row := glslRow{Name: "structs", Stage: "compute", Vulkan: true, Source: `#version 450
struct S { vec3 a; int b; };
layout(binding = 0) buffer O { int o[3]; };
void main() {
	o[0] = int(S(vec3(1), 2) != S(vec3(1), 3));
	o[1] = int((S(vec3(1), 2) != S(vec3(1), 3)) == true);
	o[2] = int(bool(int(S(vec3(1), 2) != S(vec3(1), 3))) == true);
}`}
	v, err := row.check()
	if err != nil {
		t.Fatal(err)
	}
	words, err := glslangWords(&row, "1.1")
	if err != nil {
		t.Fatal(err)
	}
	j, err := differential.NewModuleJob("structs", v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []struct {
		engine differential.Engine
		second byte
	}{{differential.Interpreter(), 1}, {differential.ReadSPIRV(words), 0}} {
		r, err := e.engine.Run(j)
		if err != nil {
			t.Fatal(err)
		}
		if want := []byte{1, 0, 0, 0, e.second, 0, 0, 0, 1, 0, 0, 0}; !bytes.Equal(r[0][:12], want) {
			t.Errorf("%s leaves %x, not %x", e.engine.Name, r[0][:12], want)
		}
	}
}

// TestGeneratedWords runs the words of generated programs' SPIR-V, at each level: a few, or
// as many as $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestGeneratedWords(t *testing.T) {
	reference, faults := differential.Interpreter(), newFaults(t)
	first, wrong, left := number("REFRACT_SEED", 0), 0, 0
	count := sweep.Count(150)
	for seed := first; seed < first+count && wrong < 10; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		engines := []differential.Engine{reference, faults.words[seed%3]}
		if _, err := engines[1].Run(j); errors.Is(err, differential.ErrLeftOut) {
			left++
		} else if s := differ(j, engines); s != "" {
			wrong++
			t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
		}
	}
	t.Logf("%d programs, of which %d can't be run by their words", count, left)
	if left > count/2 {
		t.Error("too few programs ran")
	}
}
