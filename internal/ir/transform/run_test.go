package transform_test

// This file runs shaders before and after transforms.

import (
	"bytes"
	"context"
	"encoding/binary"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/ir"
)

// pipelines are transforms that must not change what a shader does.
var pipelines = map[string]func(m *ir.Module){
	"text": func(m *ir.Module) {
		read, err := ir.ParseString("printed", ir.Print(m))
		if err != nil {
			panic(err)
		}
		read.CloneInto(m)
	},
	"polyfill": func(m *ir.Module) { transform.Polyfill(m, transform.SPIRVPolyfills|transform.PolyfillDotPacked) },
	"more polyfills": func(m *ir.Module) {
		transform.Polyfill(m, transform.PolyfillFirstBits|transform.PolyfillBitFieldOps|transform.PolyfillCarry)
	},
	"divisions":   func(m *ir.Module) { transform.Divisions(m, transform.DivisionOptions{}) },
	"magnitudes":  func(m *ir.Module) { transform.Divisions(m, transform.DivisionOptions{Magnitudes: true}) },
	"shifts":      func(m *ir.Module) { transform.Shifts(m) },
	"conversions": func(m *ir.Module) { transform.Conversions(m, transform.ConversionOptions{NaN: true}) },
	"zero": func(m *ir.Module) {
		transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true, Workgroup: true})
	},
	"uniform loads": func(m *ir.Module) { transform.UniformLoads(m) },
	"spill":         func(m *ir.Module) { transform.SpillDynamic(m, transform.SpillOptions{Vectors: true}) },
	"restrict": func(m *ir.Module) {
		transform.BoundsChecks(m, transform.BoundsOptions{transform.Restrict, transform.Restrict, transform.Restrict, transform.Restrict, transform.Restrict})
	},
	"read zero": func(m *ir.Module) {
		transform.BoundsChecks(m, transform.BoundsOptions{transform.ReadZeroSkipWrite, transform.ReadZeroSkipWrite, transform.ReadZeroSkipWrite, transform.ReadZeroSkipWrite, transform.ReadZeroSkipWrite})
	},
	"loops":       func(m *ir.Module) { transform.BoundLoops(m, transform.LoopOptions{All: true}) },
	"short loops": func(m *ir.Module) { transform.BoundLoops(m, transform.LoopOptions{Limit: 1 << 20}) },
	"switches":    func(m *ir.Module) { transform.SimplifySwitches(m) },
	"continues":   func(m *ir.Module) { transform.ForwardContinues(m) },
	"end returns": func(m *ir.Module) { transform.EndReturns(m) },
	"returns":     func(m *ir.Module) { transform.ForwardReturns(m) },
	"fallthrough": func(m *ir.Module) { transform.RemoveFallThrough(m) },
	"if chain":    func(m *ir.Module) { transform.SwitchesToIfs(m) },
	"selectors":   func(m *ir.Module) { transform.ComputeSelectors(m) },
	"elementary": func(m *ir.Module) {
		transform.Divisions(m, transform.DivisionOptions{}) // of what it divides, remainders are made
		transform.Elementary(m)
	},
	"signed words": func(m *ir.Module) { transform.SignedWords(m) },
	"compact":      func(m *ir.Module) { compact.Module(m, compact.Options{}) },
	"booleans":     func(m *ir.Module) { transform.BoolOperations(m) },
	"scalar bools": func(m *ir.Module) { transform.BoolScalars(m) },
	"remainders": func(m *ir.Module) {
		transform.Divisions(m, transform.DivisionOptions{})
		transform.Remainders(m, transform.RemainderOptions{Floats: true, Signed: true})
	},
	"wrap":              func(m *ir.Module) { transform.CountersDontWrap(m); transform.WrapSigned(m) },
	"fold integers":     func(m *ir.Module) { transform.FoldIntegers(m) },
	"compare exchanges": func(m *ir.Module) { transform.CompareExchanges(m) },
	"atomics": func(m *ir.Module) {
		transform.AtomicOperations(m, transform.AtomicOptions{Load: true, Store: true, Sub: true})
	},
	"continuing": func(m *ir.Module) { transform.Continuing(m) },
	"forward": func(m *ir.Module) {
		transform.Polyfill(m, transform.PolyfillModf|transform.PolyfillFrexp)
		transform.ForwardResults(m)
	},
	"localize": func(m *ir.Module) {
		transform.BoundsChecks(m, transform.BoundsOptions{Index: transform.Restrict, Buffer: transform.Restrict}) // it takes indices to be in bounds
		transform.LocalizeStores(m)
	},
	"linear indices": func(m *ir.Module) { transform.LinearIndices(m) },
	"inputs": func(m *ir.Module) {
		transform.SplitInputs(m, func(*ir.EntryPoint, ir.TypeID) bool { return false })
	},
	"pointer params": func(m *ir.Module) {
		if err := transform.PointerParams(m, transform.PointerParamOptions{Resources: true, Variables: true}); err != nil {
			panic(err)
		}
		compact.Module(m, compact.Options{})
	},
	"stores": func(m *ir.Module) { transform.StoreParts(m, transform.StorePartsOptions{Vectors: true}) },
	"padding": func(m *ir.Module) {
		if err := transform.PadStructs(m, transform.PaddingOptions{Uniform: ir.LayoutStd140, Storage: ir.LayoutStd430}); err != nil {
			panic(err)
		}
	},
	"all": func(m *ir.Module) {
		transform.Polyfill(m, transform.SPIRVPolyfills)
		transform.Divisions(m, transform.DivisionOptions{})
		transform.Shifts(m)
		transform.Conversions(m, transform.ConversionOptions{NaN: true})
		transform.UniformLoads(m)
		transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true, Workgroup: true})
		transform.SpillDynamic(m, transform.SpillOptions{})
		transform.BoundsChecks(m, transform.BoundsOptions{transform.Restrict, transform.Restrict, transform.Restrict, transform.Restrict, transform.Restrict})
		transform.BoundLoops(m, transform.LoopOptions{})
		transform.RemoveFallThrough(m)
		transform.ForwardReturns(m)
		transform.ForwardContinues(m)
		transform.SimplifySwitches(m)
		compact.Module(m, compact.Options{})
	},
}

// runInputs are numbers at the edges of types.
var runInputs = []uint32{0, 1, 2, 5, 31, 32, 33, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xDEADBEEF, 0x7FC00000, 0x4F7FFFFF, 0xCF000001, 0x3FC00000, 1000003}

// TestRun runs testdata/run/*.wgsl and *.ir in the reference interpreter.
func TestRun(t *testing.T) {
	files, err := filepath.Glob("testdata/run/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var sources diag.Sources
		var list diag.List
		var m *ir.Module
		if base := sources.Add(path, string(text)); filepath.Ext(path) == ".ir" {
			m = ir.Parse(string(text), base, &list)
		} else {
			m = wgsl.Parse(string(text), base, wgsl.Options{}, &list)
		}
		if err := list.Err(&sources); err != nil {
			t.Fatal(err)
		}
		transform.Check(t, path, m)
		want := dispatch(t, path, m)
		if len(want)-bytes.Count(want, []byte{0}) < 16 {
			t.Errorf("%s: the outputs say little", path)
		}
		for _, name := range slices.Sorted(maps.Keys(pipelines)) {
			changed := m.Clone()
			pipelines[name](changed)
			transform.Check(t, path+": "+name, changed)
			got := dispatch(t, path+": "+name, changed)
			if name == "read zero" && strings.Contains(path, "memory") {
				continue // what is out of bounds differs, as it should
			}
			if !bytes.Equal(got, want) {
				i := 0
				for got[i] == want[i] {
					i++
				}
				t.Errorf("%s: %s: output %d is %#x, before %#x", path, name, i/4,
					binary.LittleEndian.Uint32(got[i&^3:]), binary.LittleEndian.Uint32(want[i&^3:]))
			}
		}
	}
}

// dispatch runs one workgroup and returns the output buffer.
func dispatch(t *testing.T, what string, m *ir.Module) []byte {
	t.Helper()
	var in []byte
	for _, v := range runInputs {
		in = binary.LittleEndian.AppendUint32(in, v)
	}
	out := exec.NewBuffer(1 << 14)
	if strings.Contains(what, "padding.wgsl") {
		for i := range out.Data {
			out.Data[i] = 0xA5 // of what isn't written nothing may be lost
		}
	}
	var r exec.Resources
	r.Bind(0, 0, out)
	r.Bind(0, 1, &exec.Buffer{Data: in, ReadOnly: true})
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{MaxSteps: 1 << 24}); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	return out.Data
}
