// The grammar of SPIR-V as tables: the meaning of the generated rows and their look-up. All
// tables are static arrays; nothing is built at run time.

package spirv

import (
	"slices"
	"strconv"
	"strings"

	"refract/spirv/internal/symbol"
)

// An Op is an opcode, the low 16 bits of an instruction's first word.
type Op uint16

// A Class is the group of instructions that the specification lists an
// instruction in (section 3.52).
type Class uint8

// A Kind is the kind of an operand: an id, a literal, an enumerant or a pair.
type Kind uint8

// A Category is the sort of operands that a Kind belongs to.
type Category uint8

const (
	CategoryNone      Category = iota
	CategoryBitEnum            // one word, a mask of enumerants; parameters of set bits follow, low bit first
	CategoryValueEnum          // one word, an enumerant; its parameters follow
	CategoryId                 // one word, a result id
	CategoryLiteral            // a number or a string
	CategoryComposite          // two operands in a row, see Kind.Bases
)

// A Quantifier is how often an operand occurs.
type Quantifier uint8

const (
	One      Quantifier = iota // exactly once
	Optional                   // once or not at all
	Many                       // any number of times, to the end of the instruction
)

// An Operand describes one operand of an instruction or one parameter of an
// enumerant.
type Operand struct {
	Kind       Kind
	Quantifier Quantifier
	name       uint16 // index of operandNames
}

// Name is the specification's name of the operand, or "".
func (o Operand) Name() string { return operandNames[o.name] }

// A Version is a version of SPIR-V as the header's second word has it:
// 0x00010600 is 1.6. Zero means none: an instruction or enumerant without a
// version needs one of its extensions or capabilities in every version.
type Version uint32

// V returns the version major.minor.
func V(major, minor uint8) Version { return Version(major)<<16 | Version(minor)<<8 }

// Major is the number before the dot.
func (v Version) Major() uint8 { return uint8(v >> 16) }

// Minor is the number behind the dot.
func (v Version) Minor() uint8 { return uint8(v >> 8) }

// String returns the version as "1.6".
func (v Version) String() string {
	return strconv.Itoa(int(v.Major())) + "." + strconv.Itoa(int(v.Minor()))
}

// codedVersion reads the tables' code: 0 is none, n+1 is 1.n.
func codedVersion(c uint8) Version {
	if c == 0 {
		return 0
	}
	return V(1, c-1)
}

const (
	hasResultType = 1 << iota
	hasResult
)

type instRow struct {
	name     uint32 // in nameText
	opcode   uint16
	operands uint16 // in operandPool
	caps     uint16 // in capabilityPool
	exts     uint16 // in extensionPool
	nameLen  uint8
	nOperand uint8
	nCap     uint8
	nExt     uint8
	version  uint8
	last     uint8
	class    Class
	flags    uint8
}

type enumRow struct {
	value   uint32
	name    uint32 // in nameText
	params  uint16 // in operandPool
	caps    uint16 // in capabilityPool
	exts    uint16 // in extensionPool
	nameLen uint8
	nParam  uint8
	nCap    uint8
	nExt    uint8
	version uint8
	last    uint8
}

type kindRow struct {
	name     string
	category Category
	first    uint16 // in enumRows
	count    uint16
	bases    [2]Kind
}

type symbolRow struct {
	name  uint32 // in nameText
	row   uint16 // in instRows or enumRows
	len   uint8
	group uint8
}

func text(at uint32, n uint8) string { return nameText[at : at+uint32(n)] }

// find returns the row of a name in a group, or -1.
func find(group uint8, name string) int {
	const mask = uint32(len(symbolSlots) - 1)
	for h := symbol.Hash(group, name) & mask; symbolSlots[h] != 0; h = (h + 1) & mask {
		s := &symbols[symbolSlots[h]-1]
		if s.group == group && text(s.name, s.len) == name {
			return int(s.row)
		}
	}
	return -1
}

// row returns the row of op, or nil for an opcode that isn't in the grammar.
func (op Op) row() *instRow {
	if int(op) < len(opRows) && opRows[op] != 0 {
		return &instRows[opRows[op]-1]
	}
	return nil
}

// OpNamed returns the opcode of that name ("OpTypeVoid") or alias.
func OpNamed(name string) (Op, bool) {
	stem, ok := strings.CutPrefix(name, "Op")
	if !ok {
		return 0, false
	}
	r := find(symbol.OpGroup, stem)
	if r < 0 {
		return 0, false
	}
	return Op(instRows[r].opcode), true
}

// Known reports whether the grammar has the opcode. The other methods return zero values
// for an unknown one.
func (op Op) Known() bool { return op.row() != nil }

// String returns the name, "OpTypeVoid", or "Op(65535)" for an unknown opcode.
func (op Op) String() string {
	if r := op.row(); r != nil {
		return text(r.name, r.nameLen)
	}
	return "Op(" + strconv.Itoa(int(op)) + ")"
}

// Operands returns the operands, result type and result included, in the order
// of the words. The slice must not be changed.
func (op Op) Operands() []Operand {
	if r := op.row(); r != nil {
		return operandPool[r.operands:][:r.nOperand:r.nOperand]
	}
	return nil
}

// HasResultType reports whether the first operand is the id of a result type.
func (op Op) HasResultType() bool { r := op.row(); return r != nil && r.flags&hasResultType != 0 }

// HasResult reports whether the instruction defines an id: its first operand, or the second
// if there is a result type.
func (op Op) HasResult() bool { r := op.row(); return r != nil && r.flags&hasResult != 0 }

// Class returns the class of the instruction, ClassReserved if it is unknown.
func (op Op) Class() Class {
	if r := op.row(); r != nil {
		return r.class
	}
	return ClassReserved
}

// Capabilities returns the capabilities that enable the instruction, each by itself; none
// means that it needs none. The slice must not be changed.
func (op Op) Capabilities() []Capability {
	if r := op.row(); r != nil {
		return capabilityPool[r.caps:][:r.nCap:r.nCap]
	}
	return nil
}

// Extensions returns the extensions that provide the instruction, each by itself, in
// versions before Version. The slice must not be changed.
func (op Op) Extensions() []string {
	if r := op.row(); r != nil {
		return extensionPool[r.exts:][:r.nExt:r.nExt]
	}
	return nil
}

// Version returns the first version of SPIR-V that has the instruction, 0 if
// none has it without an extension.
func (op Op) Version() Version {
	if r := op.row(); r != nil {
		return codedVersion(r.version)
	}
	return 0
}

// LastVersion returns the last version that has the instruction, 0 if it was
// never removed.
func (op Op) LastVersion() Version {
	if r := op.row(); r != nil {
		return codedVersion(r.last)
	}
	return 0
}

// String returns the specification's name of the class, "Type-Declaration".
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return "Class(" + strconv.Itoa(int(c)) + ")"
}

// String returns the grammar's name of the kind, "IdRef".
func (k Kind) String() string {
	if k > KindNone && k < kindCount {
		return kindRows[k].name
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

// Category returns the sort of operands that k belongs to.
func (k Kind) Category() Category {
	if k < kindCount {
		return kindRows[k].category
	}
	return CategoryNone
}

// Bases returns the kinds of the two operands that make up one of category
// CategoryComposite.
func (k Kind) Bases() (first, second Kind) {
	if k < kindCount {
		return kindRows[k].bases[0], kindRows[k].bases[1]
	}
	return KindNone, KindNone
}

// An Enumerant is one named value of a Kind of category CategoryBitEnum or CategoryValueEnum.
// The zero Enumerant is none.
type Enumerant struct{ row uint16 } // one more than the row

// Enumerant finds an enumerant by its value. For a mask it finds one bit, or the name of
// zero.
func (k Kind) Enumerant(value uint32) Enumerant {
	if k >= kindCount {
		return Enumerant{}
	}
	kind := &kindRows[k]
	lo, hi := int(kind.first), int(kind.first)+int(kind.count)
	if int(value) < int(kind.count) && enumRows[lo+int(value)].value == value {
		return Enumerant{uint16(lo+int(value)) + 1}
	}
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if enumRows[mid].value < value {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < int(kind.first)+int(kind.count) && enumRows[lo].value == value {
		return Enumerant{uint16(lo) + 1}
	}
	return Enumerant{}
}

// EnumerantNamed finds an enumerant by its name or an alias.
func (k Kind) EnumerantNamed(name string) Enumerant {
	return Enumerant{uint16(find(uint8(symbol.KindGroup)+uint8(k), name) + 1)}
}

// Enumerants returns how many enumerants k has; EnumerantAt returns each.
func (k Kind) Enumerants() int {
	if k < kindCount {
		return int(kindRows[k].count)
	}
	return 0
}

// EnumerantAt returns the i-th enumerant by value, 0 <= i < k.Enumerants().
func (k Kind) EnumerantAt(i int) Enumerant { return Enumerant{kindRows[k].first + uint16(i) + 1} }

// Exists reports whether an enumerant was found. If it wasn't, the other methods must not
// be called.
func (e Enumerant) Exists() bool { return e.row != 0 }

func (e Enumerant) get() *enumRow { return &enumRows[e.row-1] }

// Value returns the number in the binary.
func (e Enumerant) Value() uint32 { return e.get().value }

// Name returns the name in the text form, "RowMajor".
func (e Enumerant) Name() string { r := e.get(); return text(r.name, r.nameLen) }

// Parameters returns the operands that follow. The slice must not be changed.
func (e Enumerant) Parameters() []Operand {
	r := e.get()
	return operandPool[r.params:][:r.nParam:r.nParam]
}

// Capabilities returns the capabilities that enable the enumerant, each by itself; for a
// Capability, the ones that it implies. The slice must not be changed.
func (e Enumerant) Capabilities() []Capability {
	r := e.get()
	return capabilityPool[r.caps:][:r.nCap:r.nCap]
}

// Extensions returns the extensions that provide the enumerant, each by itself, in versions
// before Version. The slice must not be changed.
func (e Enumerant) Extensions() []string {
	r := e.get()
	return extensionPool[r.exts:][:r.nExt:r.nExt]
}

// Version returns the first version of SPIR-V that has the enumerant, 0 if none
// has it without an extension.
func (e Enumerant) Version() Version { return codedVersion(e.get().version) }

// LastVersion returns the last version that has the enumerant, 0 if it was
// never removed.
func (e Enumerant) LastVersion() Version { return codedVersion(e.get().last) }

// valueString is the String method of the types of ValueEnum kinds.
func valueString(k Kind, v uint32) string {
	if e := k.Enumerant(v); e.Exists() {
		return e.Name()
	}
	return k.String() + "(" + strconv.FormatUint(uint64(v), 10) + ")"
}

// maskString is the String method of the types of BitEnum kinds: "None", or the
// names of the bits that are set, low bit first.
func maskString(k Kind, v uint32) string {
	if e := k.Enumerant(v); e.Exists() {
		return e.Name()
	}
	if v == 0 {
		return "None"
	}
	return string(appendMask(nil, k, v))
}

// appendMask appends the names of the set bits with | between them; bits
// without a name come last as one hexadecimal number.
func appendMask(dst []byte, k Kind, v uint32) []byte {
	start, rest := len(dst), uint32(0)
	for m := v; m != 0; m &= m - 1 {
		bit := m & -m
		e := k.Enumerant(bit)
		if !e.Exists() {
			rest |= bit
			continue
		}
		if len(dst) > start {
			dst = append(dst, '|')
		}
		dst = append(dst, e.Name()...)
	}
	if rest != 0 {
		if len(dst) > start {
			dst = append(dst, '|')
		}
		dst = append(dst, "0x"...)
		dst = strconv.AppendUint(dst, uint64(rest), 16)
	}
	return dst
}

// An ExtSet is an extended instruction set.
type ExtSet uint8

// extSetImports maps sets to the names of OpExtInstImport.
var extSetImports = [...]string{
	ExtSetGLSL:        GLSLImport,
	ExtSetDebugPrintf: DebugPrintfImport,
	ExtSetDebugInfo:   DebugInfoImport,
	ExtSetCLDebugInfo: CLDebugInfoImport,
}

// ExtSetNamed returns the set that OpExtInstImport gives this name, or
// ExtSetNone for one whose instructions aren't known here.
func ExtSetNamed(name string) ExtSet {
	// Revisions of the debug information keep its numbers: .100, .101.
	const debugInfo = "NonSemantic.Shader.DebugInfo."
	if strings.HasPrefix(name, debugInfo) {
		return ExtSetDebugInfo
	}
	return ExtSet(max(0, slices.Index(extSetImports[:], name)))
}

// String returns the name for OpExtInstImport.
func (s ExtSet) String() string {
	if s > ExtSetNone && int(s) < len(extSetImports) {
		return extSetImports[s]
	}
	return "ExtSet(" + strconv.Itoa(int(s)) + ")"
}

// row returns the row of an instruction number, or nil.
func (s ExtSet) row(number uint32) *instRow {
	if s == ExtSetNone || int(s) >= len(extSetRows) {
		return nil
	}
	rows := instRows[extSetRows[s-1]:extSetRows[s]]
	i, found := slices.BinarySearchFunc(rows, number, func(r instRow, n uint32) int { return int(int64(r.opcode) - int64(n)) })
	if !found {
		return nil
	}
	return &rows[i]
}

// Name returns the name of an instruction, "FAbs", or "" if it is unknown.
func (s ExtSet) Name(number uint32) string {
	if r := s.row(number); r != nil {
		return text(r.name, r.nameLen)
	}
	return ""
}

// Number returns the number of the instruction of that name.
func (s ExtSet) Number(name string) (uint32, bool) {
	if s == ExtSetNone || int(s) >= len(extSetRows) {
		return 0, false
	}
	r := find(symbol.ExtInstGroup+uint8(s), name)
	if r < 0 {
		return 0, false
	}
	return uint32(instRows[r].opcode), true
}

// Known reports whether the set has an instruction of that number.
func (s ExtSet) Known(number uint32) bool { return s.row(number) != nil }

// Operands returns the operands of an instruction, for OpExtInst the ones after the
// instruction's number. The slice must not be changed.
func (s ExtSet) Operands(number uint32) []Operand {
	if r := s.row(number); r != nil {
		return operandPool[r.operands:][:r.nOperand:r.nOperand]
	}
	return nil
}

// literalOperands returns the operands of an instruction of a set whose operands aren't all
// ids: operands of other sets are read as ids, however many there are.
func (s ExtSet) literalOperands(number uint32) []Operand {
	if s == ExtSetCLDebugInfo {
		return s.Operands(number)
	}
	return nil
}

// Capabilities returns the capabilities that enable an instruction, each by itself. The
// slice must not be changed.
func (s ExtSet) Capabilities(number uint32) []Capability {
	if r := s.row(number); r != nil {
		return capabilityPool[r.caps:][:r.nCap:r.nCap]
	}
	return nil
}
