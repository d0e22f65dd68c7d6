package llvm

// This file reads the table of types.

import "math/bits"

// readTypes reads the table of types. Type k of bitcode becomes Type k + 1.
func (r *moduleReader) readTypes() {
	count := uint64(0)
	name := ""
	named := false
	lengths := []int{0} // of texts, by Type
	r.each(blockTypes, func() {
		if r.err != nil {
			return
		}
		switch r.code {
		case typeCount:
			if r.atLeast(1) {
				count = r.record[0]
			}
			if count > maxTypes || count > (r.end-r.at) {
				r.failRecord("a table of %d types", count)
			}
			return
		case typeStructName:
			name, named = r.string(0), true
			return
		}
		info, ok := r.typeRecord(count)
		if !ok {
			return
		}
		if info.Kind == Struct && (r.code == typeStructNamed || r.code == typeOpaque) {
			if !named || name == "" {
				r.failRecord("a struct without a name is not supported")
			}
			info.Name, named = name, false
		}
		if uint64(len(r.m.Types)) > count {
			r.failRecord("more than %d types", count)
			return
		}
		lengths = append(lengths, r.checkType(&info, lengths))
		r.m.Types = append(r.m.Types, info)
	})
	if r.err != nil {
		return
	}
	if uint64(len(r.m.Types)-1) != count {
		r.fail("a table of %d types has %d", count, len(r.m.Types)-1)
		return
	}
	r.types = len(r.m.Types)
	for t := 1; t < len(r.m.Types); t++ {
		r.checkForward(Type(t))
		key := typeKey(&r.m.Types[t])
		if _, ok := r.m.typeIndex[key]; ok {
			r.fail("two types are equal")
			return
		}
		r.m.typeIndex[key] = Type(t)
	}
}

// typeRecord returns the type that a record describes.
func (r *moduleReader) typeRecord(count uint64) (info TypeInfo, ok bool) {
	part := func(v uint64) Type {
		if v >= count {
			r.failRecord("the type %d is beyond the table", v)
			return 0
		}
		return Type(v + 1)
	}
	parts := func(list []uint64) (types []Type) {
		for _, v := range list {
			types = append(types, part(v))
		}
		return types
	}
	v := r.record
	switch r.code {
	case typeVoid:
		info.Kind = Void
	case typeHalf:
		info.Kind = Half
	case typeFloat:
		info.Kind = Float
	case typeDouble:
		info.Kind = Double
	case typeLabel:
		info.Kind = Label
	case typeMetadata:
		info.Kind = MetadataType
	case typeInteger:
		if !r.atLeast(1) {
			return info, false
		}
		if v[0] == 0 || v[0] > 64 {
			r.failRecord("integers of %d bits are not supported", v[0])
		}
		info = TypeInfo{Kind: Integer, N: uint32(v[0])}
	case typePointer:
		if !r.atLeast(2) {
			return info, false
		}
		if v[1] >= 1<<24 {
			r.failRecord("the address space %d", v[1])
		}
		info = TypeInfo{Kind: Pointer, Elem: part(v[0]), N: uint32(v[1])}
	case typeArray, typeVector:
		if !r.atLeast(2) {
			return info, false
		}
		if v[0] > 1<<32-1 {
			r.failRecord("%d elements", v[0])
		}
		info = TypeInfo{Kind: Array, N: uint32(v[0]), Elem: part(v[1])}
		if r.code == typeVector {
			info.Kind = Vector
		}
	case typeFunction:
		if !r.atLeast(2) {
			return info, false
		}
		info = TypeInfo{Kind: FunctionType, VarArg: v[0] != 0, Elem: part(v[1]), Fields: parts(v[2:])}
	case typeStruct, typeStructNamed:
		if !r.atLeast(1) {
			return info, false
		}
		info = TypeInfo{Kind: Struct, Packed: v[0] != 0, Fields: parts(v[1:])}
	case typeOpaque:
		info = TypeInfo{Kind: Struct, Opaque: true}
	default:
		r.unknown()
	}
	return info, r.err == nil
}

// checkType checks that a type has parts that come before it, or named structs, and returns the
// length of its text.
func (r *moduleReader) checkType(info *TypeInfo, lengths []int) int {
	length := 16 + bits.Len32(info.N)
	add := func(t Type) {
		if int(t) < len(lengths) {
			length += 2 + lengths[t]
		} else {
			length += 64 // a named struct: checkForward
		}
	}
	if info.Elem != 0 {
		add(info.Elem)
	}
	for _, t := range info.Fields {
		add(t)
	}
	if info.Name != "" {
		return 64
	}
	if length > maxTypeText {
		r.failRecord("a type's text is longer than %d characters", maxTypeText)
	}
	return length
}

// checkForward checks the parts of a type, when all types are known.
func (r *moduleReader) checkForward(t Type) {
	info := &r.m.Types[t]
	part := func(p Type) {
		other := &r.m.Types[p]
		if p >= t && other.Name == "" {
			r.fail("the type %d has the later type %d as a part", t-1, p-1)
		}
		ok := other.Kind != Void && other.Kind != Label && other.Kind != FunctionType
		switch info.Kind {
		case Pointer:
			ok = other.Kind != Void && other.Kind != Label && other.Kind != MetadataType
		case FunctionType:
			ok = other.Kind != Label && other.Kind != FunctionType
		case Vector:
			ok = other.scalar()
		}
		if !ok {
			r.fail("the type %d has the type %d as a part", t-1, p-1)
		}
		if info.Kind != Pointer && info.Kind != FunctionType && p >= t {
			r.fail("the type %d contains the later type %d", t-1, p-1)
		}
	}
	if info.Elem != 0 {
		part(info.Elem)
	}
	for _, p := range info.Fields {
		part(p)
	}
}

// scalar reports whether a type is one of numbers or pointers.
func (t *TypeInfo) scalar() bool {
	switch t.Kind {
	case Integer, Half, Float, Double, Pointer:
		return true
	}
	return false
}

// typeAt returns the type with a number in bitcode.
func (r *moduleReader) typeAt(v uint64) Type {
	if v+1 >= uint64(r.types) || v+1 == 0 {
		r.failRecord("the type %d is unknown", v)
		return 0
	}
	return Type(v + 1)
}

// memoryType reports whether memory can hold values of a type.
func (r *moduleReader) memoryType(t Type) bool {
	k := r.m.Types[t].Kind
	return t != 0 && k != Void && k != Label && k != MetadataType && k != FunctionType
}
