// Package wasmbin writes WebAssembly modules in the binary format (WebAssembly Core
// Specification 2.0, section 5, with the 128-bit vector instructions). It checks nothing:
// its users make valid modules.
package wasmbin

// A Type is a value type.
type Type byte

const (
	I32  Type = 0x7F
	I64  Type = 0x7E
	F32  Type = 0x7D
	F64  Type = 0x7C
	V128 Type = 0x7B
)

// A Signature is the type of a function.
type Signature struct{ Params, Results []Type }

// An Import is a function that a module takes from outside.
type Import struct {
	Module, Name string
	Type         uint32 // into Module.Types
}

// A Data is bytes that memory begins with at an offset.
type Data struct {
	Offset uint32
	Bytes  []byte
}

// A Module is a module with at most one memory. Functions are numbered from the
// imported ones on.
type Module struct {
	Types   []Signature
	Imports []Import
	Funcs   []*Func
	Exports []Export

	// Memory is the least size in pages of 64 KiB, and the greatest. ImportMemory is set if
	// it comes from outside, as env.memory; Shared if several threads may use it.
	MemoryMin, MemoryMax uint32
	ImportMemory, Shared bool
	Data                 []Data
}

// An Export is a function, or with Memory set the memory, under a name.
type Export struct {
	Name   string
	Memory bool
	Func   uint32
}

// AddType is the number of a signature, which is added if it is new.
func (m *Module) AddType(s Signature) uint32 {
	same := func(a, b []Type) bool {
		if len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	for i, t := range m.Types {
		if same(t.Params, s.Params) && same(t.Results, s.Results) {
			return uint32(i)
		}
	}
	m.Types = append(m.Types, s)
	return uint32(len(m.Types) - 1)
}

// Encode appends the module's bytes.
func (m *Module) Encode(dst []byte) []byte {
	dst = append(dst, 0, 'a', 's', 'm', 1, 0, 0, 0)
	var s []byte
	section := func(id byte) {
		dst = append(dst, id)
		dst = AppendUint(dst, uint64(len(s)))
		dst = append(dst, s...)
		s = s[:0]
	}
	types := func(list []Type) {
		s = AppendUint(s, uint64(len(list)))
		for _, t := range list {
			s = append(s, byte(t))
		}
	}
	memory := func() {
		switch {
		case m.Shared:
			s = append(s, 3)
		default:
			s = append(s, 1)
		}
		s = AppendUint(s, uint64(m.MemoryMin))
		s = AppendUint(s, uint64(m.MemoryMax))
	}
	s = AppendUint(s, uint64(len(m.Types)))
	for _, t := range m.Types {
		s = append(s, 0x60)
		types(t.Params)
		types(t.Results)
	}
	section(1)

	n := len(m.Imports)
	if m.ImportMemory {
		n++
	}
	s = AppendUint(s, uint64(n))
	for _, x := range m.Imports {
		s = appendName(s, x.Module)
		s = appendName(s, x.Name)
		s = append(s, 0)
		s = AppendUint(s, uint64(x.Type))
	}
	if m.ImportMemory {
		s = appendName(s, "env")
		s = appendName(s, "memory")
		s = append(s, 2)
		memory()
	}
	section(2)

	s = AppendUint(s, uint64(len(m.Funcs)))
	for _, f := range m.Funcs {
		s = AppendUint(s, uint64(f.Type))
	}
	section(3)
	if !m.ImportMemory && m.MemoryMax != 0 {
		s = append(s, 1)
		memory()
		section(5)
	}
	s = AppendUint(s, uint64(len(m.Exports)))
	for _, e := range m.Exports {
		s = appendName(s, e.Name)
		if e.Memory {
			s = append(s, 2, 0)
			continue
		}
		s = append(s, 0)
		s = AppendUint(s, uint64(e.Func))
	}
	section(7)
	s = AppendUint(s, uint64(len(m.Funcs)))
	for _, f := range m.Funcs {
		s = f.encode(s)
	}
	section(10)
	if len(m.Data) > 0 {
		s = AppendUint(s, uint64(len(m.Data)))
		for _, d := range m.Data {
			s = append(s, 0, byte(opI32Const))
			s = AppendInt(s, int64(int32(d.Offset)))
			s = append(s, byte(opEnd))
			s = AppendUint(s, uint64(len(d.Bytes)))
			s = append(s, d.Bytes...)
		}
		section(11)
	}
	return dst
}

func appendName(s []byte, name string) []byte {
	s = AppendUint(s, uint64(len(name)))
	return append(s, name...)
}

// AppendUint appends a number in LEB128.
func AppendUint(s []byte, x uint64) []byte {
	for x >= 0x80 {
		s = append(s, byte(x)|0x80)
		x >>= 7
	}
	return append(s, byte(x))
}

// AppendInt appends a signed number in LEB128.
func AppendInt(s []byte, x int64) []byte {
	for {
		b := byte(x & 0x7F)
		x >>= 7
		if x == 0 && b&0x40 == 0 || x == -1 && b&0x40 != 0 {
			return append(s, b)
		}
		s = append(s, b|0x80)
	}
}

// AppendCustom appends a custom section to the bytes of a module.
func AppendCustom(module []byte, name string, content []byte) []byte {
	s := append(appendName(nil, name), content...)
	module = append(module, 0)
	module = AppendUint(module, uint64(len(s)))
	return append(module, s...)
}
