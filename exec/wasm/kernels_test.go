package wasm_test

// The kernels of the corpus: results beside the reference engine, and with
// REFRACT_SPEED=1 processor time beside it and beside a Vulkan driver.

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	back "refract/back/spirv"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// A kernel is how a kernel is run at a scale.
type kernel struct {
	name    string
	size    func(scale int) (workgroups [3]uint32, buffers [][]byte) // by binding
	small   int
	large   int // takes lavapipe about 100 ms
	integer bool
}

func floats(n int) []byte {
	b := make([]byte, 0, 4*n)
	for i := range n {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32((i*2654435761)%1000)/1000))
	}
	return b
}

func words(n int, of func(i int) uint32) []byte {
	b := make([]byte, 0, 4*n)
	for i := range n {
		b = binary.LittleEndian.AppendUint32(b, of(i))
	}
	return b
}

func uniforms(n, m, k int, t float32) []byte {
	b := words(3, func(i int) uint32 { return uint32([]int{n, m, k}[i]) })
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(t))
}

// picture is a kernel over s by s elements, in workgroups of w by h.
func picture(w, h int) func(int) ([3]uint32, [][]byte) {
	return func(s int) ([3]uint32, [][]byte) {
		return [3]uint32{uint32(s / w), uint32(s / h), 1}, [][]byte{make([]byte, 4*s*s), floats(4 * s * s), floats(2 * s * s), uniforms(s, s, s, 0.5)}
	}
}

func linear(w, in, out int, first func(i int) uint32) func(int) ([3]uint32, [][]byte) {
	return func(s int) ([3]uint32, [][]byte) {
		a := floats(s * in)
		if first != nil {
			a = words(s*in, first)
		}
		return [3]uint32{uint32(s / w), 1, 1}, [][]byte{make([]byte, 4*s*out), a, floats(s * in), uniforms(s, 16, 16, 0.5)}
	}
}

func scramble(i int) uint32 { return uint32(i) * 2654435761 }

var kernelList = []kernel{
	{"blur", picture(8, 8), 32, 1024, false},
	{"conv3x3", picture(8, 8), 32, 2048, false},
	{"fbm", picture(8, 8), 16, 1024, false},
	{"fft", func(s int) ([3]uint32, [][]byte) { return [3]uint32{uint32(s), 1, 1}, [][]byte{floats(512 * s)} }, 2, 1024, false},
	{"grayscott", picture(8, 8), 32, 2048, false},
	{"hist", func(s int) ([3]uint32, [][]byte) {
		return [3]uint32{uint32(s), 1, 1}, [][]byte{make([]byte, 1024), words(4096*s, scramble)}
	}, 2, 512, true},
	{"mandelbrot", picture(8, 8), 32, 1024, false},
	{"matmul_tiled", picture(16, 16), 32, 512, false},
	{"nbody", func(s int) ([3]uint32, [][]byte) {
		return [3]uint32{uint32(s / 64), 1, 1}, [][]byte{floats(8 * s), make([]byte, 32*s)}
	}, 64, 4096, false},
	{"pbr", linear(64, 16, 4, nil), 64, 1 << 16, false},
	{"reduce", func(s int) ([3]uint32, [][]byte) {
		return [3]uint32{uint32(s), 1, 1}, [][]byte{make([]byte, 4*s), floats(256 * s), floats(4), uniforms(256*s, 0, 0, 0)}
	}, 2, 1 << 14, false},
	{"sdf", picture(8, 8), 16, 512, false},
	{"sha256", linear(64, 16, 8, scramble), 64, 1 << 16, true},
	{"skin", func(s int) ([3]uint32, [][]byte) {
		v := words(16*s, func(i int) uint32 {
			if k := i % 16; k >= 8 && k < 12 {
				return uint32(i) % 32
			}
			return math.Float32bits(float32(i%97) / 97)
		})
		return [3]uint32{uint32(s / 64), 1, 1}, [][]byte{make([]byte, 64*s), v, floats(16 * 32)}
	}, 64, 1 << 18, false},
	{"vm", func(s int) ([3]uint32, [][]byte) {
		code := words(64, func(i int) uint32 {
			return []uint32{3, 5<<3 | 0, 2, 9<<3 | 0, 1, 3, 1}[i%7]
		})
		code = binary.LittleEndian.AppendUint32(code[:4*63], 7)
		return [3]uint32{uint32(s / 64), 1, 1}, [][]byte{make([]byte, 4*s), code}
	}, 64, 1 << 18, true},
}

// kernelModule reads a kernel.
func kernelModule(t testing.TB, name string) *ir.Module {
	t.Helper()
	dir := os.Getenv("REFRACT_CORPUS")
	if dir == "" || harness.IsOwn() {
		dir = filepath.Join(harness.Root(t), "..", "shared", "corpus")
	}
	src, err := os.ReadFile(filepath.Join(dir, "kernels", name+".wgsl"))
	if err != nil {
		t.Skipf("no kernel: %v", err)
	}
	return readModule(t, string(src))
}

func readModule(t testing.TB, src string) *ir.Module {
	t.Helper()
	m := ir.NewModule()
	var list diag.List
	if new(wgsl.Reader).Read(m, src, 1, wgsl.Options{}, &list) != nil {
		new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list)
	}
	if list.HasErrors() {
		t.Fatalf("%v", list.Sorted()[0].Message)
	}
	return m
}

// runKernel runs a kernel on buffers, which it changes.
func runKernel(p exec.Program, workgroups [3]uint32, buffers [][]byte) error {
	var r exec.Resources
	for k, b := range buffers {
		r.Bind(0, uint32(k), &exec.Buffer{Data: b})
	}
	_, err := p.Dispatch(context.Background(), "main", workgroups, &r, exec.RunOptions{})
	return err
}

// TestKernels compares the kernels' results with the reference engine's.
func TestKernels(t *testing.T) {
	for _, k := range kernelList {
		t.Run(k.name, func(t *testing.T) {
			m := kernelModule(t, k.name)
			workgroups, want := k.size(k.small)
			_, got := k.size(k.small)
			a, err := interp.Engine{}.Load(m, exec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			b, err := wasm.Engine{}.Load(m, exec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if err := runKernel(a, workgroups, want); err != nil {
				t.Fatal(err)
			}
			if err := runKernel(b, workgroups, got); err != nil {
				t.Fatal(err)
			}
			for n := range want {
				if !bytes.Equal(want[n], got[n]) {
					for at := 0; at < len(want[n]); at += 4 {
						if !bytes.Equal(want[n][at:at+4], got[n][at:at+4]) {
							t.Fatalf("buffer %d at %d: %x and %x", n, at, want[n][at:at+4], got[n][at:at+4])
						}
					}
				}
			}
		})
	}
}

// processor is the processor time that this process has used.
func processor() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestKernelSpeed prints processor times, where REFRACT_SPEED=1 asks for it.
func TestKernelSpeed(t *testing.T) {
	if os.Getenv("REFRACT_SPEED") != "1" {
		t.Skip("REFRACT_SPEED isn't 1")
	}
	device, vkErr := vkrun.Open()
	if vkErr != nil {
		t.Log(vkErr)
	}
	product, count := 1.0, 0
	for _, k := range kernelList {
		if only := os.Getenv("KERNEL"); only != "" && only != k.name {
			continue
		}
		m := kernelModule(t, k.name)
		measure := func(run func() error) time.Duration {
			best := time.Duration(math.MaxInt64)
			for range 3 {
				begin := processor()
				if err := run(); err != nil {
					t.Errorf("%s: %v", k.name, err)
					return 1
				}
				best = min(best, processor()-begin)
			}
			return best
		}
		begin := processor()
		p, err := wasm.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		workgroups, buffers := k.size(k.small)
		if err := runKernel(p, workgroups, buffers); err != nil {
			t.Errorf("%s: %v", k.name, err)
			continue
		}
		compile := processor() - begin
		workgroups, buffers = k.size(k.large)
		fast := measure(func() error { return runKernel(p, workgroups, buffers) })
		line := fmt.Sprintf("%-14s compile %6.1f ms  wasm %8.1f ms", k.name, float64(compile)/1e6, float64(fast)/1e6)
		if os.Getenv("INTERP") == "1" {
			slow, err := interp.Engine{}.Load(m, exec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			one, small := k.size(k.small)
			times := measure(func() error { return runKernel(slow, one, small) })
			scale := float64(workgroups[0]) * float64(workgroups[1]) / (float64(one[0]) * float64(one[1]))
			line += fmt.Sprintf("  interp %9.0f ms (%4.0f times)", float64(times)*scale/1e6, float64(times)*scale/float64(fast))
		}
		if device != nil {
			var w back.Writer
			o := differential.SPIRVOptions()
			o.EntryPoint, o.Stage = "main", ir.StageCompute
			o.Overrides = map[string]float64{}
			code, err := w.Write(nil, m, o)
			if err != nil {
				t.Fatal(err)
			}
			var bindings []vkrun.Binding
			for i := range m.Globals {
				if g := &m.Globals[i]; i > 0 && g.HasBinding {
					bindings = append(bindings, vkrun.Binding{Binding: g.Binding.Binding, Data: bytes.Clone(buffers[g.Binding.Binding])})
				}
			}
			shader := vkrun.Shader{Entry: "main", SPIRV: spirv.AppendBytes(nil, code)}
			other := measure(func() error { return device.Compute(shader, bindings, nil, workgroups) })
			line += fmt.Sprintf("  lavapipe %8.1f ms  ratio %.2f", float64(other)/1e6, float64(other)/float64(fast))
			product *= float64(other) / float64(fast)
			count++
		}
		t.Log(line)
	}
	if count > 0 {
		t.Logf("geometric mean of lavapipe's processor time over that of wasm: %.2f", math.Pow(product, 1/float64(count)))
	}
}

// TestStartSpeed prints the processor time from a module to the end of its first
// workgroup, where REFRACT_SPEED=1 asks for it: with code kept in the folder
// REFRACT_CACHE, if that is set.
func TestStartSpeed(t *testing.T) {
	if os.Getenv("REFRACT_SPEED") != "1" {
		t.Skip("REFRACT_SPEED=1 measures")
	}
	if folder := os.Getenv("REFRACT_CACHE"); folder != "" {
		wasm.CacheIn(folder)
	}
	for _, k := range kernelList {
		m := kernelModule(t, k.name)
		_, buffers := k.size(k.small)
		begin := processor()
		p, err := wasm.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := runKernel(p, [3]uint32{1, 1, 1}, buffers); err != nil {
			t.Fatal(err)
		}
		t.Logf("%-14s %v", k.name, processor()-begin)
	}
}
