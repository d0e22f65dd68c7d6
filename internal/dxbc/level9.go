package dxbc

// This file is the chunk Aon9: a program of shader model 2 for feature level 9 beside the one of model
// 4, with the places of constants and samplers.

import (
	"encoding/binary"
	"slices"
)

// A Level9 is the contents of the chunk Aon9.
type Level9 struct {
	Program  *Program9
	Floats   []Floats9  // registers of constant buffers in registers c
	Ints     []Scalar9  // components of constant buffers in registers i, for loops
	Bools    []Scalar9  // components of constant buffers in registers b
	Samplers []Sampler9 // pairs of textures and samplers in registers s
	Runtime  []Runtime9 // constants that the runtime sets
}

// Floats9 are registers of a constant buffer in registers c.
type Floats9 struct {
	Buffer      uint16 // the register of the constant buffer
	First       uint16 // of its registers
	Count       uint16
	Target      uint16 // the first register c
	Conversions [4]Conversion9
}

// A Conversion9 is the type of a component, which the runtime converts to a float. Its values are
// the encoding's.
type Conversion9 uint8

// The types of components.
const (
	Conversion9Float Conversion9 = iota
	Conversion9Bool
	Conversion9Int
	Conversion9Uint
)

// A Scalar9 is a component of a constant buffer in a register i or b.
type Scalar9 struct {
	Buffer    uint16
	Register  uint16
	Component uint16
	Target    uint16
}

// A Sampler9 is a texture and a sampler in a register s.
type Sampler9 struct {
	Texture uint8
	Sampler uint8
	Target  uint16
}

// A Runtime9 is a constant that the runtime sets.
type Runtime9 struct {
	Kind   Runtime9Kind
	Target uint16 // the register c
}

// A Runtime9Kind is the kind of a constant of the runtime. Its values are the encoding's.
type Runtime9Kind uint16

// The constants of the runtime.
const (
	Runtime9PositionOffset Runtime9Kind = iota // half a pixel, in clip space, that vertex programs add
	Runtime9InstanceID
)

// The chunk has a head of words: its size, the version, the size and place of the program; and tables,
// each a count and a place of two bytes.
const (
	level9Head    = 36
	level9Tables  = 16
	floats9Size   = 12
	scalar9Size   = 8
	sampler9Size  = 4
	runtime9Size  = 4
	level9Version = 0xffffff00
)

// The tables in the order of the head.
const (
	table9Floats = iota
	table9Ints
	table9Bools
	table9Samplers
	table9Runtime
	tables9
)

// sizes9 are the sizes of entries, and order9 is the order of the tables' contents.
var (
	sizes9 = [tables9]int{floats9Size, scalar9Size, scalar9Size, sampler9Size, runtime9Size}
	order9 = [tables9]int{table9Samplers, table9Floats, table9Bools, table9Ints, table9Runtime}
)

// ReadLevel9 returns the contents of a chunk Aon9. Mistakes are returned as *[Error].
func ReadLevel9(chunk []byte) (*Level9, error) {
	r := &reader{data: chunk}
	size, version, length, place := r.u32(0), r.u32(4), r.u32(8), r.u32(12)
	if r.err == nil && uint64(size) != uint64(len(chunk)) {
		r.fail(0, "the contents have a size of %d bytes, and the chunk has %d", size, len(chunk))
	}
	if r.err == nil && uint64(place)+uint64(length) > uint64(len(chunk)) {
		r.fail(8, "the program of %d bytes at %d exceeds the chunk", length, place)
	}
	var counts, places [tables9]int
	for i := range tables9 {
		at := level9Tables + 4*i
		counts[i], places[i] = int(r.u16(at)), int(r.u16(at+2))
		if r.err == nil && places[i]+counts[i]*sizes9[i] > len(chunk) {
			r.fail(at, "a table of %d entries at %d exceeds the chunk", counts[i], places[i])
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	program, err := ReadProgram9(chunk[place : place+length])
	if err != nil {
		e := err.(*Error)
		return nil, errorf(int(place)+e.Offset, "%s", e.Reason)
	}
	if version != r.u32(int(place))&level9Version {
		return nil, errorf(4, "the version 0x%08x is not that of the program", version)
	}
	l := &Level9{Program: program}
	for i := range counts[table9Floats] {
		at := places[table9Floats] + i*floats9Size
		f := Floats9{Buffer: r.u16(at), First: r.u16(at + 2), Count: r.u16(at + 4), Target: r.u16(at + 6)}
		for k := range f.Conversions {
			f.Conversions[k] = Conversion9(chunk[at+8+k])
		}
		l.Floats = append(l.Floats, f)
	}
	scalars := func(table int) (list []Scalar9) {
		for i := range counts[table] {
			at := places[table] + i*scalar9Size
			list = append(list, Scalar9{r.u16(at), r.u16(at + 2), r.u16(at + 4), r.u16(at + 6)})
		}
		return list
	}
	l.Ints, l.Bools = scalars(table9Ints), scalars(table9Bools)
	for i := range counts[table9Samplers] {
		at := places[table9Samplers] + i*sampler9Size
		l.Samplers = append(l.Samplers, Sampler9{chunk[at], chunk[at+1], r.u16(at + 2)})
	}
	for i := range counts[table9Runtime] {
		at := places[table9Runtime] + i*runtime9Size
		l.Runtime = append(l.Runtime, Runtime9{Runtime9Kind(r.u16(at)), r.u16(at + 2)})
	}
	return l, nil
}

// Bytes returns the contents of the chunk Aon9.
func (l *Level9) Bytes() ([]byte, error) {
	program, err := l.Program.Bytes()
	if err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	var tables [tables9][]byte
	for _, f := range l.Floats {
		b := le.AppendUint16(le.AppendUint16(tables[table9Floats], f.Buffer), f.First)
		b = le.AppendUint16(le.AppendUint16(b, f.Count), f.Target)
		for _, c := range f.Conversions {
			b = append(b, byte(c))
		}
		tables[table9Floats] = b
	}
	scalars := func(list []Scalar9) (b []byte) {
		for _, s := range list {
			b = le.AppendUint16(le.AppendUint16(b, s.Buffer), s.Register)
			b = le.AppendUint16(le.AppendUint16(b, s.Component), s.Target)
		}
		return b
	}
	tables[table9Ints], tables[table9Bools] = scalars(l.Ints), scalars(l.Bools)
	for _, s := range l.Samplers {
		tables[table9Samplers] = le.AppendUint16(append(tables[table9Samplers], s.Texture, s.Sampler), s.Target)
	}
	for _, c := range l.Runtime {
		tables[table9Runtime] = le.AppendUint16(le.AppendUint16(tables[table9Runtime], uint16(c.Kind)), c.Target)
	}
	b := make([]byte, level9Head)
	for _, i := range order9 {
		at := level9Tables + 4*i
		le.PutUint16(b[at:], uint16(len(tables[i])/sizes9[i]))
		le.PutUint16(b[at+2:], uint16(len(b)))
		b = append(b, tables[i]...)
	}
	le.PutUint32(b, uint32(len(b)+len(program)))
	le.PutUint32(b[4:], le.Uint32(program)&level9Version)
	le.PutUint32(b[8:], uint32(len(program)))
	le.PutUint32(b[12:], uint32(len(b)))
	return slices.Concat(b, program), nil
}

// conversionNames9 are the names of types of components.
var conversionNames9 = [...]string{"FLT", "BOOL", "INT", "UINT"}

// level9 prints the tables and the program of the chunk Aon9.
func (t *containerPrinter) level9(l *Level9) {
	if len(l.Bools)+len(l.Ints)+len(l.Floats) > 0 {
		t.text("//\n// Constant buffer to DX9 shader constant mappings:\n//\n")
	}
	t.scalars9("b", l.Bools)
	t.scalars9("i", l.Ints)
	if len(l.Floats) > 0 {
		t.text("// Target Reg Buffer  Start Reg # of Regs        Data Conversion\n",
			"// ---------- ------- --------- --------- ----------------------\n")
		for i := range l.Floats {
			f := &l.Floats[i]
			t.cells9("c", f.Target, f.Buffer)
			t.column(9, decimal(uint32(f.First)))
			t.column(9, decimal(uint32(f.Count)))
			for k, c := range f.Conversions {
				t.text([4]string{"  (", ",", ",", ","}[k])
				start := len(t.out)
				t.text(named(conversionNames9[:], int(c), "UNKN"))
				t.right(start, 4)
			}
			t.text(")\n")
		}
		t.text("//\n")
	}
	if len(l.Runtime) > 0 {
		t.text("//\n// Runtime generated constant mappings:\n//\n",
			"// Target Reg                               Constant Description\n",
			"// ---------- --------------------------------------------------\n")
		for _, c := range l.Runtime {
			t.text("// ")
			t.cell("c", uint32(c.Target), 10)
			t.column(50, named([]string{"Vertex Shader position offset", "Instance ID"}, int(c.Kind), "Unknown Value"))
			t.text("\n")
		}
		t.text("//\n")
	}
	if len(l.Samplers) > 0 {
		t.text("//\n// Sampler/Resource to DX9 shader sampler mappings:\n//\n",
			"// Target Sampler Source Sampler  Source Resource\n",
			"// -------------- --------------- ----------------\n")
		for _, s := range l.Samplers {
			t.text("// ")
			t.cell("s", uint32(s.Target), 15)
			t.cell("s", uint32(s.Sampler), 16)
			t.cell("t", uint32(s.Texture), 17)
			t.text("\n")
		}
		t.text("//\n")
	}
	t.text("//\n// Level9 shader bytecode:\n//\n")
	t.out = l.Program.AppendText(t.out)
}

// cell prints a register at the left end of a column.
func (t *printer) cell(file string, number uint32, width int) {
	start := len(t.out)
	t.text(file, decimal(number))
	t.left(start, width)
}

// cells9 prints the target and the buffer of a mapping.
func (t *printer) cells9(file string, target, buffer uint16) {
	t.text("// ")
	t.cell(file, uint32(target), 11)
	t.cell("cb", uint32(buffer), 7)
}

// scalars9 prints a table of components.
func (t *containerPrinter) scalars9(file string, list []Scalar9) {
	if len(list) == 0 {
		return
	}
	t.text("// Target Reg Buffer  Source Reg Component\n",
		"// ---------- ------- ---------- ---------\n")
	for _, s := range list {
		t.cells9(file, s.Target, s.Buffer)
		t.column(10, decimal(uint32(s.Register)))
		t.column(9, decimal(uint32(s.Component)))
		t.text("\n")
	}
	t.text("//\n")
}
