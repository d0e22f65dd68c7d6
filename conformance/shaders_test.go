package conformance

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"
	"testing"

	"refract"
	"refract/internal/harness"
)

// gpuBuffer is a buffer of a compute job: its content, or its size in bytes.
type gpuBuffer struct {
	Hex  string `json:"hex,omitempty"`
	Size int    `json:"size,omitempty"`
}

// gpuJob is what the Vulkan runner is asked.
type gpuJob struct {
	Name       string               `json:"name"`
	SPIRV      string               `json:"spirv"`
	Entry      string               `json:"entry"`
	Workgroups [3]int               `json:"workgroups"`
	Buffers    map[string]gpuBuffer `json:"buffers"`
	Outputs    []string             `json:"outputs"`
}

// pack is the little-endian content of values of fixed size.
func pack(t *testing.T, values ...any) string {
	t.Helper()
	var b bytes.Buffer
	for _, v := range values {
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	return hex.EncodeToString(b.Bytes())
}

// ownShader translates one of the project's own shaders by the library.
func ownShader(t *testing.T, name string) string {
	t.Helper()
	file := filepath.Join(harness.Root(t), "testdata", "shaders", name)
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out, err := refract.Translate(context.Background(), name, src, refract.TranslateOptions{To: refract.SPIRV})
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

func words(t *testing.T, text string) (list []uint32) {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	for ; len(b) >= 4; b = b[4:] {
		list = append(list, binary.LittleEndian.Uint32(b))
	}
	return list
}

// TestMatmulOnDriver multiplies matrices whose sizes are no multiples of the
// tile, on a Vulkan driver. All numbers are small integers, so that the products
// are exact.
func TestMatmulOnDriver(t *testing.T) {
	const rows, inner, columns = 37, 29, 21
	a, b, c := make([]float32, rows*inner), make([]float32, inner*columns), make([]float32, rows*columns)
	for i := range a {
		a[i] = float32(i%7 - 3)
	}
	for i := range b {
		b[i] = float32(i%5 - 2)
	}
	for i := range c {
		c[i] = float32(i % 11)
	}
	verdict := harness.Oracle(t, "vk-run", []gpuJob{{
		Name: "matmul", SPIRV: ownShader(t, "matmul.wgsl"), Entry: "main", Workgroups: [3]int{(columns + 15) / 16, (rows + 15) / 16, 1},
		Buffers: map[string]gpuBuffer{
			"0.0": {Hex: pack(t, [3]uint32{rows, inner, columns}, float32(2), float32(-1))},
			"0.1": {Hex: pack(t, a)},
			"0.2": {Hex: pack(t, b)},
			"0.3": {Hex: pack(t, c)},
		},
		Outputs: []string{"0.3"},
	}})[0]
	if !verdict.OK {
		t.Fatal(verdict.Text())
	}
	got := words(t, verdict.Buffers["0.3"])
	for row := range rows {
		for column := range columns {
			want := -c[row*columns+column]
			for k := range inner {
				want += 2 * a[row*inner+k] * b[k*columns+column]
			}
			if x := math.Float32frombits(got[row*columns+column]); x != want {
				t.Fatalf("row %d, column %d is %v, want %v", row, column, x, want)
			}
		}
	}
}

// TestPrefixSumOnDriver sums numbers in two passes on a Vulkan driver.
func TestPrefixSumOnDriver(t *testing.T) {
	const n, blocks = 1000, 4
	input := make([]uint32, n)
	for i := range input {
		input[i] = uint32(i*i)%1000 + 1
	}
	code := ownShader(t, "prefix_sum.wgsl")
	job := gpuJob{Name: "scan", SPIRV: code, Entry: "scan", Workgroups: [3]int{blocks, 1, 1},
		Buffers: map[string]gpuBuffer{"0.0": {Hex: pack(t, input)}, "0.1": {Size: 4 * n}, "0.2": {Size: 4 * blocks}},
		Outputs: []string{"0.1", "0.2"}}
	first := harness.Oracle(t, "vk-run", []gpuJob{job})[0]
	if !first.OK {
		t.Fatal(first.Text())
	}
	job.Name, job.Entry = "add_blocks", "add_blocks"
	job.Buffers = map[string]gpuBuffer{"0.1": {Hex: first.Buffers["0.1"]}, "0.2": {Hex: first.Buffers["0.2"]}}
	job.Outputs = []string{"0.1"}
	second := harness.Oracle(t, "vk-run", []gpuJob{job})[0]
	if !second.OK {
		t.Fatal(second.Text())
	}
	sum := uint32(0)
	for i, x := range words(t, second.Buffers["0.1"]) {
		sum += input[i]
		if x != sum {
			t.Fatalf("the sum up to %d is %d, want %d", i, x, sum)
		}
	}
}

// TestParticlesOnDriver moves particles one step on a Vulkan driver: one falls
// freely, one bounces off the ground, one is born again.
func TestParticlesOnDriver(t *testing.T) {
	type particle struct {
		Position [3]float32
		Age      float32
		Velocity [3]float32
		Seed     uint32
	}
	before := []particle{
		{Position: [3]float32{0, 10, 0}, Velocity: [3]float32{1, 0, 0}},
		{Position: [3]float32{5, 0.5, 0}, Velocity: [3]float32{0, -4, 0}},
		{Age: 100, Seed: 7},
	}
	// gravity, step, wind, drag, obstacle, emitter, lifetime, count and padding
	uniform := []float32{0, -8, 0, 0.25, 0, 0, 0, 0, 100, 100, 100, 1, 3, 4, 5, 10}
	verdict := harness.Oracle(t, "vk-run", []gpuJob{{
		Name: "particles", SPIRV: ownShader(t, "particles.wgsl"), Entry: "main", Workgroups: [3]int{1, 1, 1},
		Buffers: map[string]gpuBuffer{
			"0.0": {Hex: pack(t, uniform, uint32(len(before)), [3]uint32{})},
			"0.1": {Hex: pack(t, before)},
			"0.2": {Size: 32 * len(before)},
		},
		Outputs: []string{"0.2"},
	}})[0]
	if !verdict.OK {
		t.Fatal(verdict.Text())
	}
	after := make([]particle, len(before))
	raw, err := hex.DecodeString(verdict.Buffers["0.2"])
	if err != nil {
		t.Fatal(err)
	}
	if err := binary.Read(bytes.NewReader(raw), binary.LittleEndian, after); err != nil {
		t.Fatal(err)
	}
	// All but the square root and the sines of a birth is exact here.
	falls := particle{Position: [3]float32{0.25, 9.5, 0}, Age: 0.25, Velocity: [3]float32{1, -2, 0}}
	if after[0] != falls {
		t.Errorf("the falling particle is %+v, want %+v", after[0], falls)
	}
	if p := after[1]; p.Position[1] != 0 || math.Abs(float64(p.Velocity[1])-3.6) > 1e-6 {
		t.Errorf("the bouncing particle is %+v", p)
	}
	if p := after[2]; p.Age != 0 || p.Position != [3]float32{3, 4, 5} || p.Velocity[1] < 4 || p.Velocity[1] > 5 || p.Seed == 7 {
		t.Errorf("the newborn particle is %+v", p)
	}
}
