package llvm

// This file writes modules as bitcode of LLVM 3.7: the blocks around functions. The order of blocks
// and records, and the abbreviations, are those of DXC's writer.

import (
	"cmp"
	"slices"
)

// Abbreviations that every block of a kind has. Widths of types are set by the module.
type abbreviations struct {
	symbol8, symbol7, symbol6       []field
	symbolBlock                     []field
	setType, integer, cast, null    []field
	load, binary, binaryFlags, conv []field
	ret, retValue, unreachable, gep []field
}

// Numbers of these abbreviations.
const (
	numberSymbol8 = abbrevFirst + iota
	numberSymbol7
	numberSymbol6
	numberSymbolBlock
)

const (
	numberSetType = abbrevFirst + iota
	numberInteger
	numberConstCast
	numberNull
)

const (
	numberLoad = abbrevFirst + iota
	numberBinary
	numberBinaryFlags
	numberCast
	numberReturn
	numberReturnValue
	numberUnreachable
	numberGEP
)

// A writer writes a module.
type writer struct {
	bitWriter
	*numbering
	abbreviations
	list  []uint64         // values of a record
	calls []CallAttributes // of calls of the function that aren't written yet
}

// Bytes returns the module as bitcode of LLVM 3.7, without a wrapper: a multiple of four bytes. The
// same module gives the same bytes. Types, constants and metadata that nothing uses are left out. An
// error names an operand that is none of the module's values, or an instruction whose numbers of
// operands or targets its operation doesn't have.
func (m *Module) Bytes() ([]byte, error) {
	for _, f := range m.Functions {
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	w := &writer{numbering: number(m)}
	if w.err != nil {
		return nil, w.err
	}
	w.width = 2
	w.data = append(w.data, 'B', 'C', 0xc0, 0xde)
	w.enter(blockModule, 3)
	w.record(moduleVersion, 1)
	w.blockInfo()
	w.attributeTables()
	w.typeTable()
	w.moduleInfo()
	w.constants(len(m.Globals)+len(m.Functions), true)
	w.metadataTable()
	w.kinds()
	w.symbols()
	for _, f := range m.Functions {
		if len(f.order) > 0 {
			w.function(f)
		}
	}
	w.end()
	return w.data, w.err
}

// blockInfo writes the abbreviations of constants, functions and tables of names.
func (w *writer) blockInfo() {
	types := field{fixed, widthFor(len(w.types))}
	lit := func(code uint64) field { return field{literal, code} }
	byVBR6, byVBR8 := field{vbr, 6}, field{vbr, 8}
	a := &w.abbreviations
	a.symbol8 = []field{{fixed, 3}, byVBR8, {kind: array}, {fixed, 8}}
	a.symbol7 = []field{lit(symbolEntry), byVBR8, {kind: array}, {fixed, 7}}
	a.symbol6 = []field{lit(symbolEntry), byVBR8, {kind: array}, {kind: char6}}
	a.symbolBlock = []field{lit(symbolBlock), byVBR8, {kind: array}, {kind: char6}}
	a.setType = []field{lit(constType), types}
	a.integer = []field{lit(constInteger), byVBR8}
	a.cast = []field{lit(constCast), {fixed, 4}, types, byVBR8}
	a.null = []field{lit(constNull)}
	a.load = []field{lit(funcLoad), byVBR6, types, {vbr, 4}, {fixed, 1}}
	a.binary = []field{lit(funcBinary), byVBR6, byVBR6, {fixed, 4}}
	a.binaryFlags = []field{lit(funcBinary), byVBR6, byVBR6, {fixed, 4}, {fixed, 7}}
	a.conv = []field{lit(funcCast), byVBR6, types, {fixed, 4}}
	a.ret = []field{lit(funcReturn)}
	a.retValue = []field{lit(funcReturn), byVBR6}
	a.unreachable = []field{lit(funcUnreachable)}
	a.gep = []field{lit(funcGEP), {fixed, 1}, types, {kind: array}, byVBR6}

	w.enter(blockInfo, 2)
	w.record(setBlock, blockSymbols)
	for _, f := range [][]field{a.symbol8, a.symbol7, a.symbol6, a.symbolBlock} {
		w.define(f)
	}
	w.record(setBlock, blockConstants)
	for _, f := range [][]field{a.setType, a.integer, a.cast, a.null} {
		w.define(f)
	}
	w.record(setBlock, blockFunction)
	for _, f := range [][]field{a.load, a.binary, a.binaryFlags, a.conv, a.ret, a.retValue, a.unreachable, a.gep} {
		w.define(f)
	}
	w.end()
}

// An attributeKind is an attribute's number in bitcode and its name.
type attributeKind struct {
	attribute Attribute
	number    uint64
	name      string
}

// attributeKinds are the attributes in LLVM's order.
var attributeKinds = [...]attributeKind{
	{AlwaysInline, 2, "alwaysinline"},
	{ArgMemOnly, 45, "argmemonly"},
	{ByVal, 3, "byval"},
	{Convergent, 43, "convergent"},
	{NoAlias, 9, "noalias"},
	{NoCapture, 11, "nocapture"},
	{NoDuplicate, 12, "noduplicate"},
	{NoInline, 14, "noinline"},
	{NonNull, 39, "nonnull"},
	{NoReturn, 17, "noreturn"},
	{NoUnwind, 18, "nounwind"},
	{OptimizeNone, 37, "optnone"},
	{ReadNone, 20, "readnone"},
	{ReadOnly, 21, "readonly"},
	{SignExtend, 24, "signext"},
	{StructResult, 29, "sret"},
	{ZeroExtend, 34, "zeroext"},
}

// Kinds of attributes in records of groups.
const (
	attributeEnum   = 0
	attributeString = 3
	attributeValue  = 4 // a string with a value
)

// attributeTables writes groups of attributes and lists of groups.
func (w *writer) attributeTables() {
	if len(w.lists) == 0 {
		return
	}
	w.enter(blockAttrGroup, 3)
	for i, g := range w.groups {
		list := append(w.list[:0], uint64(i+1), uint64(g.slot))
		for _, k := range attributeKinds {
			if g.enums&k.attribute != 0 {
				list = append(list, attributeEnum, k.number)
			}
		}
		for _, s := range g.strings {
			if s.Value == "" {
				list = append(appendText(append(list, attributeString), s.Key), 0)
			} else {
				list = append(appendText(append(list, attributeValue), s.Key), 0)
				list = append(appendText(list, s.Value), 0)
			}
		}
		w.record(groupEntry, list...)
		w.list = list
	}
	w.end()
	w.enter(blockParamAttr, 3)
	for _, l := range w.lists {
		list := w.list[:0]
		for _, g := range l {
			list = append(list, uint64(g))
		}
		w.record(attrEntry, list...)
	}
	w.end()
}

// appendText appends the bytes of a text to the values of a record.
func appendText(list []uint64, s string) []uint64 {
	for i := range len(s) {
		list = append(list, uint64(s[i]))
	}
	return list
}

// typeTable writes the types.
func (w *writer) typeTable() {
	types := field{fixed, widthFor(len(w.types))}
	pointer := []field{{literal, typePointer}, types, {literal, 0}}
	function := []field{{literal, typeFunction}, {fixed, 1}, {kind: array}, types}
	plain := []field{{literal, typeStruct}, {fixed, 1}, {kind: array}, types}
	name := []field{{literal, typeStructName}, {kind: array}, {kind: char6}}
	named := []field{{literal, typeStructNamed}, {fixed, 1}, {kind: array}, types}
	arrays := []field{{literal, typeArray}, {vbr, 8}, types}
	const (
		numberPointer = abbrevFirst + iota
		numberFunction
		numberPlain
		numberName
		numberNamed
		numberArray
	)
	w.enter(blockTypes, 4)
	for _, f := range [][]field{pointer, function, plain, name, named, arrays} {
		w.define(f)
	}
	w.record(typeCount, uint64(len(w.types)))
	for _, t := range w.types {
		switch info := &w.m.Types[t]; info.Kind {
		case Void:
			w.record(typeVoid)
		case Half:
			w.record(typeHalf)
		case Float:
			w.record(typeFloat)
		case Double:
			w.record(typeDouble)
		case Label:
			w.record(typeLabel)
		case MetadataType:
			w.record(typeMetadata)
		case Integer:
			w.record(typeInteger, uint64(info.N))
		case Pointer:
			if info.N == 0 {
				w.abbreviated(numberPointer, pointer, typePointer, w.typeID(info.Elem), 0)
			} else {
				w.record(typePointer, w.typeID(info.Elem), uint64(info.N))
			}
		case Array:
			w.abbreviated(numberArray, arrays, typeArray, uint64(info.N), w.typeID(info.Elem))
		case Vector:
			w.record(typeVector, uint64(info.N), w.typeID(info.Elem))
		case FunctionType:
			list := append(w.list[:0], bit(info.VarArg), w.typeID(info.Elem))
			w.list = w.appendTypes(list, info.Fields)
			w.abbreviated(numberFunction, function, typeFunction, w.list...)
		case Struct:
			if info.Name != "" {
				w.list = appendText(w.list[:0], info.Name)
				if isChar6(info.Name) {
					w.abbreviated(numberName, name, typeStructName, w.list...)
				} else {
					w.record(typeStructName, w.list...)
				}
			}
			w.list = w.appendTypes(append(w.list[:0], bit(info.Packed)), info.Fields)
			switch {
			case info.Opaque:
				w.record(typeOpaque, w.list...)
			case info.Name == "":
				w.abbreviated(numberPlain, plain, typeStruct, w.list...)
			default:
				w.abbreviated(numberNamed, named, typeStructNamed, w.list...)
			}
		default:
			panic("unknown kind of type")
		}
	}
	w.end()
}

func (w *writer) appendTypes(list []uint64, types []Type) []uint64 {
	for _, t := range types {
		list = append(list, w.typeID(t))
	}
	return list
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// linkages are the numbers of linkages in bitcode.
var linkages = [...]uint64{External: 0, Internal: 3, Private: 9, Appending: 2, LinkOnceODR: 19}

// alignment returns an alignment in bytes as records have it: its logarithm plus 1, or 0.
func alignment(bytes uint32) uint64 { return widthFor(int(bytes)) }

// moduleInfo writes the target, the global variables and the functions' heads.
func (w *writer) moduleInfo() {
	if s := w.m.Triple; s != "" {
		w.record(moduleTriple, appendText(w.list[:0], s)...)
	}
	if s := w.m.DataLayout; s != "" {
		w.record(moduleDataLayout, appendText(w.list[:0], s)...)
	}
	var align uint32
	var last uint64 // number of a variable's type
	for i := range w.m.Globals {
		g := &w.m.Globals[i]
		align, last = max(align, g.Align), max(last, w.typeID(g.Type))
	}
	simple := []field{{literal, moduleGlobal}, {fixed, widthFor(int(last))}, {vbr, 6}, {vbr, 6}, {fixed, 5}, {literal, 0}, {literal, 0}}
	if align > 0 {
		simple[5] = field{fixed, widthFor(int(alignment(align)))}
	}
	if len(w.m.Globals) > 0 {
		w.define(simple)
	}
	for i := range w.m.Globals {
		g := &w.m.Globals[i]
		init := uint64(0)
		if g.Init != 0 {
			init = uint64(w.id(g.Init)) + 1
		}
		const explicit = 2
		list := append(w.list[:0], w.typeID(g.Type), uint64(g.Space)<<2|explicit|bit(g.Constant), init,
			linkages[g.Linkage], alignment(g.Align), 0)
		if g.Unnamed {
			w.record(moduleGlobal, append(list, 0, 0, 1, 0, 0, 0)...)
		} else {
			w.abbreviated(abbrevFirst, simple, moduleGlobal, list...)
		}
	}
	for _, f := range w.m.Functions {
		w.record(moduleFunction, w.typeID(f.Type), bit(f.FastCall)*fastConvention, bit(len(f.order) == 0), linkages[f.Linkage],
			uint64(w.attributes(f.attributeGroups())), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	}
}

// symbols writes the names of variables and functions.
func (w *writer) symbols() {
	var names []symbol
	for i := range w.m.Globals {
		g := &w.m.Globals[i]
		names = append(names, symbol{g.Name, w.id(g.Value), false})
	}
	for _, f := range w.m.Functions {
		names = append(names, symbol{f.Name, w.id(f.Value), false})
	}
	w.symbolTable(names)
}

// localSymbols writes the names of parameters, instructions and blocks.
func (w *writer) localSymbols(f *Function, place []uint64) {
	var names []symbol
	for k, name := range f.Names[:min(len(f.Names), len(w.local))] {
		names = append(names, symbol{name, w.local[k], false})
	}
	for b, name := range f.Labels[:min(len(f.Labels), len(place))] {
		names = append(names, symbol{name, uint32(place[b]), true})
	}
	w.symbolTable(names)
}

// A symbol is the name of a value or block, with its number.
type symbol struct {
	name  string
	id    uint32
	block bool
}

// symbolTable writes names, sorted. Empty ones are left out.
func (w *writer) symbolTable(names []symbol) {
	names = slices.DeleteFunc(names, func(s symbol) bool { return s.name == "" })
	if len(names) == 0 {
		return
	}
	slices.SortStableFunc(names, func(a, b symbol) int { return cmp.Compare(a.name, b.name) })
	w.enter(blockSymbols, 4)
	for _, s := range names {
		list := appendText(append(w.list[:0], uint64(s.id)), s.name)
		seven := true
		for i := range len(s.name) {
			seven = seven && s.name[i] < 128
		}
		code := uint64(symbolEntry)
		if s.block {
			code = symbolBlock
		}
		switch six := isChar6(s.name); {
		case six && s.block:
			w.abbreviated(numberSymbolBlock, w.symbolBlock, code, list...)
		case six:
			w.abbreviated(numberSymbol6, w.symbol6, code, list...)
		case seven && !s.block:
			w.abbreviated(numberSymbol7, w.symbol7, code, list...)
		default:
			w.abbreviated(numberSymbol8, w.symbol8, code, list...)
		}
		w.list = list
	}
	w.end()
}
