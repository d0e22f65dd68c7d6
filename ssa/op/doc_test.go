package op_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"refract/ssa/op"
)

var update = flag.Bool("update", false, "rewrite docs/ssa-ops.md")

// TestDoc holds docs/ssa-ops.md to the table; -update rewrites it.
func TestDoc(t *testing.T) {
	const name = "../../docs/ssa-ops.md"
	want := document(t)
	if *update {
		if err := os.WriteFile(name, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/ssa-ops.md is stale: run go generate ./ssa/op")
	}
}

func document(t *testing.T) []byte {
	var w bytes.Buffer
	w.WriteString("# Operations of the SSA form\n\nGenerated from the table in `ssa/op` by `go generate ./ssa/op`.\n\n" +
		"A source or result is written as `kind:components:bits`; left out, components are as many as\n" +
		"the result has, and bits the size that all without a number share. `*` is any number, `?` a\n" +
		"source that may be absent, `...` any number of sources like the last.\n")
	class := op.Class(0xFF)
	for o := op.Op(1); int(o) < op.Count; o++ {
		info := o.Info()
		if info.Class != class {
			class = info.Class
			fmt.Fprintf(&w, "\n## %s\n\n| operation | result | sources | fields | properties | computation |\n|---|---|---|---|---|---|\n", class)
		}
		var srcs, fields []string
		for _, s := range info.Srcs {
			srcs = append(srcs, operand(s))
		}
		if o.Has(op.Variadic) {
			srcs = append(srcs, "...")
		}
		for _, f := range info.Fields {
			fields = append(fields, f.Name)
		}
		fmt.Fprintf(&w, "| `%s` | %s | %s | %s | %s | %s |\n", o, operand(info.Result), strings.Join(srcs, ", "), strings.Join(fields, ", "),
			properties(info), strings.ReplaceAll(info.Doc, "|", "\\|"))
	}
	w.WriteString("\n## NIR's opcodes and intrinsics and their counterparts\n\nOne operation here has parameters; NIR has a name for each size and form. ")
	w.WriteString(nirMapping(t))
	return w.Bytes()
}

func operand(o op.Operand) string {
	if o.Base == op.None {
		return ""
	}
	number := func(n uint8) string {
		switch n {
		case 0:
			return ""
		case op.VarComps:
			return "*"
		}
		return fmt.Sprint(n)
	}
	s := strings.TrimRight(fmt.Sprintf("%s:%s:%s", o.Base, number(o.Comps), number(o.Bits)), ":")
	if o.Name != "" {
		s = o.Name + " " + s
	}
	if o.Optional {
		s += "?"
	}
	return s
}

func properties(info *op.Info) string {
	var list []string
	for _, p := range []struct {
		p    op.Props
		name string
	}{
		{op.Commutative, "commutative"}, {op.Associative, "associative"}, {op.Selection, "selection"}, {op.Conversion, "conversion"},
		{op.Convergent, "convergent"}, {op.ReadsMemory, "reads"}, {op.WritesMemory, "writes"}, {op.Synchronizes, "synchronizes"},
		{op.FloatControl, "float control"},
	} {
		if info.Props&p.p != 0 {
			list = append(list, p.name)
		}
	}
	return strings.Join(list, ", ")
}
