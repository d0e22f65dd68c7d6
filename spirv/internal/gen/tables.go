// Generation of the tables: instructions, operands, enumerants and the hash
// table of names. Lists that several rows share (operands, capabilities,
// extensions) are written once.

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"refract/spirv/internal/symbol"
)

// pool is a list of items that stores equal runs once.
type pool struct {
	items []string
	runs  map[string]int
}

// add returns the place of the run.
func (p *pool) add(run []string) int {
	if len(run) == 0 {
		return 0
	}
	key := strings.Join(run, "\x00")
	if at, ok := p.runs[key]; ok {
		return at
	}
	if p.runs == nil {
		p.runs = map[string]int{}
	}
	at := len(p.items)
	p.runs[key] = at
	p.items = append(p.items, run...)
	return at
}

// text is one string that holds all names.
type text struct {
	strings.Builder
	at map[string]int
}

func (t *text) add(s string) int {
	if at, ok := t.at[s]; ok {
		return at
	}
	if t.at == nil {
		t.at = map[string]int{}
	}
	at := t.Len()
	t.at[s] = at
	t.WriteString(s)
	return at
}

type tables struct {
	names    text
	operands pool
	caps     pool
	exts     pool
	opNames  []string // names of operands, each once
	symbols  []sym
	enumRow  int
}

type sym struct {
	name  string
	group int
	row   int
}

var quantifiers = map[string]string{"": "One", "?": "Optional", "*": "Many"}

func (t *tables) operandList(list []operand) (at, n int) {
	run := make([]string, len(list))
	for i, o := range list {
		name := slices.Index(t.opNames, o.Name)
		if name < 0 {
			name = len(t.opNames)
			t.opNames = append(t.opNames, o.Name)
		}
		run[i] = fmt.Sprintf("{Kind%s, %s, %d}", o.Kind, quantifiers[o.Quantifier], name)
	}
	return t.operands.add(run), len(run)
}

func (t *tables) capabilities(list []string) (at, n int) {
	run := make([]string, len(list))
	for i, c := range list {
		run[i] = "Capability" + identifier(c)
	}
	return t.caps.add(run), len(run)
}

func (t *tables) extensions(list []string) (at, n int) {
	run := make([]string, len(list))
	for i, e := range list {
		run[i] = strconv.Quote(e)
	}
	return t.exts.add(run), len(run)
}

// version codes "1.n" as n+1, and the absence of a version as 0.
func version(s string) int {
	if minor, ok := strings.CutPrefix(s, "1."); ok {
		if n, err := strconv.Atoi(minor); err == nil {
			return n + 1
		}
	}
	return 0
}

func (t *tables) instruction(w *writer, i *instruction, class string) {
	stem := strings.TrimPrefix(i.Name, "Op")
	if class == "" {
		stem = i.Name
		class = "0"
	}
	flags := "0"
	for _, o := range i.Operands {
		switch o.Kind {
		case "IdResultType":
			flags = "hasResultType"
		case "IdResult":
			flags = strings.TrimPrefix(flags+" | hasResult", "0 | ")
		}
	}
	oAt, oN := t.operandList(i.Operands)
	cAt, cN := t.capabilities(i.Capabilities)
	eAt, eN := t.extensions(i.Extensions)
	name := i.Name
	if class != "0" {
		name = "Op" + stem
	}
	w.printf("\t{%d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %s, %s}, // %s\n",
		t.names.add(name), i.Opcode, oAt, cAt, eAt, len(name), oN, cN, eN, version(i.Version), version(i.LastVersion), class, flags, name)
}

func (t *tables) emit(w *writer, in *input) error {
	w.header(in, "Tables of instructions, operands and enumerants")

	w.printf("// instRows holds the core instructions by opcode, then each extended instruction set.\nvar instRows = [...]instRow{\n")
	row := 0
	for i := range in.Core {
		inst := &in.Core[i]
		t.instruction(w, inst, "Class"+identifier(inst.Class))
		for _, n := range append([]string{inst.Name}, inst.Aliases...) {
			t.symbols = append(t.symbols, sym{strings.TrimPrefix(n, "Op"), symbol.OpGroup, row})
		}
		row++
	}
	first := []int{row}
	for s := range in.Sets {
		w.printf("\n")
		for i := range in.Sets[s].Instructions {
			inst := &in.Sets[s].Instructions[i]
			t.instruction(w, inst, "")
			for _, n := range append([]string{inst.Name}, inst.Aliases...) {
				t.symbols = append(t.symbols, sym{n, symbol.ExtInstGroup + s + 1, row})
			}
			row++
		}
		first = append(first, row)
	}
	w.printf("}\n\n")

	w.printf("// extSetRows holds the first row of each extended instruction set, and the end.\nvar extSetRows = [...]uint16{")
	for i, f := range first {
		if i > 0 {
			w.printf(", ")
		}
		w.printf("%d", f)
	}
	w.printf("}\n\n")

	dense := make([]int, in.Core[len(in.Core)-1].Opcode+1)
	for i := range in.Core {
		dense[in.Core[i].Opcode] = i + 1
	}
	w.printf("// opRows maps an opcode to one more than its row, 0 if there is none.\nvar opRows = [...]uint16{\n")
	for i := range in.Core {
		w.printf("\t%s: %d,\n", in.Core[i].Name, i+1)
	}
	w.printf("}\n\n")

	w.printf("// enumRows holds the enumerants of each kind by value.\nvar enumRows = [...]enumRow{\n")
	starts := make([]int, len(in.Kinds))
	for k, kind := range in.Kinds {
		starts[k] = t.enumRow
		if len(kind.Enumerants) > 0 {
			w.printf("\t// %s\n", kind.Kind)
		}
		for i := range kind.Enumerants {
			e := &kind.Enumerants[i]
			oAt, oN := t.operandList(e.Parameters)
			cAt, cN := t.capabilities(e.Capabilities)
			eAt, eN := t.extensions(e.Extensions)
			w.printf("\t{%d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d}, // %s\n",
				uint32(e.Value), t.names.add(e.Name), oAt, cAt, eAt, len(e.Name), oN, cN, eN, version(e.Version), version(e.LastVersion), e.Name)
			for _, n := range append([]string{e.Name}, e.Aliases...) {
				t.symbols = append(t.symbols, sym{n, symbol.KindGroup + k + 1, t.enumRow})
			}
			t.enumRow++
		}
	}
	w.printf("}\n\n")

	w.printf("// kindRows describes the operand kinds.\nvar kindRows = [kindCount]kindRow{\n")
	for k, kind := range in.Kinds {
		w.printf("\tKind%s: {name: %q, category: Category%s", kind.Kind, kind.Kind, kind.Category)
		if len(kind.Enumerants) > 0 {
			w.printf(", first: %d, count: %d", starts[k], len(kind.Enumerants))
		}
		if len(kind.Bases) == 2 {
			w.printf(", bases: [2]Kind{Kind%s, Kind%s}", kind.Bases[0], kind.Bases[1])
		}
		w.printf("},\n")
	}
	w.printf("}\n\n")

	emitList(w, "operandPool", "Operand", "the operands of instructions and the parameters of enumerants", t.operands.items)
	emitList(w, "capabilityPool", "Capability", "what instructions and enumerants are enabled by, any one of each run", t.caps.items)
	emitList(w, "extensionPool", "string", "what extensions instructions and enumerants belong to", t.exts.items)
	quoted := make([]string, len(t.opNames))
	for i, n := range t.opNames {
		quoted[i] = strconv.Quote(n)
	}
	emitList(w, "operandNames", "string", "what operands are called", quoted)
	if err := t.emitSymbols(w); err != nil {
		return err
	}
	w.printf("// nameText holds every name.\nconst nameText = \"\" +\n")
	for all := t.names.String(); len(all) > 0; {
		n := min(100, len(all))
		w.printf("\t%q", all[:n])
		if all = all[n:]; len(all) > 0 {
			w.printf(" +")
		}
		w.printf("\n")
	}
	return nil
}

func emitList(w *writer, name, of, doc string, items []string) {
	w.printf("// %s holds %s.\nvar %s = [...]%s{\n", name, doc, name, of)
	for _, i := range items {
		w.printf("\t%s,\n", i)
	}
	w.printf("}\n\n")
}

// emitSymbols writes the names and an open-addressed hash table over them.
func (t *tables) emitSymbols(w *writer) error {
	w.printf("// symbols holds every name and alias and the row it stands for.\nvar symbols = [...]symbolRow{\n")
	size := 1
	for size < 2*len(t.symbols) {
		size *= 2
	}
	slots := make([]int, size)
	seen := map[sym]bool{}
	for i, s := range t.symbols {
		if id := (sym{s.name, s.group, 0}); seen[id] {
			return fmt.Errorf("%s appears twice in group %d", s.name, s.group)
		} else {
			seen[id] = true
		}
		at := t.symbolText(s)
		w.printf("\t{%d, %d, %d, %d}, // %s\n", at, s.row, len(s.name), s.group, s.name)
		h := int(symbol.Hash(uint8(s.group), s.name)) & (size - 1)
		for slots[h] != 0 {
			h = (h + 1) & (size - 1)
		}
		slots[h] = i + 1
	}
	w.printf("}\n\n// symbolSlots is an open-addressed hash table of one more than an index of symbols.\nvar symbolSlots = [%d]uint16{", size)
	for i, s := range slots {
		if i%16 == 0 {
			w.printf("\n\t")
		}
		w.printf("%d, ", s)
	}
	w.printf("\n}\n\n")
	return nil
}

// symbolText finds the name within the names already written: an opcode's is
// stored after its prefix.
func (t *tables) symbolText(s sym) int {
	if s.group == symbol.OpGroup {
		return t.names.add("Op"+s.name) + 2
	}
	return t.names.add(s.name)
}
