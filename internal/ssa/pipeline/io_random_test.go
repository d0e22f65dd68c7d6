package pipeline_test

// This file makes up fragment shaders with inputs and outputs of every kind, arrays and
// matrices among them, accessed whole and in part by indices known and not, and compares
// what they write before and after the passes about inputs and outputs.

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/num"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

type ioMaker struct {
	r      *rand.Rand
	s      *ssa.Shader
	f      *ssa.Function
	ins    []ssa.VarID
	outs   []ssa.VarID
	floats []ssa.Value
}

// place is the address of a scalar, vector or more of a variable.
func (m *ioMaker) place(b *ssa.Builder, v ssa.VarID) ssa.Value {
	types := &m.s.Module.Types
	p := b.DerefVar(v)
	for m.r.IntN(4) > 0 {
		pt := *types.At(m.f.Type(p))
		t := *types.At(pt.Base)
		n, e := int(t.Length), t.Base
		switch t.Kind {
		case ir.TypeScalar:
			return p
		case ir.TypeVector:
			n, e = int(t.Rows), ir.ScalarTypeOf(t.Scalar)
		case ir.TypeMatrix:
			n, e = int(t.Columns), ir.VectorOf(t.Scalar, int(t.Rows))
		}
		index := b.U32(uint32(m.r.IntN(n)))
		if m.r.IntN(3) == 0 {
			index = b.Op(op.F2U, ir.TypeU32, m.floats[m.r.IntN(len(m.floats))])
		}
		p = b.DerefArray(types.Pointer(e, pt.Space, pt.Access, pt.Layout), p, index)
	}
	return p
}

func (m *ioMaker) take(b *ssa.Builder, v ssa.Value) {
	types := &m.s.Module.Types
	for {
		switch t := *types.At(m.f.Type(v)); t.Kind {
		case ir.TypeScalar:
			m.floats = append(m.floats, v)
			return
		case ir.TypeVector:
			v = b.Component(v, m.r.IntN(int(t.Rows)))
		case ir.TypeMatrix:
			v = b.Extract(ir.VectorOf(t.Scalar, int(t.Rows)), v, m.r.IntN(int(t.Columns)))
		default:
			v = b.Extract(t.Base, v, m.r.IntN(int(t.Length)))
		}
	}
}

func (m *ioMaker) make(b *ssa.Builder, t ir.TypeID) ssa.Value {
	var list []ssa.Value
	o := op.Compose
	switch ty := *m.s.Module.Types.At(t); ty.Kind {
	case ir.TypeScalar:
		return m.floats[m.r.IntN(len(m.floats))]
	case ir.TypeVector:
		o = op.Vec
		for range ty.Rows {
			list = append(list, m.make(b, ir.ScalarTypeOf(ty.Scalar)))
		}
	case ir.TypeMatrix:
		for range ty.Columns {
			list = append(list, m.make(b, ir.VectorOf(ty.Scalar, int(ty.Rows))))
		}
	default:
		for range ty.Length {
			list = append(list, m.make(b, ty.Base))
		}
	}
	return b.Op(o, t, list...)
}

func (m *ioMaker) list(b *ssa.Builder, depth int) {
	scope := len(m.floats)
	for range 3 + m.r.IntN(6) {
		switch k := m.r.IntN(8); {
		case k < 3:
			m.take(b, b.Load(m.place(b, m.ins[m.r.IntN(len(m.ins))])))
		case k < 6:
			p := m.place(b, m.outs[m.r.IntN(len(m.outs))])
			t := m.s.Module.Types.Pointee(m.f.Type(p))
			i := b.Store(p, m.make(b, t))
			if n := m.s.Module.Types.ComponentCount(t); n > 1 && m.r.IntN(3) == 0 {
				m.f.SetWords(i, [2]uint32{uint32(1 + m.r.IntN(1<<n-1))})
			}
		case k == 6:
			m.take(b, b.Load(m.place(b, m.outs[m.r.IntN(len(m.outs))])))
		case depth < 2:
			n := b.If(b.Op(op.FLt, ir.TypeBool, m.floats[m.r.IntN(len(m.floats))], m.floats[m.r.IntN(len(m.floats))]))
			for _, l := range []ssa.ListID{m.f.Then(n), m.f.Else(n)} {
				at := m.f.Build(m.f.EndOf(m.f.ListLast(l)))
				m.list(&at, depth+1)
				if m.r.IntN(4) == 0 {
					at = m.f.Build(m.f.EndOf(m.f.ListLast(l)))
					at.Jump(op.Return)
				}
			}
		}
	}
	m.floats = m.floats[:scope]
}

// randomIO is a fragment shader with made-up inputs and outputs.
func randomIO(seed uint64) *ssa.Shader {
	s := ssa.NewShader(ir.NewModule())
	r := rand.New(rand.NewPCG(seed, 5))
	m := ioMaker{r: r, s: s}
	vec := func(n int) ir.TypeID { return ir.VectorOf(ir.F32, n) }
	kinds := []ir.TypeID{ir.TypeF32, vec(2), vec(3), vec(4), ir.MatrixOf(ir.F32, 2, 3), ir.MatrixOf(ir.F32, 3, 2),
		s.Module.Types.Array(vec(2), 3), s.Module.Types.Array(ir.TypeF32, 4), s.Module.Types.Array(ir.MatrixOf(ir.F32, 2, 2), 2)}
	add := func(mode ssa.Mode, access ir.AccessMode) (list []ssa.VarID) {
		at := uint32(r.IntN(3))
		for k := range 1 + r.IntN(4) {
			t := kinds[r.IntN(len(kinds))]
			v := ssa.Variable{Name: fmt.Sprintf("%s%d", mode, k), Mode: mode, Type: t, Access: access, IO: ir.Binding{Kind: ir.BindLocation, Location: at}}
			if n := s.Module.Types.ComponentCount(t); n == 1 || n == 2 {
				v.IO.Component = uint8(r.IntN(3))
			}
			list = append(list, s.AddVar(v))
			at += 8
		}
		if r.IntN(2) == 0 { // of one location
			for k, c := range []uint8{0, uint8(1 + r.IntN(2))} {
				list = append(list, s.AddVar(ssa.Variable{Name: fmt.Sprintf("%s_part%d", mode, k), Mode: mode, Type: vec(1 + k), Access: access,
					IO: ir.Binding{Kind: ir.BindLocation, Location: at, Component: c}}))
			}
		}
		return list
	}
	m.ins, m.outs = add(ssa.ModeShaderIn, ir.AccessRead), add(ssa.ModeShaderOut, ir.AccessReadWrite)
	builtIn := func(mode ssa.Mode, access ir.AccessMode, t ir.TypeID, x ir.BuiltIn) ssa.VarID {
		return s.AddVar(ssa.Variable{Name: x.String(), Mode: mode, Type: t, Access: access, IO: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: x}})
	}
	position := builtIn(ssa.ModeSystemValue, ir.AccessRead, vec(4), ir.BuiltInPosition)
	m.ins = append(m.ins, position)
	id, f := s.NewFunction("main")
	m.f = f
	s.EntryPoints = append(s.EntryPoints, ir.EntryPoint{Name: "main", Stage: ir.StageFragment, Function: id})
	b := f.Build(f.Entry())
	m.floats = []ssa.Value{b.Const(ir.TypeF32, 0), b.Const(ir.TypeF32, 0x3F800000), b.Const(ir.TypeF32, 0x40000000)}
	for _, v := range m.outs { // a value that is never written is any value
		b.Store(b.DerefVar(v), m.make(&b, f.Var(v).Type))
	}
	if r.IntN(2) == 0 {
		depth := b.DerefVar(builtIn(ssa.ModeShaderOut, ir.AccessReadWrite, ir.TypeF32, ir.BuiltInFragDepth))
		switch from := b.DerefVar(position); r.IntN(4) {
		case 0:
			b.Store(depth, b.Component(b.Load(from), r.IntN(3)))
		case 1:
			pt := *s.Module.Types.At(f.Type(from))
			b.Store(depth, b.Load(b.DerefArray(s.Module.Types.Pointer(ir.TypeF32, pt.Space, pt.Access, pt.Layout), from, b.U32(2))))
		default:
			b.Store(depth, b.Component(b.Load(from), 2))
		}
	}
	m.list(&b, 0)
	return s
}

// drawIO runs a fragment shader on a few pixels and lists what it writes.
func drawIO(s *ssa.Shader) (string, error) {
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
	if err != nil {
		return "", err
	}
	out := ""
	grid := exec.FragmentGrid{Width: 2, Height: 2,
		Input: func(x, y int, b ir.Binding, v exec.View) error {
			if b.Kind == ir.BindBuiltIn {
				for k, c := range [4]float32{float32(x) + 0.5, float32(y) + 0.5, 0.25, float32(int(1)<<(x+2*y)) / 2} {
					binary.LittleEndian.PutUint32(v.Data[4*k:], math.Float32bits(c))
				}
				return nil
			}
			return bySlot(v, int(b.Location), func(location int, v exec.View) {
				if isHalf(v) {
					for k := 0; k+2 <= len(v.Data); k += 2 {
						bits := [...]uint16{0, 0x3C00, 0x4000, 0x4200, 0x4400}[(x+2*y+k/2+int(b.Component)+3*location)%5]
						binary.LittleEndian.PutUint16(v.Data[k:], bits)
					}
					return
				}
				for k := 0; k+4 <= len(v.Data); k += 4 {
					bits := [...]uint32{0, 0x3F800000, 0x40000000, 0x40400000, 0x40800000}[(x+2*y+k/4+int(b.Component)+3*location)%5]
					binary.LittleEndian.PutUint32(v.Data[k:], bits)
				}
			})
		},
		Output: func(x, y int, b ir.Binding, v exec.View) error {
			if b.Kind == ir.BindBuiltIn {
				out += fmt.Sprintf("%d,%d: depth % x\n", x, y, v.Data[:v.Size()])
				return nil
			}
			return bySlot(v, int(b.Location), func(location int, v exec.View) {
				out += fmt.Sprintf("%d,%d: %d.%d: % x\n", x, y, location, b.Component, wideBytes(v))
			})
		},
	}
	_, err = p.Fragments(context.Background(), "main", grid, nil, exec.RunOptions{MaxSteps: 1 << 16})
	return out, err
}

func isHalf(v exec.View) bool { return strings.Contains(v.TypeName(), "f16") }

// wideBytes are the bytes of the floats of a view, each in 32 bits.
func wideBytes(v exec.View) (list []byte) {
	if !isHalf(v) {
		return v.Data[:v.Size()]
	}
	for k := 0; k < v.Size(); k += 2 {
		f := num.F16(binary.LittleEndian.Uint16(v.Data[k:])).F32()
		list = binary.LittleEndian.AppendUint32(list, math.Float32bits(f))
	}
	return list
}

// sameLines reports whether texts have the same lines in any order.
func sameLines(a, b string) bool {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// scalarLines are lines of what is drawn, with one component each.
func scalarLines(text string) map[string]bool {
	list := map[string]bool{}
	for line := range strings.Lines(text) {
		head, data, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		place, bytes, ok := strings.Cut(data, ": ")
		if !ok {
			list[line] = true
			continue
		}
		location, component, _ := strings.Cut(place, ".")
		first, _ := strconv.Atoi(component)
		words := strings.Fields(bytes)
		for k := 0; k+4 <= len(words); k += 4 {
			list[fmt.Sprintf("%s: %s.%d: %v", head, location, first+k/4, words[k:k+4])] = true
		}
	}
	return list
}

func isVector(v exec.View) bool { return strings.HasPrefix(v.TypeName(), "vec") }

// bySlot calls fn for each scalar or vector of a view with its location.
func bySlot(v exec.View, location int, fn func(int, exec.View)) error {
	n := v.Len()
	if isVector(v) || n == 0 {
		fn(location, v)
		return nil
	}
	at := location
	for k := range n {
		part, err := v.Index(k)
		if err != nil {
			return err
		}
		step := 1
		if !isVector(part) && part.Len() > 0 {
			step = part.Len()
		}
		if err := bySlot(part, at, fn); err != nil {
			return err
		}
		at += step
	}
	return nil
}

// TestRandomIO runs made-up shaders before and after lists of passes about inputs and
// outputs. REFRACT_PROGRAMS is how many there are.
func TestRandomIO(t *testing.T) {
	count := uint64(sweep.Count(150))
	lists := [][]*pass.Pass{
		{lower.IOTemporaries},
		{lower.IOSlots, lower.ExplicitIO},
		{lower.ExplicitIO, lower.IOScalar},
		{lower.ExplicitIO, opt.CopyProp, opt.CSE, opt.DCE, lower.IOVector},
		{lower.ExplicitIO, lower.IOScalar, opt.CopyProp, opt.CSE, lower.IOVector, opt.DCE},
		{lower.IOTemporaries, lower.ExplicitIO, lower.Scratch},
		{lower.ExplicitIO, lower.PixelCorners, lower.PositionDivisors},
		{lower.ExplicitIO, lower.PositionDivisors, lower.PixelCorners},
		{lower.ValuesToInputs, lower.IOTemporaries, lower.ExplicitIO, lower.IOScalar},
		{lower.IOTemporaries, lower.VarsToSSA, lower.ExplicitIO, lower.IOScalar, lower.IOVector},
		{lower.MediumpVarsOf(lower.MediumpVarsOptions{Modes: ssa.ModeShaderIn | ssa.ModeShaderOut, Force: true, Whole: true}), lower.ExplicitIO, lower.IOScalar},
		{lower.MediumpVarsOf(lower.MediumpVarsOptions{Modes: ssa.ModeShaderIn, Force: true, Whole: true, Locations: 0x5555_5555}), lower.IOTemporaries, lower.ExplicitIO},
	}
	changed := map[string]int{}
	for seed := range count {
		first := randomIO(seed)
		if err := ssa.Verify(first); err != nil {
			t.Fatal(err)
		}
		want, err := drawIO(first)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, first)
		}
		for _, list := range lists {
			s := first.Clone()
			for _, p := range list {
				before := s.Clone()
				if p.Run(s) {
					changed[p.Name]++
				}
				if err := ssa.Verify(s); err != nil {
					t.Fatalf("seed %d: %s: %v", seed, p.Name, err)
				}
				got, err := drawIO(s)
				if err != nil || got != want {
					t.Fatalf("seed %d: %s: %v\n%s%s\nbefore:\n%s\nafter:\n%s", seed, p.Name, err, want, got, before, s)
				}
			}
		}
		// A depth that isn't written is that of the position.
		d := first.Clone()
		if lower.FragDepth.Run(d) {
			changed[lower.FragDepth.Name]++
			if err := ssa.Verify(d); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			rest, depth := "", fmt.Sprintf("depth % x\n", binary.LittleEndian.AppendUint32(nil, math.Float32bits(0.25)))
			for line := range strings.Lines(want) {
				if !strings.HasSuffix(line, depth) {
					rest += line
				}
			}
			if got, err := drawIO(d); err != nil || got != rest || rest == want {
				t.Fatalf("seed %d: %v\n%s%s\nbefore:\n%s\nafter:\n%s", seed, err, rest, got, first, d)
			}
		}
		// Components of one location are those of one output.
		j := first.Clone()
		if lower.IOJoin.Run(j) {
			changed[lower.IOJoin.Name]++
			if err := ssa.Verify(j); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			got, err := drawIO(j)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			scalars := scalarLines(got)
			for line := range scalarLines(want) {
				if !scalars[line] {
					t.Fatalf("seed %d: no %s in\n%s\nbefore:\n%s\nafter:\n%s", seed, line, got, first, j)
				}
			}
			if lower.IOJoin.Run(j) {
				t.Fatalf("seed %d: there is something to do again", seed)
			}
		}
		// Elements are outputs of their own.
		s := first.Clone()
		if lower.IOElements.Run(s) {
			changed[lower.IOElements.Name]++
			if err := ssa.Verify(s); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if got, err := drawIO(s); err != nil || !sameLines(got, want) {
				t.Fatalf("seed %d: %v\n%s%s\nbefore:\n%s\nafter:\n%s", seed, err, want, got, first, s)
			}
		}
	}
	t.Log(changed)
}
