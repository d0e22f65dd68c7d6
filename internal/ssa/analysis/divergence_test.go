package analysis_test

// What is called uniform never differs: programs are made to write down every value
// that each invocation computes, and run.

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/harness/differential"
	"refract/internal/ir/transform"
	"refract/internal/progen"
	"refract/internal/ssa/analysis"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A watched component is one that programs write down.
type watched struct {
	claim analysis.Uniformity
	value ssa.InstrID
	text  string
}

// watch makes an entry point write down its values outside of loops, 0 or the value,
// and whether it came there, into a buffer at group 7.
func watch(s *ssa.Shader, f *ssa.Function, d *analysis.DivergenceInfo, total uint32) []watched {
	types := &s.Module.Types
	array := types.Array(ir.TypeU32, 0)
	v := s.AddVar(ssa.Variable{Name: "watch", Mode: ssa.ModeSSBO, Type: array, Access: ir.AccessReadWrite, HasBinding: true,
		Binding: ir.ResourceBinding{Group: 7}})
	element := types.Pointer(ir.TypeU32, ir.SpaceStorage, ir.AccessReadWrite, 0)
	// What an atomic load yields depends on when others write; invocations of a group
	// that run in step load at the same time, those of the interpreter don't.
	timed := map[ssa.Value]bool{}
	for grew := true; grew; {
		grew = false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				is := f.Op(i) == op.Load && types.At(types.At(f.Type(f.Arg(i, 0))).Base).Kind == ir.TypeAtomic
				for s := range f.NumSrcs(i) {
					is = is || timed[f.Arg(i, s)]
				}
				if is && !timed[i] {
					timed[i], grew = true, true
				}
			}
		}
	}
	var values []ssa.Value
	for b := range f.Blocks() {
		if f.InnermostLoop(b) != 0 {
			continue
		}
		for i := range f.Instrs(b) {
			if n := f.Bits(i); !timed[i] && f.Comps(i) > 0 && (n == 32 || n == 1) && f.Op(i).Class() != op.ClassConst && f.Op(i).Class() != op.ClassUndef {
				values = append(values, i)
			}
		}
	}
	b := f.Build(f.Entry())
	input := func(x ir.BuiltIn) ssa.Value {
		f.Params = append(f.Params, ir.Argument{Name: x.String(), Type: ir.TypeU32, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: x}})
		i := b.Instr(op.Param, ir.TypeU32)
		f.SetWords(i, [2]uint32{uint32(len(f.Params) - 1)})
		return i
	}
	size := d.Size()
	at := b.Op(op.IAdd, ir.TypeU32, b.Op(op.IMul, ir.TypeU32, input(ir.BuiltInWorkgroupIndex), b.U32(size)), input(ir.BuiltInLocalInvocationIndex))
	base := b.DerefVar(v)
	one, zero := b.U32(1), b.U32(0)
	var list []watched
	for _, i := range values {
		for k := range f.Comps(i) {
			list = append(list, watched{d.Of(i, k), i, fmt.Sprintf("%s %d.%d", f.Op(i), i, k)})
			b := f.BuildAfter(i)
			if f.Op(i) == op.Phi || f.Op(i) == op.Param {
				b = f.Build(f.EndOf(f.Block(i)))
			}
			x := i
			if f.Comps(i) > 1 {
				x = b.Component(i, k)
			}
			if f.Bits(i) == 1 {
				x = b.Op(op.BCsel, ir.TypeU32, x, one, zero)
			}
			row := uint32(2 * (len(list) - 1) * int(total))
			b.Store(b.DerefArray(element, base, b.Op(op.IAdd, ir.TypeU32, at, b.U32(row))), x)
			b.Store(b.DerefArray(element, base, b.Op(op.IAdd, ir.TypeU32, at, b.U32(row+total))), one)
		}
	}
	return list
}

// inputs is with how many inputs each program runs: what differs with none of them only
// by chance is rare then.
const inputs = 6

// An observation is what invocations wrote down of a component.
type observation struct {
	seen               []byte
	row                int
	total, invocations uint32
}

// differs reports whether invocations differ in groups of so many adjacent ones of a
// workgroup.
func (o observation) differs(lanes uint32) bool {
	word := func(k, i uint32) uint32 {
		return binary.LittleEndian.Uint32(o.seen[4*(uint32(2*o.row)*o.total+k*o.total+i):])
	}
	for group := uint32(0); group < o.total; group += o.invocations {
		for from := uint32(0); from < o.invocations; from += lanes {
			first := int64(-1)
			for i := group + from; i < group+min(from+lanes, o.invocations); i++ {
				if word(1, i) == 0 {
					continue
				}
				x := int64(word(0, i))
				if first >= 0 && x != first {
					return true
				}
				first = x
			}
		}
	}
	return false
}

// byContents are the values that are called divergent and depend on what is in memory at
// places that did differ, or on who came first, themselves or by where control came from:
// whether they are the same is up to the contents, which may be all zero. Of an index in a loop, which nobody wrote down, the
// claim is taken. Instructions from count on are of no interest.
func byContents(f *ssa.Function, d *analysis.DivergenceInfo, count int, differed func(ssa.Value) bool) map[ssa.Value]bool {
	list := map[ssa.Value]bool{}
	place := func(p ssa.Value) bool {
		for ; f.Op(p).Class() == op.ClassDeref && f.NumSrcs(p) > 0; p = f.Arg(p, 0) {
			if f.NumSrcs(p) > 1 && differed(f.Arg(p, 1)) {
				return true
			}
		}
		return f.Op(p).Class() != op.ClassDeref && d.OfValue(p) == analysis.Divergent
	}
	// decides says that contents tell by which edge control comes into a block, behind an
	// if or a switch on them or behind a loop that is left by one.
	decides := func(b ssa.NodeID) bool {
		n := f.PrevNode(b)
		switch {
		case n == 0:
			return false
		case f.Kind(n) != ssa.NodeLoop:
			return list[f.Cond(n).Value]
		}
		for _, p := range f.Preds(b) {
			for at := f.Parent(p); at != n && at != 0; at = f.Parent(at) {
				if f.Kind(at) != ssa.NodeLoop && list[f.Cond(at).Value] {
					return true
				}
			}
		}
		return false
	}
	for grew := true; grew; {
		grew = false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if int(i) >= count || list[i] || d.OfValue(i) != analysis.Divergent {
					continue
				}
				is := f.Op(i) == op.Atomic || f.Op(i) == op.Load && place(f.Arg(i, 0))
				for k := range f.NumSrcs(i) {
					is = is || list[f.Arg(i, k)]
				}
				if f.Op(i) == op.Phi {
					is = is || decides(b)
				}
				if is {
					list[i], grew = true, true
				}
			}
		}
	}
	return list
}

// TestDivergence checks random programs. REFRACT_PROGRAMS is how many there are.
func TestDivergence(t *testing.T) {
	count := uint64(sweep.Count(60))
	cpu, err := pipeline.Named("cpu")
	if err != nil {
		t.Fatal(err)
	}
	uniform, decided, found, claims := 0, 0, 0, 0
	misses := map[op.Op]int{}
	for seed := range count {
		p := progen.Generate(seed, progen.Options{Rounding: true, More: seed%2 == 0})
		j, err := differential.NewJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, p.Workgroups, p.Overrides, seed)
		if err != nil {
			t.Fatal(err)
		}
		m := j.Module.Clone()
		if err := transform.SubstituteOverrides(m, j.Overrides); err != nil {
			t.Fatal(err)
		}
		transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true})
		s := fromir.Module(m, fromir.Options{Strict: true})
		if _, err := pipeline.Run(s, cpu, pipeline.Options{Establish: true}); err != nil {
			t.Fatal(err)
		}
		plain, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		size, err := plain.WorkgroupSize(j.Entry)
		if err != nil {
			t.Fatal(err)
		}
		invocations := size[0] * size[1] * size[2]
		total := invocations * j.Workgroups[0] * j.Workgroups[1] * j.Workgroups[2]
		f := s.Funcs[s.EntryPoints[0].Function]
		d := analysis.FindDivergence(f, analysis.Grouping{Size: size, Lanes: 4, Memory: true, Ranges: true})
		instructions := f.InstrCount()
		list := watch(s, f, d, total)
		if err := ssa.Verify(s); err != nil {
			t.Fatal(err)
		}
		program, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		same, ran := make([]bool, len(list)), false
		for n := range same {
			same[n] = true
		}
		for round := range inputs {
			with, err := differential.NewJob(j.Name, p.Source, p.Entry, p.Workgroups, p.Overrides, seed+uint64(round)*1_000_003)
			if err != nil {
				t.Fatal(err)
			}
			var r exec.Resources
			fresh := with.Fresh()
			for i := range with.Buffers {
				r.Bind(with.Buffers[i].Group, with.Buffers[i].Binding, &exec.Buffer{Data: fresh[i]})
			}
			seen := make([]byte, max(8*int(total)*len(list), 4))
			r.Bind(7, 0, &exec.Buffer{Data: seen})
			if _, err := program.Dispatch(context.Background(), j.Entry, j.Workgroups, &r, exec.RunOptions{MaxSteps: differential.MaxSteps}); err != nil {
				continue // out of steps, at most
			}
			ran = true
			for n, w := range list {
				o := observation{seen, n, total, invocations}
				if o.differs(invocations) {
					same[n] = false
					if w.claim == analysis.UniformWorkgroup {
						t.Fatalf("seed %d: %s is called uniform in the workgroup, and isn't", seed, w.text)
					}
				}
				if w.claim == analysis.UniformGroup && o.differs(4) {
					t.Fatalf("seed %d: %s is called uniform in a group, and isn't", seed, w.text)
				}
			}
		}
		watched, differed := map[ssa.Value]bool{}, map[ssa.Value]bool{}
		for n, w := range list {
			watched[w.value] = true
			differed[w.value] = differed[w.value] || !same[n]
		}
		chance := byContents(f, d, instructions, func(v ssa.Value) bool {
			return differed[v] || !watched[v] && d.OfValue(v) == analysis.Divergent
		})
		missed := map[ssa.InstrID]bool{}
		for n, w := range list {
			if !ran {
				break
			}
			if w.claim != analysis.Divergent {
				claims++
			}
			if !same[n] || invocations == 1 {
				continue
			}
			uniform++
			if !chance[w.value] {
				decided++
			}
			if w.claim != analysis.Divergent {
				found++
				continue
			}
			if chance[w.value] {
				continue
			}
			first := true
			for k := range f.NumSrcs(w.value) {
				first = first && !missed[f.Arg(w.value, k)]
			}
			if missed[w.value] = true; first {

				misses[f.Op(w.value)]++
			}
		}
	}
	// What isn't found of what is: the operations with which it begins.
	begins := slices.SortedFunc(maps.Keys(misses), func(x, y op.Op) int {
		return cmp.Or(cmp.Compare(misses[y], misses[x]), cmp.Compare(x, y))
	})
	for _, o := range begins[:min(len(begins), 8)] {
		t.Logf("%5d begin with %v", misses[o], o)
	}
	t.Logf("%d claims hold; of %d components that never differed, %d were found (%.1f%%); %d don't depend on what memory holds at places that differ (%.1f%%)",
		claims, uniform, found, 100*float64(found)/float64(max(uniform, 1)), decided, 100*float64(found)/float64(max(decided, 1)))
	if claims == 0 {
		t.Error("nothing is called uniform")
	}
}
