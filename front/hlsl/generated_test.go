package hlsl_test

// This file compares random programs with those of DXC and FXC.

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"refract"
	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/internal/hlslgen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// A batch is how many programs a process runs: a driver may end its process.
const batch = 200

// TestGenerated runs random programs on a Vulkan driver, as we and as DXC and FXC compile them, and as the bytecode that
// we write.
// Without these the programs are read. Many programs are run in batches, by processes of their own:
// the program that a driver dies of is named, and the next one is run.
func TestGenerated(t *testing.T) {
	n, seed := sweep.Sample(40), 1
	if k, err := strconv.Atoi(os.Getenv("REFRACT_PROGRAMS")); err == nil {
		n = k
	}
	if k, err := strconv.Atoi(os.Getenv("REFRACT_SEED")); err == nil {
		seed = k
	}
	for _, x := range []struct {
		name    string
		dialect hlslgen.Dialect
		options hlsl.Options
		judge   judge
	}{
		{"modern", hlslgen.Modern, hlsl.Options{Profile: "_6_6"}, byDXC},
		{"old", hlslgen.Old, hlsl.Options{Profile: "_5_0", Version: 2016}, byFXC},
		{"slang", hlslgen.Slang, hlsl.Options{Profile: "_5_0", Version: 2016}, bySlang},
		{"dxil", hlslgen.Modern, hlsl.Options{Profile: "_6_6"}, asDXIL},
		{"dxbc", hlslgen.Old, hlsl.Options{Profile: "_5_0", Version: 2016}, asDXBC},
	} {
		t.Run(x.name, func(t *testing.T) {
			if n > batch && sweep.On() {
				runBatches(t, seed, n)
				return
			}
			list := x.judge.generated(t, x.dialect, x.options, seed, n)
			if sweep.On() {
				x.judge.compare(t, list)
			}
		})
	}
}

// generated reads n random programs.
func (j judge) generated(t *testing.T, d hlslgen.Dialect, o hlsl.Options, seed, n int) (list []program) {
	var r hlsl.Reader
	o.EntryPoint, o.Shifts = "main", d3dShifts
	model := o.Profile
	for i := seed; i < seed+n; i++ {
		p := program{name: fmt.Sprint("seed ", i), generated: true, pixel: i%4 == 0 && !j.compute}
		o.Profile = "cs" + model
		if p.pixel {
			o.Profile = "ps" + model
		}
		p.source = hlslgen.Program(uint64(i), hlslgen.Options{Dialect: d, Pixel: p.pixel})
		if j.edit != nil {
			p.source = j.edit(p.source)
		}
		var err error
		if p.v, err = readRow(&r, p.name, p.source, o); err != nil {
			t.Errorf("%s: %v\n%s", p.name, err, p.source)
			continue
		}
		list = append(list, p)
	}
	return list
}

var dimensions = regexp.MustCompile(`elements\.GetDimensions\((\w+), (\w+)\);`)

// forTranslators makes the divisors of a program of hlslgen numbers that compilers don't know: see
// TestRemaindersInLoops. The size of a buffer goes: dxil-spirv counts elements of 40 bytes by 32 if some are read
// by 16.
func forTranslators(source string) string {
	source = dimensions.ReplaceAllString(source, "$1 = 3; $2 = 4;")
	source = strings.ReplaceAll(source, ")1000", ")(1000 + nothing)")
	source = strings.Replace(source, "thread = thread_id;", "thread = thread_id; nothing = src.Load(0) == 0x12345u;", 1)
	return strings.Replace(source, "static uint at = 0,", "static uint nothing = 0, at = 0,", 1)
}

// TestRemaindersInLoops has dxil-spirv lose the remainder of a number that is 0 or 1 by a constant in loops of loops.
// The container is right: vkd3d computes 1. If dxil-spirv does, too, forTranslators can go.
func TestRemaindersInLoops(t *testing.T) {
	sweep.Only(t)
	const source = `RWStructuredBuffer<uint> o : register(u0);
ByteAddressBuffer src : register(t0);
[numthreads(1, 1, 1)] void main() {
	int3 a = 0, b = 0;
	if (src.Load(4) != 77) a.z++;
	for (int i = 1; i < 4; i++) for (int j = 1; j < 4; j++) b[1] = (uint)a.z % 1000u;
	o[0] = b.y;
}`
	p := program{name: "remainders", source: source}
	var err error
	if p.v, err = readRow(new(hlsl.Reader), p.name, source, hlsl.Options{Profile: "cs_5_0", EntryPoint: "main", Shifts: d3dShifts}); err != nil {
		t.Fatal(err)
	}
	out, err := refract.Write(t.Context(), p.v, refract.WriteOptions{Language: refract.DXBC})
	if err != nil {
		t.Fatal(err)
	}
	code := base64.StdEncoding.EncodeToString(out.Bytes())
	format, _ := vkrun.FormatByName("r32uint")
	words := vkrun.Binding{Texture: &vkrun.Texture{View: vkrun.ViewBuffer, Format: format, Width: 16, Height: 1, Depth: 1, Levels: [][]byte{make([]byte, 64)}}}
	d := vkrun.OpenTest(t)
	for _, x := range []struct {
		name string
		got  harness.Verdict
		list []vkrun.Binding
		want uint32
	}{
		{"dxil-spirv", harness.Oracle(t, "d3d-spirv", []codeRow{{p.name, code}})[0], []vkrun.Binding{{Binding: d3dShifts.T, Data: make([]byte, 64)}, {Binding: d3dShifts.U, Data: make([]byte, 64)}}, 0},
		{"vkd3d", harness.Oracle(t, "dxbc", []dxbcRow{{p.name, code}}, "--spirv")[0], []vkrun.Binding{words, {Binding: 1, Data: make([]byte, 64)}}, 1},
	} {
		spirv, err := base64.StdEncoding.DecodeString(x.got.SPIRV)
		if err == nil {
			err = d.Compute(vkrun.Shader{SPIRV: spirv}, x.list, nil, [3]uint32{1, 1, 1})
		}
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		if v := binary.LittleEndian.Uint32(x.list[1].Data); v != x.want {
			t.Errorf("%s computes %d, which was %d", x.name, v, x.want)
		}
	}
}

// lastFile is the variable of the environment that names the file in which a process of a batch notes the
// program that it gives to the driver.
const lastFile = "REFRACT_LAST"

// runBatches runs n programs of this test by processes.
func runBatches(t *testing.T, seed, n int) {
	last := t.TempDir() + "/last"
	for end := seed + n; seed < end; {
		next := min(seed+batch, end)
		os.Remove(last)
		cmd := exec.Command(os.Args[0], "-test.run=^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$", "-test.v", "-test.timeout=1h")
		cmd.Env = append(os.Environ(), fmt.Sprint("REFRACT_SEED=", seed), fmt.Sprint("REFRACT_PROGRAMS=", next-seed), lastFile+"="+last)
		out, err := cmd.CombinedOutput()
		t.Logf("seeds %d to %d:\n%s", seed, next-1, out)
		seed = next
		if err == nil {
			continue
		}
		t.Fail()
		whose, at := "", 0
		if text, _ := os.ReadFile(last); !strings.Contains(string(out), "\n--- FAIL: ") {
			if _, err := fmt.Sscanf(string(text), "%s seed %d", &whose, &at); err == nil {
				t.Logf("the driver dies of %s code of seed %d", whose, at)
				seed = at + 1
			}
		}
	}
}

// TestRowsOfStructs changes rows of a matrix in a struct that is an inout parameter, which FXC does as we do. DXC takes
// elements by columns: m[1][0] is the second element of the first row. hlslgen writes such structs for FXC only.
func TestRowsOfStructs(t *testing.T) {
	sweep.Only(t)
	const source = `RWStructuredBuffer<uint> o : register(u0);
struct S { row_major int2x3 m; int k; };
void change(inout S s, int k) { s.m[1][0] += k; s.m._m02 = 9; s.m[0].y = 7; }
[numthreads(1, 1, 1)] void main() {
	S s; s.m = int2x3(1, 2, 3, 4, 5, 6); s.k = 5;
	change(s, 10);
	for (int r = 0; r < 2; r++) for (int c = 0; c < 3; c++) o[r * 3 + c] = s.m[r][c];
}`
	d := vkrun.OpenTest(t)
	p := program{name: "rows", source: source}
	var err error
	if p.v, err = readRow(new(hlsl.Reader), p.name, source, hlsl.Options{Profile: "cs_5_0", EntryPoint: "main", Shifts: d3dShifts}); err != nil {
		t.Fatal(err)
	}
	judge{name: "FXC", profile: "cs_5_0"}.compare(t, []program{p})
	for _, x := range byDXC.compile(t, []program{p}) {
		code, err := base64.StdEncoding.DecodeString(x.spirv)
		if err != nil {
			t.Fatal(err)
		}
		list := p.bindings(false, nil)
		if err := p.run(d, "DXC's", code, list); err != nil {
			t.Fatal(err)
		}
		if v := binary.LittleEndian.Uint32(list[0].Data[12:]); v != 4 {
			t.Errorf("m[1][0] is %d: DXC has the right element, and hlslgen can write such structs", v)
		}
	}
}

// resourceBindings are the bindings of a resource of hlslgen.
func resourceBindings(r *hlslgen.Resource, separate bool, m *ir.Module) (list []vkrun.Binding) {
	shift := map[byte]uint32{'t': d3dShifts.T, 'u': d3dShifts.U, 's': d3dShifts.S}[r.Class]
	for k := range max(r.Count, 1) {
		b := vkrun.Binding{Binding: shift + uint32(r.Register), Element: uint32(k)}
		if separate {
			b.Binding, b.Element = b.Binding+uint32(k), 0
		}
		switch r.View {
		case "sampler":
			b.Sampler = &vkrun.Sampler{LodMax: 16}
			switch r.Register {
			case 1:
				b.Sampler.Magnify, b.Sampler.Minify, b.Sampler.Mipmap = vkrun.Linear, vkrun.Linear, vkrun.Linear
				b.Sampler.Address = [3]vkrun.AddressMode{vkrun.ClampToEdge, vkrun.MirrorRepeat, vkrun.Repeat}
			case 2:
				b.Sampler.Compare = vkrun.LessEqual
			}
		case "structured":
			switch r.Name {
			case "elements":
				b.Data = make([]byte, 16384)
			case "consumed":
				b.Data = texels("rgba32float", 64, r.Register)
			default:
				b.Data = texels("rgba32uint", 64, r.Register)
			}
		default:
			b.Texture = texture(r, k)
		}
		list = append(list, b)
	}
	if r.Name != "appended" && r.Name != "consumed" && r.Name != "elements" {
		return list
	}
	counter := vkrun.Binding{Binding: 400 + uint32(r.Register), Data: binary.LittleEndian.AppendUint32(nil, hlslgen.Counted)}
	for i := 0; m != nil && i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.Name == "counter_"+r.Name {
			counter.Binding = g.Binding.Binding
		}
	}
	return append(list, counter)
}

// texture is a texture of hlslgen, element k of its array.
func texture(r *hlslgen.Resource, k int) *vkrun.Texture {
	view := map[string]vkrun.View{"1d": vkrun.View1D, "2d": vkrun.View2D, "3d": vkrun.View3D, "cube": vkrun.ViewCube, "1d-array": vkrun.View1DArray,
		"2d-array": vkrun.View2DArray, "cube-array": vkrun.ViewCubeArray, "buffer": vkrun.ViewBuffer}[r.View]
	format, _ := vkrun.FormatByName(r.Format)
	t := &vkrun.Texture{View: view, Format: format, Width: uint32(r.Size[0]), Height: uint32(r.Size[1]), Depth: uint32(r.Size[2]),
		Layers: uint32(r.Layers), Samples: uint32(r.Samples), Storage: r.Class == 'u'}
	for level := range r.Levels {
		n := max(r.Layers, 1) * max(r.Samples, 1)
		for _, size := range r.Size {
			n *= max(size>>level, 1)
		}
		t.Levels = append(t.Levels, texels(r.Format, n, r.Register+5*level+7*k))
	}
	return t
}

// texels are n texels of a format.
func texels(format string, n, salt int) (data []byte) {
	put := func(v uint32) { data = binary.LittleEndian.AppendUint32(data, v) }
	channels := 1
	if format[0] == 'r' {
		channels = strings.IndexAny(format, "0123456789")
	}
	for i := range n * channels {
		v := uint32(i*i+i*salt+i/3+salt) % 33
		switch {
		case format == "depth32float":
			put(math.Float32bits(float32(v%8)/8 + 0.0625))
		case strings.HasSuffix(format, "float"):
			put(math.Float32bits(float32(v) - 16))
		default:
			put(v)
		}
	}
	return data
}
