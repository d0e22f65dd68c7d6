package dxbc_test

// This file compares the package with FXC's containers and the text of Microsoft's disassembler.
// The containers of testdata are kept compressed; sweeps compile the corpora, too.

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"refract/back/hlsl"
	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/dxbc"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

var update = flag.Bool("update", false, "rewrite the containers of testdata, by FXC")

const goldenFile = "testdata/fxc.jsonl.gz"

// row is a shader for FXC.
type row struct {
	Name     string `json:"name"`
	Source   string `json:"source"`
	Entry    string `json:"entry"`
	Profile  string `json:"profile"`
	Compiler string `json:"compiler"`
}

// container is FXC's container of a shader, with its text.
type container struct {
	Name string `json:"name"`
	DXBC []byte `json:"dxbc"`
	Text string `json:"text,omitempty"`
}

// compiled returns the containers of the rows that FXC accepts, each once, with texts.
func compiled(t testing.TB, rows []row) (list []container) {
	t.Helper()
	seen := map[string]bool{}
	for _, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		if v.OK && !seen[v.Code] {
			seen[v.Code] = true
			data, err := base64.StdEncoding.DecodeString(v.Code)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, container{Name: v.Name, DXBC: data})
		}
	}
	for i, v := range harness.Oracle(t, "dxbc", list, "--text") {
		list[i].Text = v.Disassembly
	}
	return list
}

// ownRows are the shaders of testdata, whose first line has the profiles.
func ownRows(t testing.TB) (rows []row) {
	files, err := filepath.Glob("testdata/*.hlsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		profiles, is := strings.CutPrefix(first, "// profiles: ")
		if !is {
			t.Fatalf("%s: no profiles", name)
		}
		for _, p := range strings.Fields(profiles) {
			rows = append(rows, row{filepath.Base(name) + " " + p, string(text), "main", p, "fxc"})
		}
	}
	return rows
}

// golden returns the containers of testdata.
func golden(t testing.TB) (list []container) {
	t.Helper()
	data, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(z); d.More(); {
		var c container
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// TestOwn compares the containers of testdata.
func TestOwn(t *testing.T) {
	rows := ownRows(t)
	if *update {
		list := compiled(t, rows)
		if len(list) != len(rows) {
			t.Fatalf("FXC takes %d of %d", len(list), len(rows))
		}
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		for e := json.NewEncoder(z); len(list) > 0; list = list[1:] {
			if err := e.Encode(list[0]); err != nil {
				t.Fatal(err)
			}
		}
		if err := cmp.Or(z.Close(), os.WriteFile(goldenFile, b.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	list := golden(t)
	if len(list) != len(rows) {
		t.Fatalf("%d containers of %d shaders", len(list), len(rows))
	}
	for i := range list {
		if list[i].Name != rows[i].Name {
			t.Fatalf("the container %s is in the place of %s", list[i].Name, rows[i].Name)
		}
	}
	compare(t, list)
}

// stages are the prefixes of profiles of the corpus, with the profiles that FXC has for them.
var stages = map[string][]string{
	"vs": {"4_0", "4_1", "5_0", "5_1", "4_0_level_9_1", "4_0_level_9_3"},
	"ps": {"4_0", "4_1", "5_0", "5_1", "4_0_level_9_1", "4_0_level_9_3"},
	"gs": {"4_0", "4_1", "5_0", "5_1"},
	"cs": {"4_0", "4_1", "5_0", "5_1"},
	"hs": {"5_0", "5_1"},
	"ds": {"5_0", "5_1"},
}

// TestCorpus compares the containers of the HLSL that FXC accepts, in all profiles.
func TestCorpus(t *testing.T) {
	type shader struct {
		Name, Entry, Profile, Source string
		FXC                          bool
	}
	var rows []row
	n := 0
	harness.Corpus(t, "hlsl.jsonl.gz", func(s shader) {
		if !s.FXC {
			return
		}
		if n++; n%4 != 1 && os.Getenv("REFRACT_ALL") != "1" {
			return
		}
		prefix, _, _ := strings.Cut(s.Profile, "_")
		for _, p := range stages[prefix] {
			rows = append(rows, row{s.Name + " " + s.Entry + " " + prefix + "_" + p, s.Source, s.Entry, prefix + "_" + p, "fxc"})
		}
	})
	compare(t, compiled(t, rows))
}

// prefixes are the stages in profiles.
var prefixes = map[ir.Stage]string{ir.StageVertex: "vs", ir.StageFragment: "ps", ir.StageCompute: "cs"}

// TestWritten compares the containers of the HLSL that the back end writes of the corpus,
// every eighth shader or with REFRACT_ALL=1 all.
func TestWritten(t *testing.T) {
	var rows []row
	var w hlsl.Writer
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 8) {
			continue
		}
		list := new(diag.List)
		m := front.Parse(s.Source, 1, front.Options{Allowed: front.AllExtensions}, list)
		if m == nil || list.HasErrors() || strings.HasPrefix(s.Name, "tint/benchmark/") {
			continue
		}
		info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
		if err != nil {
			continue
		}
		o := hlsl.NewOptions()
		model := [...]hlsl.ShaderModel{hlsl.ShaderModel50, hlsl.ShaderModel51}[i/8%2]
		o.ShaderModel = model
		o.Overrides = harness.OverrideValues(m)
		text, r, err := w.Write(m, info, o)
		if err != nil {
			continue
		}
		for _, e := range r.EntryPoints {
			profile := prefixes[e.Stage] + "_" + strings.Replace(model.String(), ".", "_", 1)
			rows = append(rows, row{s.Name + " " + e.Name + " " + profile, string(text), e.Text, profile, "fxc"})
		}
	}
	compare(t, compiled(t, rows))
}

// maxReported bounds the differences that a test prints.
const maxReported = 20

// compare holds containers against what the package makes of them: the same bytes and texts, the
// same statistics, the same registers of signatures.
func compare(t *testing.T, list []container) {
	t.Helper()
	counts := map[string]int{}
	failed := 0
	for i := range list {
		c := &list[i]
		for _, problem := range problems(c, counts) {
			if failed++; failed <= maxReported {
				t.Errorf("%s: %s", c.Name, problem)
			}
		}
	}
	t.Logf("%d containers, %d differences; the same: %v", len(list), failed, counts)
}

// problems are the differences of a container; counts are raised by the parts that are the same.
func problems(c *container, counts map[string]int) (list []string) {
	box, err := dxbc.ReadContainer(c.DXBC)
	if err != nil {
		return []string{err.Error()}
	}
	again := box.Bytes()
	if !dxbc.Verify(c.DXBC) && hasMessages(box) {
		copy(again[4:20], c.DXBC[4:20]) // FXC changes such containers after it computes their checksum
	}
	check := func(what string, same bool, problem string) {
		if same {
			counts[what]++
		} else {
			list = append(list, what+problem)
		}
	}
	check("container", bytes.Equal(again, c.DXBC), " differs when it is written again")
	for i := range box.Chunks {
		k := &box.Chunks[i]
		written, err := rewritten(k)
		if err != nil {
			list = append(list, k.Kind.String()+": "+err.Error())
		} else if written != nil {
			check(k.Kind.String(), bytes.Equal(written, k.Data), " differs when it is written again")
		}
	}
	text, err := box.Text()
	switch {
	case err != nil:
		list = append(list, err.Error())
	default:
		check("text", text == c.Text, firstDifference(text, c.Text))
	}
	if list == nil {
		program, _ := programOf(box)
		if err := program.Check(); err != nil {
			list = append(list, err.Error())
		}
		problem := countProblem(program, box)
		check("statistics", problem == "", problem)
		problem = useProblem(program, box)
		check("use", problem == "", problem)
	}
	return list
}

// firstDifference shows the first lines that differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return ":\n" + a[i] + "\ninstead of\n" + b[i]
		}
	}
	return " ends early"
}

// programOf is the program of model 4 or 5 of a container.
func programOf(c *dxbc.Container) (*dxbc.Program, error) {
	chunk, _ := c.Chunk(dxbc.ChunkSHDR, dxbc.ChunkSHEX)
	return dxbc.ReadProgram(chunk)
}

// hasMessages reports whether a program prints messages.
func hasMessages(c *dxbc.Container) bool {
	p, err := programOf(c)
	for i := range p.Instructions {
		in := &p.Instructions[i]
		if err == nil && in.Opcode == dxbc.OpCustomData && in.Control.Custom() == dxbc.CustomMessage {
			return true
		}
	}
	return false
}

// rewritten reads a chunk and writes it; nil: the package keeps it as bytes.
func rewritten(k *dxbc.Chunk) ([]byte, error) {
	switch k.Kind {
	case dxbc.ChunkISGN, dxbc.ChunkISG1, dxbc.ChunkOSGN, dxbc.ChunkOSG1, dxbc.ChunkOSG5, dxbc.ChunkPCSG, dxbc.ChunkPSG1:
		s, err := dxbc.ReadSignature(k.Kind, k.Data)
		if err != nil {
			return nil, err
		}
		return s.Bytes(), nil
	case dxbc.ChunkRDEF:
		d, err := dxbc.ReadResourceDefinitions(k.Data)
		if err != nil {
			return nil, err
		}
		return d.Bytes(), nil
	case dxbc.ChunkSHDR, dxbc.ChunkSHEX:
		p, err := dxbc.ReadProgram(k.Data)
		if err != nil {
			return nil, err
		}
		return p.Bytes()
	case dxbc.ChunkAon9:
		l, err := dxbc.ReadLevel9(k.Data)
		if err != nil {
			return nil, err
		}
		return l.Bytes()
	}
	return nil, nil
}

// countProblem is the difference of the statistics, or "". FXC's counts of copies and arithmetic don't follow
// from programs with doubles; copies of negated and absolute values count as either, or not at all.
func countProblem(p *dxbc.Program, c *dxbc.Container) string {
	chunk, _ := c.Chunk(dxbc.ChunkSTAT)
	want, err := dxbc.ReadStatistics(chunk)
	if err != nil {
		return ": " + err.Error()
	}
	if !bytes.Equal(want.Bytes(p.Major), chunk) {
		return " differ when they are written again"
	}
	got, err := dxbc.ReadStatistics(p.Count().Bytes(p.Major)) // model 4 has no words for some
	if err != nil {
		return ": " + err.Error()
	}
	doubles, changed := false, uint32(0)
	for i := range p.Instructions {
		in := &p.Instructions[i]
		doubles = doubles || in.Opcode == dxbc.OpDclGlobalFlags && in.Control&dxbc.DoublePrecision != 0
		if in.Opcode == dxbc.OpMov && p.OperandsOf(in)[1].Modifier != 0 {
			changed++
		}
	}
	if doubles || max(got.Movs, want.Movs)-min(got.Movs, want.Movs) <= changed &&
		max(got.FloatInstructions, want.FloatInstructions)-min(got.FloatInstructions, want.FloatInstructions) <= changed {
		got.FloatInstructions, got.Movs = want.FloatInstructions, want.Movs
	}
	a, b := reflect.ValueOf(*got), reflect.ValueOf(*want)
	for i := range a.NumField() {
		if a.Field(i).Uint() != b.Field(i).Uint() {
			return fmt.Sprintf(": %s is %d instead of %d", a.Type().Field(i).Name, a.Field(i).Uint(), b.Field(i).Uint())
		}
	}
	return ""
}

// useProblem is the difference of the signatures' use and of the features, or "".
func useProblem(p *dxbc.Program, c *dxbc.Container) string {
	for i := range c.Chunks {
		k := &c.Chunks[i]
		s, err := dxbc.ReadSignature(k.Kind, k.Data)
		if err != nil {
			continue
		}
		for i := range s.Elements {
			s.Elements[i].Used = 0
		}
		p.MarkUse(s)
		if !bytes.Equal(s.Bytes(), k.Data) {
			return fmt.Sprintf(" of elements of %v differs", k.Kind)
		}
	}
	chunk, _ := c.Chunk(dxbc.ChunkRDEF)
	d, err := dxbc.ReadResourceDefinitions(chunk)
	if err != nil {
		return ": " + err.Error()
	}
	if problem := definitionsProblem(p, d, chunk); problem != "" {
		return problem
	}
	want := dxbc.Features(0)
	if chunk, _ := c.Chunk(dxbc.ChunkSFI0); len(chunk) == 8 {
		want = dxbc.Features(binary.LittleEndian.Uint64(chunk))
	}
	got := p.Features(d)
	if p.Stage == dxbc.Hull {
		got |= want & dxbc.FeatureArrayIndices // control points that pass through have no declarations
	}
	if got != want {
		return fmt.Sprintf(": features 0x%x instead of 0x%x", got, want)
	}
	return ""
}

// with returns FXC's container of a shader of testdata with the contents of a chunk replaced.
func with(t *testing.T, name string, kind dxbc.FourCC, data []byte) container {
	t.Helper()
	for _, c := range golden(t) {
		if c.Name != name {
			continue
		}
		box, err := dxbc.ReadContainer(c.DXBC)
		if err != nil {
			t.Fatal(err)
		}
		for i := range box.Chunks {
			if box.Chunks[i].Kind == kind {
				box.Chunks[i].Data = data
			}
		}
		return container{Name: name, DXBC: box.Bytes()}
	}
	t.Fatalf("no container %s", name)
	return container{}
}

// every9 is a program of model 2 with every opcode, modifiers and register files among them.
func every9(pixel bool) *dxbc.Program9 {
	p := &dxbc.Program9{Pixel: pixel, Major: 2, Minor: 1}
	n := 0
	for op := range dxbc.Opcode9(dxbc.Opcodes9) {
		dests, sources, ok := dxbc.Parameters9(op)
		if !ok {
			continue
		}
		n++
		var tokens []uint32
		in := dxbc.Instruction9{Opcode: op, Control: uint8(n % 3)}
		if op == dxbc.Op9Dcl {
			tokens = append(tokens, 0x80020005)
		}
		for range dests {
			tokens = append(tokens, dxbc.Precise9(dxbc.Destination9(dxbc.File9(n%20), n, uint8(n%16), uint8(n%8)), dxbc.MinPrecision(n%3)))
		}
		if in.Predicated = n%5 == 0 && sources > 0 && dests > 0; in.Predicated {
			tokens = append(tokens, dxbc.Source9(dxbc.File9Predicate, 0, uint8(n%2)*dxbc.Identity, uint8(n%2)*dxbc.Source9Not))
		}
		for k := range sources {
			tokens = append(tokens, dxbc.Source9(dxbc.File9((n+k)%20), k, []uint8{dxbc.Identity, 0x55, 0x1b}[n%3], uint8((n+k)%14)))
		}
		switch op {
		case dxbc.Op9Def:
			tokens = append(tokens, 0x3eaaaaab, 0x7f800000, 0x501502f9, 0x80000000)
		case dxbc.Op9Defi:
			tokens = append(tokens, 1, 0xffffffff, 3, 4)
		case dxbc.Op9Defb:
			tokens = append(tokens, 1)
		}
		p.Emit(in, tokens...)
	}
	return p
}

// TestPrinted compares the text of every opcode with Microsoft's disassembler.
func TestPrinted(t *testing.T) {
	var list []container
	for minor, name := range []string{"depth.hlsl ps_5_0", "depth.hlsl ps_5_1"} {
		chunk, err := dxbc.Everything(uint8(minor)).Bytes()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, with(t, name, dxbc.ChunkSHEX, chunk))
	}
	for _, name := range []string{"level9_loops.hlsl vs_4_0_level_9_3", "level9_precision.hlsl ps_4_0_level_9_3"} {
		chunk, err := (&dxbc.Level9{
			Program: every9(strings.Contains(name, "ps_")),
			Floats:  []dxbc.Floats9{{Buffer: 1, First: 2, Count: 3, Target: 4, Conversions: [4]dxbc.Conversion9{3, 2, 1, 0}}},
			Ints:    []dxbc.Scalar9{{Buffer: 1, Register: 2, Component: 3, Target: 4}},
			Bools:   []dxbc.Scalar9{{Buffer: 5, Register: 6, Component: 7, Target: 8}},
			Runtime: []dxbc.Runtime9{{Kind: dxbc.Runtime9PositionOffset, Target: 9}, {Kind: dxbc.Runtime9InstanceID, Target: 10}},
		}).Bytes()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, with(t, name, dxbc.ChunkAon9, chunk))
	}
	for i, v := range harness.Oracle(t, "dxbc", list, "--text") {
		c, err := dxbc.ReadContainer(list[i].DXBC)
		if err != nil {
			t.Fatal(err)
		}
		text, err := c.Text()
		if err != nil || text != v.Disassembly {
			t.Errorf("%s: %v%s", list[i].Name, err, firstDifference(text, v.Disassembly))
		}
	}
}

// definitionsProblem is the difference of definitions whose bindings are sorted and whose used variables are
// found again, or "".
func definitionsProblem(p *dxbc.Program, d *dxbc.ResourceDefinitions, chunk []byte) string {
	slices.Reverse(d.Bindings)
	for i := range d.Bindings {
		d.Bindings[i].ID = 0
	}
	for i := range d.Buffers {
		if d.Buffers[i].Kind == dxbc.BufferConstants && d.Slots == 0 {
			for k := range d.Buffers[i].Variables {
				d.Buffers[i].Variables[k].Flags &^= dxbc.VariableUsed
			}
		}
	}
	d.SortBindings()
	d.MarkUsed(p)
	if !bytes.Equal(d.Bytes(), chunk) {
		return " of variables or the order of bindings differs"
	}
	return ""
}

// TestStripped compares the text of containers without some of their chunks, as tools leave them.
func TestStripped(t *testing.T) {
	without := [][]dxbc.FourCC{
		{dxbc.ChunkRDEF},
		{dxbc.ChunkSTAT},
		{dxbc.ChunkRDEF, dxbc.ChunkSTAT},
		{dxbc.ChunkISGN, dxbc.ChunkISG1},
		{dxbc.ChunkOSGN, dxbc.ChunkOSG5, dxbc.ChunkOSG1},
		{dxbc.ChunkPCSG, dxbc.ChunkSFI0, dxbc.ChunkIFCE, dxbc.ChunkAon9},
		{dxbc.ChunkISGN, dxbc.ChunkOSGN, dxbc.ChunkRDEF, dxbc.ChunkSTAT},
	}
	var list []container
	for i, c := range golden(t) {
		box, err := dxbc.ReadContainer(c.DXBC)
		if err != nil {
			t.Fatal(err)
		}
		kinds := without[i%len(without)]
		box.Chunks = slices.DeleteFunc(box.Chunks, func(k dxbc.Chunk) bool { return slices.Contains(kinds, k.Kind) })
		list = append(list, container{Name: fmt.Sprint(c.Name, " without ", kinds), DXBC: box.Bytes()})
	}
	for i, v := range harness.Oracle(t, "dxbc", list, "--text") {
		c, err := dxbc.ReadContainer(list[i].DXBC)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := c.Text(); err != nil || text != v.Disassembly {
			t.Errorf("%s: %v%s", list[i].Name, err, firstDifference(text, v.Disassembly))
		}
	}
}
