package validate

// Tests on modules that the text form can't spell: they are built, or broken,
// node by node.

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"refract/diag"
	"refract/ir"
)

// codes validates a module and returns the codes found.
func codes(m *ir.Module) []diag.Code {
	var list diag.List
	var v Validator
	v.Validate(m, Options{Capabilities: All}, &list)
	var out []diag.Code
	for _, d := range list.Sorted() {
		out = append(out, d.Code)
	}
	return out
}

// built makes a module of one function.
func built(body func(m *ir.Module, f *ir.Function, b *ir.Builder)) *ir.Module {
	m := ir.NewModule()
	_, f := m.NewFunction("f")
	f.Args = append(f.Args, ir.Argument{Name: "x", Type: ir.TypeU32})
	var b ir.Builder
	b.Start(m, f)
	mark := b.Begin()
	body(m, f, &b)
	f.Body = b.End(mark)
	return m
}

func TestBuilt(t *testing.T) {
	type build = func(m *ir.Module, f *ir.Function, b *ir.Builder)
	for _, c := range []struct {
		name string
		code diag.Code
		body build
	}{
		{"nothing", "", func(m *ir.Module, f *ir.Function, b *ir.Builder) {}},
		{"emit of a literal", CodeEmit, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			b.Push(f.AddEmit([]ir.ExprID{b.U32(1)}, diag.Span{}))
		}},
		{"emit of a result", CodeEmit, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			b.Push(f.AddEmit([]ir.ExprID{f.AddResult(ir.KindCallResult, ir.TypeU32, diag.Span{})}, diag.Span{}))
		}},
		{"emit twice", CodeEmit, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			x := b.Unary(ir.BitwiseNot, b.U32(1))
			b.Flush()
			b.Push(f.AddEmit([]ir.ExprID{x}, diag.Span{}))
		}},
		{"emit out of order", CodeScope, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			x := f.AddUnary(ir.TypeU32, 0, ir.Unary{Op: ir.BitwiseNot, Value: b.U32(1)}, diag.Span{})
			y := f.AddUnary(ir.TypeU32, 0, ir.Unary{Op: ir.BitwiseNot, Value: x}, diag.Span{})
			b.Push(f.AddEmit([]ir.ExprID{y, x}, diag.Span{}))
		}},
		{"never emitted", CodeScope, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			x := f.AddUnary(ir.TypeU32, 0, ir.Unary{Op: ir.BitwiseNot, Value: b.U32(1)}, diag.Span{})
			b.Unary(ir.BitwiseNot, x)
		}},
		{"expression of itself", CodeScope, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			x := b.Unary(ir.BitwiseNot, b.U32(1))
			f.MapOperands(x, func(ir.ExprID) ir.ExprID { return x })
		}},
		{"unused garbage", "", func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			f.AddUnary(ir.TypeU32, 0, ir.Unary{Op: ir.BitwiseNot, Value: f.AddZeroValue(ir.TypeBool, diag.Span{})}, diag.Span{})
		}},
		{"result of nothing", CodeScope, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			b.Unary(ir.BitwiseNot, f.AddResult(ir.KindCallResult, ir.TypeU32, diag.Span{}))
		}},
		{"populate twice", CodePopulate, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			r := f.AddResult(ir.KindSubgroupResult, ir.VectorOf(ir.U32, 4), diag.Span{})
			b.Push(f.AddSubgroupBallot(ir.SubgroupBallot{Result: r}, diag.Span{}))
			b.Push(f.AddSubgroupBallot(ir.SubgroupBallot{Result: r}, diag.Span{}))
		}},
		{"populate another kind", CodePopulate, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			r := f.AddResult(ir.KindCallResult, ir.VectorOf(ir.U32, 4), diag.Span{})
			b.Push(f.AddSubgroupBallot(ir.SubgroupBallot{Result: r}, diag.Span{}))
		}},
		{"shared block", CodeBlock, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			mark := b.Begin()
			b.Push(f.AddSimple(ir.StmtDemote, diag.Span{}))
			block := b.End(mark)
			b.Nested(block)
			b.Nested(block)
		}},
		{"block in itself", CodeBlock, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			s := f.AddBlockStmt(0, diag.Span{})
			block := f.AddBlock([]ir.StmtID{s})
			f.SetBlock(s, 0, block)
			b.Nested(block)
		}},
		{"shared statement", CodeBlock, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			s := f.AddSimple(ir.StmtDemote, diag.Span{})
			b.Push(s)
			b.Push(s)
		}},
		{"nesting", CodeNesting, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			block := f.AddBlock([]ir.StmtID{f.AddSimple(ir.StmtDemote, diag.Span{})})
			for range maxNesting + 10 {
				block = f.AddBlock([]ir.StmtID{f.AddBlockStmt(block, diag.Span{})})
			}
			b.Nested(block)
		}},
		{"operand out of range", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			f.AddUnary(ir.TypeU32, 0, ir.Unary{Op: ir.BitwiseNot, Value: 1000}, diag.Span{})
		}},
		{"operand missing", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			f.AddBinary(ir.TypeU32, 0, ir.Binary{Op: ir.Add, Left: 1}, diag.Span{})
		}},
		{"type out of range", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) { b.Zero(10000) }},
		{"unknown kind", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) { f.AddRef(200, ir.TypeU32, 1, diag.Span{}) }},
		{"unknown operator", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			f.AddBinary(ir.TypeU32, 0, ir.Binary{Op: 99, Left: b.U32(1), Right: b.U32(1)}, diag.Span{})
		}},
		{"argument out of range", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			f.AddRef(ir.KindArgument, ir.TypeU32, 1, diag.Span{})
		}},
		{"local out of range", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			b.Push(f.AddLocalDecl(ir.LocalDecl{Local: 7}, diag.Span{}))
		}},
		{"statement out of range", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) { b.Push(1000) }},
		{"block out of range", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) { b.Nested(1000) }},
		{"callee out of range", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			b.Push(f.AddCall(ir.Call{Function: 9}, diag.Span{}))
		}},
		{"compose as a unary", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			f.AddUnaryKind(ir.KindImageSample, ir.TypeU32, 0, 9, diag.Span{})
		}},
		{"global out of range", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			f.AddRef(ir.KindGlobal, ir.TypeU32, 1, diag.Span{})
		}},
		{"pointer to nothing", CodeHandle, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			m.Types.Pointer(9999, ir.SpaceFunction, ir.AccessReadWrite, 0)
		}},
		{"constants in a circle", CodeConstCycle, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			m.Constants = append(m.Constants, ir.Constant{Name: "a", Type: ir.TypeU32}, ir.Constant{Name: "b", Type: ir.TypeU32})
			for i := range 2 {
				m.Constants[1+i].Init = ir.ConstID(m.Consts.AddRef(ir.KindConstant, ir.TypeU32, uint32(2-i), diag.Span{}))
			}
		}},
		{"constant without a value", CodeConstant, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			m.Constants = append(m.Constants, ir.Constant{Name: "a", Type: ir.TypeU32})
		}},
		{"load at module scope", "not-const-expression", func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			x := m.Consts.AddLiteral(ir.TypeU32, 1, diag.Span{})
			x = m.Consts.AddUnaryKind(ir.KindLoad, ir.TypeU32, 0, x, diag.Span{})
			m.Constants = append(m.Constants, ir.Constant{Name: "a", Type: ir.TypeU32, Init: ir.ConstID(x)})
		}},
		{"override without a name", CodeOverride, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			m.Overrides = append(m.Overrides, ir.Override{Type: ir.TypeU32})
		}},
		{"entry point without a stage", CodeEntryPoint, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			f.Args = nil
			m.EntryPoints = append(m.EntryPoints, ir.EntryPoint{Name: "f", Function: 1})
		}},
		{"too many parameters", CodeLimit, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			for range maxParameters {
				f.Args = append(f.Args, ir.Argument{Type: ir.TypeU32})
			}
		}},
		{"clause without values", CodeSwitch, func(m *ir.Module, f *ir.Function, b *ir.Builder) {
			b.Push(f.AddSwitch(ir.Switch{Selector: b.U32(1), Cases: []ir.Case{{Default: true}, {}}}, diag.Span{}))
		}},
	} {
		got := codes(built(c.body))
		if c.code == "" && len(got) != 0 || c.code != "" && (len(got) == 0 || slices.ContainsFunc(got, func(g diag.Code) bool { return g != c.code })) {
			t.Errorf("%s: got %v, want %q", c.name, got, c.code)
		}
	}
	for _, m := range []*ir.Module{{}, {Functions: []*ir.Function{nil, nil}}} {
		if got := codes(m); len(got) == 0 {
			t.Error("a module that NewModule didn't make is valid")
		}
	}
	m := ir.NewModule()
	m.Functions = append(m.Functions, nil, new(ir.Function))
	if got := codes(m); len(got) == 0 {
		t.Error("functions that NewFunction didn't make are valid")
	}
}

// breakIt changes one random field of a module through the public interface. It
// reports false if what it made can't be read through the views any more.
func breakIt(m *ir.Module, r *rand.Rand) bool {
	pick := func(n int) uint32 {
		if r.IntN(40) == 0 {
			return r.Uint32() >> r.IntN(32)
		}
		return uint32(r.IntN(n + 1))
	}
	typ := func() ir.TypeID { return ir.TypeID(pick(m.Types.Len())) }
	arena := &m.Consts
	var f *ir.Function
	if len(m.Functions) > 1 && r.IntN(8) > 0 {
		f = m.Functions[1+r.IntN(len(m.Functions)-1)]
		arena = &f.Exprs
	}
	if arena.ExprCount() < 2 {
		return true
	}
	x := ir.ExprID(1 + r.IntN(arena.ExprCount()-1))
	any := func(ir.ExprID) ir.ExprID { return ir.ExprID(pick(arena.ExprCount())) }
	switch r.IntN(22) {
	case 0, 1:
		arena.Overwrite(x, ir.ExprID(r.IntN(arena.ExprCount())))
	case 2, 3:
		arena.SetType(x, typ())
	case 4, 5, 6:
		arena.MapOperands(x, any)
	case 7:
		arena.SetFlags(x, ir.Flags(r.Uint32()))
	case 8:
		arena.AddRef(ir.Kind(r.IntN(40)), typ(), pick(10), diag.Span{})
		return false
	case 9:
		arena.AddUnaryKind(ir.Kind(r.IntN(40)), typ(), ir.Flags(r.Uint32()), any(0), diag.Span{})
		return false
	case 10:
		if m.Types.Len() > int(ir.FirstModuleType) {
			t := m.Types.At(ir.FirstModuleType + ir.TypeID(r.IntN(m.Types.Len()-int(ir.FirstModuleType))))
			switch r.IntN(9) {
			case 0:
				t.Kind = ir.TypeKind(r.IntN(15))
			case 1:
				t.Base = typ()
			case 2:
				t.Space = ir.AddressSpace(r.IntN(10))
			case 3:
				t.Length = pick(10)
			case 4:
				t.LengthExpr = ir.ConstID(pick(10))
			case 5:
				t.Access = ir.AccessMode(r.IntN(9))
			case 6:
				t.Layout = ir.LayoutID(pick(10))
			case 7:
				t.Struct = ir.StructID(pick(len(m.Structs)))
			case 8:
				t.Scalar, t.Class, t.Format = ir.Scalar(r.IntN(17)), ir.ImageClass(r.IntN(5)), ir.StorageFormat(r.IntN(50))
			}
		}
	case 11:
		if len(m.Structs) > 1 {
			s := &m.Structs[1+r.IntN(len(m.Structs)-1)]
			switch {
			case len(s.Members) == 0:
			case r.IntN(4) == 0:
				s.Members = s.Members[:r.IntN(len(s.Members))]
			case r.IntN(2) == 0:
				s.Members[r.IntN(len(s.Members))].Type = typ()
			default:
				mem := &s.Members[r.IntN(len(s.Members))]
				mem.Align, mem.Size = pick(64), pick(64)
				mem.Binding = ir.Binding{Kind: ir.BindingKind(r.IntN(4)), BuiltIn: ir.BuiltIn(r.IntN(50)), Location: pick(4), HasBlendSrc: r.IntN(2) == 0, BlendSrc: uint8(pick(3)), Component: uint8(pick(5))}
			}
		}
	case 12:
		if len(m.Globals) > 1 {
			g := &m.Globals[1+r.IntN(len(m.Globals)-1)]
			switch r.IntN(5) {
			case 0:
				g.Type = typ()
			case 1:
				g.Space = ir.AddressSpace(r.IntN(10))
			case 2:
				g.Layout = ir.LayoutID(pick(8))
			case 3:
				g.Init = ir.ConstID(pick(m.Consts.ExprCount()))
			case 4:
				g.Access = ir.AccessMode(r.IntN(9))
			}
		}
	case 13:
		if len(m.EntryPoints) > 0 {
			e := &m.EntryPoints[r.IntN(len(m.EntryPoints))]
			e.Stage, e.Function = ir.Stage(r.IntN(11)), ir.FuncID(pick(len(m.Functions)))
			e.WorkgroupSizeExpr[r.IntN(3)] = ir.ConstID(pick(m.Consts.ExprCount()))
		}
	case 14:
		if len(m.Layouts) > 0 {
			l := &m.Layouts[r.IntN(len(m.Layouts))]
			l.Stride = pick(100)
			if len(l.Members) > 0 {
				l.Members[r.IntN(len(l.Members))] = ir.LayoutID(pick(8))
			}
		}
	}
	if f == nil || f.StmtCount() < 2 {
		return true
	}
	s := ir.StmtID(1 + r.IntN(f.StmtCount()-1))
	switch r.IntN(10) {
	case 0, 1, 2:
		f.MapStmtOperands(s, any)
	case 3:
		switch f.StmtKind(s) {
		case ir.StmtBlock, ir.StmtIf, ir.StmtLoop:
			f.SetBlock(s, r.IntN(2), ir.BlockID(pick(f.BlockCount())))
		case ir.StmtSwitch:
			if n := len(f.Switch(s).Cases); n > 0 {
				f.SetBlock(s, r.IntN(n), ir.BlockID(pick(f.BlockCount())))
			}
		}
	case 4:
		var list []ir.StmtID
		for range r.IntN(6) {
			list = append(list, ir.StmtID(pick(f.StmtCount())))
		}
		f.Body = f.AddBlock(list)
	case 5:
		f.AddBlock(append([]ir.StmtID{}, s, ir.StmtID(pick(f.StmtCount()))))
	case 6:
		if len(f.Locals) > 1 {
			f.Locals[1+r.IntN(len(f.Locals)-1)].Type = typ()
		}
	case 7:
		if len(f.Args) > 0 {
			f.Args[r.IntN(len(f.Args))].Type = typ()
		}
		if r.IntN(4) == 0 {
			f.Result = typ()
		}
	case 8:
		if f.StmtKind(s) == ir.StmtLoop {
			f.SetBreakIf(s, any(0))
		}
	case 9:
		f.Body = ir.BlockID(pick(f.BlockCount()))
	}
	return true
}

// samples are modules to break.
func samples(t testing.TB) []*ir.Module {
	var out []*ir.Module
	text, err := os.ReadFile("../testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{string(text),
		compute("%1 = atomic add @wgatomic, 1u : u32\nloop {\nif false {\ncontinue\n}\n%2 = call @id(%1) : u32\nswitch %2 {\ncase 1 {\n} fallthrough\ncase default {\nbreak\n}\n}\n} continuing {\n%3 = load $v : u32\n%4 = lt %3, 1u : bool\nbreak_if %4\n}"),
		fragment("%1 = image_sample @tex with @smp at $uv offset zero(vec2<i32>) : vec4<f32>\n%2 = clamp %1, %1, %1 : vec4<f32>\n%3 = derivative x $uv : vec2<f32>\n%4 = access @many, 1u : image<2d, sampled, f32>"),
		"layout #0 offsets(0, 16) members(none, #1)\nlayout #1 stride(16)\nstruct @T {\n a : f32\n b : array<vec4<f32>, 2>\n}\nglobal @g : @T storage layout(#0) binding(0, 0)\nfunc @f() {\n%1 = access_index @g, .b : ptr<storage, array<vec4<f32>, 2>, read, #1>\n%2 = access %1, 1u : ptr<storage, vec4<f32>, read>\n%3 = load %2 : vec4<f32>\n}",
	} {
		m, err := ir.ParseString("sample", s)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// TestBroken breaks modules at random: whatever comes out, validation ends
// without a panic, and what it calls valid has everything that Info promises.
func TestBroken(t *testing.T) {
	modules := samples(t)
	r := rand.New(rand.NewPCG(1, 2))
	n := 30000
	if testing.Short() {
		n = 3000
	}
	var v Validator
	scratch := ir.NewModule()
	valid := 0
	for i := range n {
		m := modules[i%len(modules)].CloneInto(scratch)
		for range 1 + r.IntN(3) {
			if !breakIt(m, r) {
				break
			}
		}
		var list diag.List
		if info := v.Validate(m, Options{Capabilities: All}, &list); info != nil {
			valid++
			if len(info.Functions) != len(m.Functions) || len(info.EntryPoints) != len(m.EntryPoints) {
				t.Fatal("incomplete info")
			}
		}
	}
	if valid == 0 || valid == n {
		t.Errorf("%d of %d broken modules are valid", valid, n)
	}
}

func FuzzText(f *testing.F) {
	f.Add(prelude)
	f.Add(compute("store $v, 1u"))
	f.Fuzz(func(t *testing.T, text string) {
		var list diag.List
		if m := ir.Parse(text, 0, &list); m != nil {
			new(Validator).Validate(m, Options{Capabilities: All}, &list)
		}
	})
}
