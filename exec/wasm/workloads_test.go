package wasm_test

// Kernels of the kinds that people write, whose results are known: each is computed here
// in Go, too. They run on every engine at every level of optimization, and again with
// contents that mean nothing (NaN, infinities, numbers that lead out of bounds) in buffers
// that are too short, where all have to agree bit for bit.

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/pipeline"
	"refract/ir"
)

// A workload is a kernel of testdata/workloads.
type workload struct {
	name       string
	workgroups [3]uint32
	buffers    func() [][]byte // by binding
	check      func(before, after [][]byte) error
}

func number(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }

func float(b []byte, i int) float64 { return float64(math.Float32frombits(number(b, i))) }

// close64 compares a buffer of floats with what they should be.
func close64(b []byte, want []float64, tolerance float64) error {
	for i, x := range want {
		if got := float(b, i); math.IsNaN(got) || math.Abs(got-x) > tolerance*max(1, math.Abs(x)) {
			return fmt.Errorf("element %d is %v, not %v", i, got, x)
		}
	}
	return nil
}

// centred are numbers between -1 and 1.
func centred(n int) []byte {
	return words(n, func(i int) uint32 { return math.Float32bits(float32(int(scramble(i+1)>>12)%2001-1000) / 1000) })
}

const (
	queries, keys, head = 20, 37, 16
	rows, columns       = 3, 75
	quantRows, blocks   = 40, 3
	width, height       = 19, 13
)

var workloads = []workload{
	{"attention", [3]uint32{2, 1, 1}, func() [][]byte {
		sizes := append(words(2, func(i int) uint32 { return []uint32{queries, keys}[i] }), floatWord(0.25)...)
		return [][]byte{make([]byte, 4*queries*head), centred(queries * head), centred(keys*head + 5)[20:], centred(keys*head + 9)[36:], append(sizes, 1, 0, 0, 0)}
	}, func(in, out [][]byte) error {
		var want []float64
		for q := range queries {
			var weights []float64
			total := 0.0
			for k := range min(keys, q+1) {
				score := 0.0
				for c := range head {
					score += float(in[1], q*head+c) * float(in[2], k*head+c)
				}
				weights = append(weights, math.Exp(score*0.25))
				total += weights[k]
			}
			for c := range head {
				sum := 0.0
				for k, w := range weights {
					sum += w * float(in[3], k*head+c)
				}
				want = append(want, sum/total)
			}
		}
		return close64(out[0], want, 1e-5)
	}},
	{"layernorm", [3]uint32{rows, 1, 1}, func() [][]byte {
		return [][]byte{make([]byte, 4*rows*columns), centred(rows * columns), floats(columns), centred(columns), append(words(1, func(int) uint32 { return columns }), floatWord(1e-5)...)}
	}, func(in, out [][]byte) error {
		var want []float64
		for r := range rows {
			sum, squares := 0.0, 0.0
			for c := range columns {
				x := float(in[1], r*columns+c)
				sum, squares = sum+x, squares+x*x
			}
			mean := sum / columns
			scale := 1 / math.Sqrt(squares/columns-mean*mean+1e-5)
			for c := range columns {
				want = append(want, (float(in[1], r*columns+c)-mean)*scale*float(in[2], c)+float(in[3], c))
			}
		}
		return close64(out[0], want, 1e-4)
	}},
	{"bitonic", [3]uint32{3, 1, 1}, func() [][]byte {
		return [][]byte{words(3*128*2, func(i int) uint32 { return scramble(i) >> (i % 2 * 8) })}
	}, func(in, out [][]byte) error {
		for block := range 3 {
			pairs := func(b []byte) (list [][2]uint32) {
				for i := range 128 {
					list = append(list, [2]uint32{number(b, 256*block+2*i), number(b, 256*block+2*i+1)})
				}
				return list
			}
			want, got := pairs(in[0]), pairs(out[0])
			slices.SortFunc(want, func(x, y [2]uint32) int { return slices.Compare(x[:], y[:]) })
			if !slices.Equal(got, want) {
				return fmt.Errorf("block %d isn't sorted", block)
			}
		}
		return nil
	}},
	{"radix", [3]uint32{4, 1, 1}, func() [][]byte {
		return [][]byte{make([]byte, 4*256), make([]byte, 4*16), words(256, scramble), words(1, func(int) uint32 { return 13 })}
	}, func(in, out [][]byte) error {
		counts := make([]uint32, 16)
		digit := func(x uint32) uint32 { return x >> 13 & 15 }
		for block := range 4 {
			var list []uint32
			for i := range 64 {
				x := number(in[2], 64*block+i)
				list = append(list, x)
				counts[digit(x)]++
			}
			slices.SortStableFunc(list, func(x, y uint32) int { return int(digit(x)) - int(digit(y)) })
			for i, x := range list {
				if got := number(out[0], 64*block+i); got != x {
					return fmt.Errorf("key %d of block %d is %#x, not %#x", i, block, got, x)
				}
			}
		}
		for d, n := range counts {
			if got := number(out[1], d); got != n {
				return fmt.Errorf("there are %d of digit %d, not %d", got, d, n)
			}
		}
		return nil
	}},
	{"quantized", [3]uint32{2, 1, 1}, func() [][]byte {
		// Halves: 1/16 to 1/8 in steps of 2^-14, and a zero point of -0.5.
		scales := words(quantRows*blocks, func(i int) uint32 { return 0x2c00 + uint32(i)%1024 | 0xb800<<16 })
		return [][]byte{make([]byte, 4*quantRows), words(quantRows*blocks*4, scramble), scales, words(blocks*8, scramble), words(2, func(i int) uint32 { return []uint32{quantRows, blocks}[i] })}
	}, func(in, out [][]byte) error {
		var want []float64
		for r := range quantRows {
			sum := 0.0
			for b := range blocks {
				at := r*blocks + b
				scale := float64(1024+number(in[2], at)&1023) / 1024 / 16
				for w := range 4 {
					word := number(in[1], at*4+w)
					for half := range 2 {
						x := number(in[3], b*8+w*2+half)
						for lane := range 4 {
							weight := float64(word >> (8*lane + 4*half) & 15)
							sum += (weight*scale - 0.5) * float64(int8(x>>(8*lane)))
						}
					}
				}
			}
			want = append(want, sum)
		}
		return close64(out[0], want, 1e-4)
	}},
	{"halo", [3]uint32{(width + 7) / 8, (height + 7) / 8, 1}, func() [][]byte {
		return [][]byte{make([]byte, 4*width*height), centred(width * height), floats(25), words(2, func(i int) uint32 { return []uint32{width, height}[i] })}
	}, func(in, out [][]byte) error {
		var want []float64
		for y := range height {
			for x := range width {
				sum := 0.0
				for j := range 5 {
					for i := range 5 {
						sum += float(in[2], 5*j+i) * float(in[1], min(max(y+j-2, 0), height-1)*width+min(max(x+i-2, 0), width-1))
					}
				}
				want = append(want, sum)
			}
		}
		return close64(out[0], want, 1e-5)
	}},
}

func floatWord(x float32) []byte {
	return binary.LittleEndian.AppendUint32(nil, math.Float32bits(x))
}

// optimizedModule is a module after the passes of a level, which keep results.
func optimizedModule(t *testing.T, m *ir.Module, level int) *ir.Module {
	t.Helper()
	s := fromir.Module(m.Clone(), fromir.Options{Strict: true})
	p, err := pipeline.Level(level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pipeline.Run(s, p, pipeline.Options{Establish: true}); err != nil {
		t.Fatal(err)
	}
	back, err := differential.Back(s)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// levels are all levels of optimization.
var levels = []int{0, 1, pipeline.MaxLevel, pipeline.Small}

func TestWorkloads(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(harness.Root(t), "testdata/workloads/*.wgsl"))
	if err != nil || len(files) != len(workloads) {
		t.Fatalf("%d files of %d workloads: %v", len(files), len(workloads), err)
	}
	for _, w := range workloads {
		text, err := os.ReadFile(filepath.Join(harness.Root(t), "testdata/workloads", w.name+".wgsl"))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(w.name, func(t *testing.T) {
			m := readModule(t, string(text))
			for _, level := range levels {
				o := m
				if level != 0 {
					o = optimizedModule(t, m, level)
				}
				for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
					p, err := e.Load(o, exec.LoadOptions{})
					if err != nil {
						t.Fatal(err)
					}
					before, after := w.buffers(), w.buffers()
					if err := runKernel(p, w.workgroups, after); err != nil {
						t.Fatal(err)
					}
					if err := w.check(before, after); err != nil {
						t.Errorf("%T at %s: %v", e, pipeline.LevelName(level), err)
					}
				}
			}
		})
		t.Run(w.name+"/odd", func(t *testing.T) {
			ran := 0
			for seed := range uint64(12) {
				j, err := differential.NewJob(w.name, string(text), "main", [3]uint32{2, 1, 1}, nil, seed)
				if err != nil {
					t.Fatal(err)
				}
				engines := []differential.Engine{differential.Of(wasm.Engine{})}
				for _, level := range levels[1:] {
					engines = append(engines, differential.Optimized(level), differential.OptimizedInterp(level))
				}
				want, err := differential.Interpreter().Run(j)
				if err != nil {
					continue // a loop that takes too long, of sizes that mean nothing
				}
				ran++
				for _, e := range engines {
					got, err := e.Run(j)
					if err != nil {
						t.Errorf("seed %d, %s: %v", seed, e.Name, err)
					} else if d := equal(want, got); d != "" {
						t.Errorf("seed %d, %s: %s", seed, e.Name, d)
					}
				}
			}
			if ran < 3 {
				t.Errorf("%d of 12 came to an end", ran)
			}
		})
	}
}
