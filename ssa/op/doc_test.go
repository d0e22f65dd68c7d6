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

// families say what stands here for NIR's families of opcodes and intrinsics,
// which have a name for each size where this table has parameters.
var families = [][2]string{
	{"`mov`, `vec2` to `vec16`", "`mov`, `vec` (two to four components, from sources of any)"},
	{"`fadd32`-like sizes, `flt8/16/32`, `b8csel` and other forms of bool", "one operation whatever the size; bools are 1 bit; other forms: not yet"},
	{"`fge`, `ige`, `uge`, and greater-than", "`fle`, `ile`, `ule`, `flt`, `ilt`, `ult` with the sources exchanged"},
	{"`ball_fequalN`, `bany_fnequalN`, `ball_iequalN`, `bany_inequalN`, `fall_equalN`", "`feq`, `fneu`, `ieq`, `ine` by components, then `ball`, `bany`"},
	{"`fdotN`, `fsumN`, `fdph`", "`fdot` of any number of components; sums by `fadd`"},
	{"`i2f16` and the other conversions by size", "`f2f`, `f2i`, `f2u`, `i2f`, `u2f`, `i2i`, `u2u`, `b2f`, `b2i`, `f2b`, `i2b`: the result's type gives the size"},
	{"`pack_64_2x32`, `unpack_32_2x16` and the like", "`bitcast`, whose components may change when the total stays"},
	{"`bitfield_insert`, `ubfe`, `ibfe`, `bfm`, `bfi`", "`bfi`, `ubfe`, `ibfe`"},
	{"`find_lsb`, `ufind_msb`, `ifind_msb`, `uclz`", "the same names, and `uctz`"},
	{"`sdot_4x8_iadd`, `udot_4x8_uadd`", "`sdot_4x8`, `udot_4x8`, and `iadd`"},
	{"`imul24`, `umad24`, `amul`, `extract_u8`, `insert_u16`, `ffmaz`, `fmulz`, vendors' opcodes", "not needed: targets of this table have none of them"},
	{"`fddx`, `fddy_fine`, ...", "`derivative` with fields `axis` and `control`"},
	{"`load_deref`, `store_deref`, `copy_deref`", "`load`, `store` (field `mask`), `copy`"},
	{"`deref_atomic_*`, `ssbo_atomic_*`, `shared_atomic_*`", "`atomic` with fields `op`, `scope`, `order`; forms by offset: not yet"},
	{"`image_deref_*`, `image_*`, `bindless_image_*`", "`image_load`, `image_store`, `image_atomic` (field `op`), `txs`, `tex_layers`"},
	{"`tex`, `txb`, `txl`, `txd`, `tg4`", "`tex` with fields `level` and `gather`"},
	{"`txf`, `txf_ms`", "`txf`, whose source `sample` may be absent"},
	{"`query_levels`, `texture_samples`, `txs`", "`tex_levels`, `tex_samples`, `txs`"},
	{"`control_barrier`, `memory_barrier_*`, `scoped_barrier`", "`control_barrier`, `memory_barrier` with fields `memory`, `scope`, `order`"},
	{"`ballot`, `vote_*`, `reduce`, `inclusive_scan`, `exclusive_scan`, `elect`", "`ballot`, `subgroup_collective` with fields `op` and `collective`"},
	{"`shuffle*`, `read_invocation`, `read_first_invocation`, `quad_*`", "`subgroup_gather` with field `mode`"},
	{"`rq_*`", "`ray_*`"},
	{"`discard`, `demote`, `terminate`, and `_if` forms", "`demote`, the jump `halt`; with a condition: an if"},
	{"system values as `load_*`", "parameters of the entry point: `param`; as variables: not yet"},
	{"`load_ubo`, `load_ssbo`, `load_input`, `store_output`, ... by offset or slot", "not yet: what lowers to them doesn't exist"},
	{"`load_const`, `ssa_undef`, `phi`, `parallel_copy`, `call`, jumps", "`const`, `undef`, `phi`, `pcopy`, `call`, `return`, `break`, `continue`, `halt`"},
	{"registers", "`load_reg`, `store_reg`"},
}

// TestDoc holds docs/ssa-ops.md to the table; -update rewrites it.
func TestDoc(t *testing.T) {
	const name = "../../docs/ssa-ops.md"
	want := document()
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

func document() []byte {
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
			fmt.Fprintf(&w, "\n## %s\n\n| operation | result | sources | fields | properties | what it computes |\n|---|---|---|---|---|---|\n", class)
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
	w.WriteString("\n## What stands for NIR's opcodes and intrinsics\n\n| there | here |\n|---|---|\n")
	for _, f := range families {
		fmt.Fprintf(&w, "| %s | %s |\n", f[0], f[1])
	}
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
