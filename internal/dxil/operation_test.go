package dxil_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/internal/dxbc"
	"refract/internal/dxil"
	"refract/internal/llvm"
)

// called adds the operations that a module calls to a list, and returns differences between their
// functions and the table.
func called(m *llvm.Module, used map[dxil.Op]bool) (problems []string) {
	byName := map[string]llvm.Type{}
	for t := range m.Types[1:] {
		if info := &m.Types[t+1]; info.Kind == llvm.Struct && info.Name != "" {
			byName[info.Name] = llvm.Type(t + 1)
		}
	}
	seen := map[*llvm.Function]map[dxil.Op]bool{}
	for _, f := range m.Functions {
		for i := range f.Instrs {
			in := &f.Instrs[i]
			if in.Op != llvm.OpCall {
				continue
			}
			callee := m.FunctionAt(f.Operands(in)[0])
			if callee == nil || !strings.HasPrefix(callee.Name, "dx.op.") {
				continue
			}
			op := dxil.Op(m.ConstantAt(f.Operands(in)[1]).Bits)
			if seen[callee][op] {
				continue
			}
			if seen[callee] == nil {
				seen[callee] = map[dxil.Op]bool{}
			}
			seen[callee][op], used[op] = true, true
			if p := problem(m, callee, op, byName); p != "" {
				problems = append(problems, fmt.Sprintf("%v: %s", op, p))
			}
		}
	}
	return problems
}

// problem is the difference between a function and the table, or "".
func problem(m *llvm.Module, f *llvm.Function, op dxil.Op, byName map[string]llvm.Type) string {
	x := op.Describe()
	if x == nil {
		return "unknown"
	}
	rest, ok := strings.CutPrefix(f.Name, "dx.op."+x.Class)
	if !ok {
		return "the function is " + f.Name
	}
	overload := llvm.Type(0)
	if rest != "" {
		name := rest[1:]
		types := map[string]llvm.Type{"f16": m.Of(llvm.Half), "f32": m.Of(llvm.Float), "f64": m.Of(llvm.Double), "i1": m.IntType(1),
			"i8": m.IntType(8), "i16": m.IntType(16), "i32": m.IntType(32), "i64": m.IntType(64)}
		if overload = types[name]; overload == 0 {
			overload = byName[name]
			if params := m.At(f.Type).Fields; op == dxil.OpDispatchMesh {
				overload = params[len(params)-1]
			}
		}
	}
	native, minimal := dxil.Functions{Module: m}, dxil.Functions{Module: m, MinPrecision: true}
	switch suffix, ok := x.Suffix(m, overload); {
	case !ok:
		return "the overload " + rest + " is missing"
	case native.FunctionType(x, overload) != f.Type && minimal.FunctionType(x, overload) != f.Type:
		return "the type differs"
	case f.Attributes != x.Attributes:
		return fmt.Sprintf("the attributes are %b instead of %b", x.Attributes, f.Attributes)
	case suffix != "" && "."+suffix != rest:
		return "the overload is named " + suffix + " instead of " + rest
	}
	return ""
}

// moduleOf is the module of a container.
func moduleOf(c *container) (*llvm.Module, error) {
	box, err := dxbc.ReadContainer(c.DXIL)
	if err != nil {
		return nil, err
	}
	s, err := dxil.ParseShader(box)
	if err != nil {
		return nil, err
	}
	return llvm.Read(s.Program.Bitcode)
}

// checkOperations compares the functions that DXC declares with the table of operations.
func checkOperations(t *testing.T, list []container) {
	t.Helper()
	used := map[dxil.Op]bool{}
	seen := map[string]bool{}
	for i := range list {
		m, err := moduleOf(&list[i])
		if err != nil {
			t.Errorf("%s: %v", list[i].Name, err)
			continue
		}
		for _, p := range called(m, used) {
			if !seen[p] {
				seen[p] = true
				t.Errorf("%s: %s", list[i].Name, p)
			}
		}
	}
	var missing []string
	known := 0
	for op := range dxil.Op(dxil.Operations) {
		if op.Describe() != nil {
			if known++; !used[op] {
				missing = append(missing, op.String())
			}
		}
	}
	t.Logf("%d of %d operations are called; not %v", len(used), known, missing)
}

func TestOperations(t *testing.T) { checkOperations(t, golden(t)) }

// TestCorpusOperations does so with the corpus's shaders.
func TestCorpusOperations(t *testing.T) { checkOperations(t, code(t, corpusRows(t))) }

// TestDeclared declares each operation for each of its overloads.
func TestDeclared(t *testing.T) {
	m := llvm.New()
	d := &dxil.Functions{Module: m}
	types := map[dxil.Form]llvm.Type{dxil.FormVoid: 0, dxil.FormUser: m.StructOf("struct.Own", m.IntType(32)), dxil.FormOverload: m.StructOf("dx.types.Handle", m.PointerTo(m.IntType(8), 0))}
	functions := map[string]bool{}
	for op := range dxil.Op(dxil.Operations) {
		x := op.Describe()
		if x == nil {
			continue
		}
		for _, f := range x.Overloads {
			overload, ok := types[f]
			if !ok {
				overload = d.Type(f, 0)
			}
			fn, err := d.Get(op, overload)
			if err != nil {
				t.Errorf("%v of %c: %v", op, f, err)
				continue
			}
			functions[fn.Name] = true
			if again, err := d.Get(op, overload); err != nil || again != fn {
				t.Errorf("%v is declared twice: %v", op, err)
			}
		}
		if _, err := d.Get(op, m.ArrayOf(m.IntType(32), 3)); err == nil {
			t.Errorf("%v has an overload of arrays", op)
		}
	}
	if _, err := d.Get(230, 0); err == nil {
		t.Error("a reserved operation has a function")
	}
	if _, err := m.Bytes(); err != nil {
		t.Error(err)
	}
	t.Logf("%d functions", len(functions))
}
