package llvm

// This file holds rules about types that reading checks.

// number returns the kind of a type of numbers or pointers, or of a vector's elements, or 0.
func (m *Module) number(t Type) TypeKind {
	info := &m.Types[t]
	if info.Kind == Vector {
		info = &m.Types[info.Elem]
	}
	switch info.Kind {
	case Integer, Half, Float, Double, Pointer:
		return info.Kind
	}
	return 0
}

// ofFloats reports whether an operation of arithmetic takes floats, too.
func (o Op) ofFloats() bool {
	return o == OpAdd || o == OpSub || o == OpMul || o == OpSDiv || o == OpSRem
}

// booleans returns the type of comparisons of a type.
func (m *Module) booleans(t Type) Type {
	if info := m.Types[t]; info.Kind == Vector {
		return m.VectorOf(m.IntType(1), info.N)
	}
	return m.IntType(1)
}

// valid reports whether instructions have results of a type.
func (m *Module) valid(t Type) bool {
	switch m.Types[t].Kind {
	case 0, Void, Label, MetadataType, FunctionType:
		return false
	}
	return true
}

// pointsTo reports whether a type is that of pointers to another.
func (m *Module) pointsTo(p, t Type) bool {
	return m.Types[p].Kind == Pointer && m.Types[p].Elem == t
}

// castFits reports whether a conversion takes a type to another.
func castFits(m *Module, op Op, from, to Type) bool {
	a, b := m.number(from), m.number(to)
	if (m.Types[from].Kind == Vector) != (m.Types[to].Kind == Vector) && op != OpBitCast {
		return false
	}
	float := func(k TypeKind) bool { return floatBits(k) != 0 }
	switch op {
	case OpTrunc, OpZExt, OpSExt:
		return a == Integer && b == Integer
	case OpFPToUI, OpFPToSI:
		return float(a) && b == Integer
	case OpUIToFP, OpSIToFP:
		return a == Integer && float(b)
	case OpFPTrunc, OpFPExt:
		return float(a) && float(b)
	case OpPtrToInt:
		return a == Pointer && b == Integer
	case OpIntToPtr:
		return a == Integer && b == Pointer
	case OpBitCast:
		return a != 0 && b != 0 && (a == Pointer) == (b == Pointer)
	case OpAddrSpaceCast:
		return a == Pointer && b == Pointer
	}
	return false
}

// elementPointer returns the type of a pointer to an element: of a type that a pointer points to, by
// indices, the first of which is that of the whole.
func (m *Module) elementPointer(base, pointer Type, indices []Value, typeOf func(Value) Type) (Type, bool) {
	if !m.pointsTo(pointer, base) || len(indices) == 0 {
		return 0, false
	}
	t := base
	for i, v := range indices {
		if m.Types[typeOf(v)].Kind != Integer {
			return 0, false
		}
		if i == 0 {
			continue
		}
		switch info := &m.Types[t]; info.Kind {
		case Array, Vector:
			t = info.Elem
		case Struct:
			c := m.ConstantAt(v)
			if c == nil || c.Kind != Int && c.Kind != Null || c.Bits >= uint64(len(info.Fields)) {
				return 0, false
			}
			t = info.Fields[c.Bits]
		default:
			return 0, false
		}
	}
	return m.PointerTo(t, m.Types[pointer].N), true
}
