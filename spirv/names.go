// Friendly names of ids for the disassembler, in the manner of spirv-dis: the author's by
// OpName, else a description of the declaration (%v4float, %uint_3, %_ptr_Input_int), else
// the number. Every id gets a name of its own.

package spirv

import (
	"strconv"
	"strings"
)

// nameTable holds the names in one buffer; an id without one is its number.
type nameTable struct {
	text  []byte
	spans idTable[[2]uint32] // start and end in text
	taken map[string]uint32  // each name, and the next number for one like it
}

func (t *nameTable) append(dst []byte, id ID) []byte {
	if s := t.spans.get(id); s[1] != 0 {
		return append(dst, t.text[s[0]:s[1]]...)
	}
	return strconv.AppendUint(dst, uint64(id), 10)
}

func (t *nameTable) has(id ID) bool { return t.spans.get(id)[1] != 0 }

// maxName is the longest name in bytes. Names of types contain names of other types, and a
// name is repeated at each use, so without a limit a small module could have any amount of
// text.
const maxName = 200

// set names an id, unless it has a name. Characters that the assembler doesn't
// take become underscores, and a name that is taken gets a number.
func (t *nameTable) set(id ID, name []byte) {
	if id >= MaxBound || t.has(id) {
		return
	}
	name = name[:min(len(name), maxName)]
	start := len(t.text)
	if isNumber(name) { // or nothing at all: it would read as another id
		t.text = append(t.text, '_')
	}
	for _, c := range name {
		if !isIDChar(c) {
			c = '_'
		}
		t.text = append(t.text, c)
	}
	if _, taken := t.taken[string(t.text[start:])]; taken {
		stem := string(t.text[start:])
		for taken {
			t.text = append(t.text[:start+len(stem)], '_')
			t.text = strconv.AppendUint(t.text, uint64(t.taken[stem]), 10)
			t.taken[stem]++
			_, taken = t.taken[string(t.text[start:])]
		}
	}
	t.taken[string(t.text[start:])] = 0
	t.spans.set(id, [2]uint32{uint32(start), uint32(len(t.text))})
}

// isNumber reports whether there are only digits.
func isNumber(name []byte) bool {
	for _, c := range name {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// isIDChar reports whether an id's name may contain c.
func isIDChar(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
}

// collectNames names the ids of a module.
func collectNames(r Reader) *nameTable {
	t := &nameTable{taken: map[string]uint32{}}
	declared := r
	var name []byte
	for r.Next() {
		inst := r.Inst()
		switch op := inst.Op(); {
		case op == OpName && len(inst) > 2:
			var n int
			if name, n = appendStringBytes(name[:0], inst[2:]); n != 0 {
				t.set(inst[1], name)
			}
		case op == OpDecorate && len(inst) == 4 && inst[2] == uint32(DecorationBuiltIn):
			name = appendBuiltIn(name[:0], BuiltIn(inst[3]))
			t.set(inst[1], name)
		}
	}
	var c Context
	for declared.Next() {
		inst := declared.Inst()
		if id := inst.Result(); id != 0 && !t.has(id) {
			if name = t.declaration(name[:0], &c, inst); len(name) != 0 {
				t.set(id, name)
			}
		}
		c.Observe(inst)
	}
	return t
}

// appendBuiltIn appends the name that GLSL gives a built-in variable.
func appendBuiltIn(b []byte, v BuiltIn) []byte {
	s := strings.Replace(v.String(), "Workgroup", "WorkGroup", 1)
	if stem, ok := strings.CutSuffix(s, "Id"); ok {
		s = stem + "ID"
	}
	return append(append(b, "gl_"...), s...)
}

// declaration appends a name for the declaration of a type or constant.
func (t *nameTable) declaration(b []byte, c *Context, inst Inst) []byte {
	if len(inst) < 2 {
		return b
	}
	args := inst[2:]
	switch op := inst.Op(); {
	case op == OpTypeVoid:
		return append(b, "void"...)
	case op == OpTypeBool:
		return append(b, "bool"...)
	case op == OpTypeInt && len(args) == 2:
		if args[1] == 0 {
			b = append(b, 'u')
		}
		switch args[0] {
		case 8:
			return append(b, "char"...)
		case 16:
			return append(b, "short"...)
		case 32:
			return append(b, "int"...)
		case 64:
			return append(b, "long"...)
		}
		return strconv.AppendUint(append(b, "int"...), uint64(args[0]), 10)
	case op == OpTypeFloat && len(args) == 1:
		switch args[0] {
		case 16:
			return append(b, "half"...)
		case 32:
			return append(b, "float"...)
		case 64:
			return append(b, "double"...)
		}
		return strconv.AppendUint(append(b, "fp"...), uint64(args[0]), 10)
	case op == OpTypeVector && len(args) == 2:
		b = strconv.AppendUint(append(b, 'v'), uint64(args[1]), 10)
		return t.append(b, args[0])
	case op == OpTypeMatrix && len(args) == 2:
		b = strconv.AppendUint(append(b, "mat"...), uint64(args[1]), 10)
		return t.append(b, args[0])
	case op == OpTypeArray && len(args) == 2:
		b = t.append(append(b, "_arr_"...), args[0])
		return t.append(append(b, '_'), args[1])
	case op == OpTypeRuntimeArray && len(args) == 1:
		return t.append(append(b, "_runtimearr_"...), args[0])
	case op == OpTypePointer && len(args) == 2:
		b = append(append(b, "_ptr_"...), StorageClass(args[0]).String()...)
		return t.append(append(b, '_'), args[1])
	case op == OpTypeStruct:
		return strconv.AppendUint(append(b, "_struct_"...), uint64(inst[1]), 10)
	case op == OpConstantTrue:
		return append(b, "true"...)
	case op == OpConstantFalse:
		return append(b, "false"...)
	case op == OpConstant && len(inst) > 3:
		return t.constant(b, c, inst)
	}
	return b
}

// constant appends the type's name and the value: uint_3, int_n1, float_0_5.
func (t *nameTable) constant(b []byte, c *Context, inst Inst) []byte {
	s := c.literalType(inst)
	if s.kind == notScalar || len(inst) != 3+s.words() {
		return b
	}
	b = append(t.append(b, inst[1]), '_')
	v, _ := s.numberBits(inst[3:])
	start := len(b)
	b = appendNumber(b, v, s)
	for i := range b[start:] {
		if b[start+i] == '-' {
			b[start+i] = 'n'
		}
	}
	return b
}
