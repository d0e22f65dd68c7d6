package llvm

// This file reads constants and metadata. Both may refer to later ones: references are numbers until
// their block has been read.

// readConstants reads a block of constants, of the module or of a function.
func (r *moduleReader) readConstants() {
	var t Type
	first := len(r.m.Constants)
	r.each(blockConstants, func() {
		if r.err != nil {
			return
		}
		if r.code == constType {
			if r.atLeast(1) {
				t = r.typeAt(r.record[0])
			}
			return
		}
		if t == 0 {
			r.failRecord("a constant without a type")
			return
		}
		c, ok := r.constantRecord(t)
		if !ok {
			return
		}
		if k := r.m.Types[t].Kind; k == Void || k == Label || k == MetadataType || k == FunctionType {
			r.failRecord("a constant of a type without values")
			return
		}
		c.Type = t
		c.Value = r.m.newValue(valueConstant, len(r.m.Constants))
		r.m.Constants = append(r.m.Constants, c)
		r.numbers = append(r.numbers, c.Value)
	})
	r.resolve(first)
}

// constantRecord returns the constant that a record describes. Elements are numbers plus 1, except
// those of data, and are resolved at the block's end.
func (r *moduleReader) constantRecord(t Type) (c Constant, ok bool) {
	info, v := r.m.Types[t], r.record
	refs := func(list []uint64) {
		for _, n := range list {
			if n >= 1<<31-1 {
				r.failRecord("the value %d is unknown", n)
				return
			}
			c.Elems = append(c.Elems, Local|Value(n))
		}
	}
	switch r.code {
	case constNull:
		c.Kind = Null
	case constUndef:
		c.Kind = Undef
	case constInteger:
		if !r.atLeast(1) {
			return c, false
		}
		if info.Kind != Integer {
			r.failRecord("an integer of another type")
			return c, false
		}
		c = Constant{Kind: Int, Bits: uint64(cut(unsigned(v[0]), info.N))}
		if c.Bits == 0 {
			c.Kind = Null
		}
	case constFloat:
		if !r.atLeast(1) {
			return c, false
		}
		if floatBits(info.Kind) == 0 {
			r.failRecord("a float of another type")
			return c, false
		}
		c = Constant{Kind: Real, Bits: v[0] & (1<<floatBits(info.Kind) - 1)}
		if info.Kind == Double {
			c.Bits = v[0]
		}
		if c.Bits == 0 {
			c.Kind = Null
		}
	case constAggregate:
		n := int(info.N)
		switch info.Kind {
		case Struct:
			n = len(info.Fields)
		case Array, Vector:
		default:
			n = -1
		}
		if n != len(v) {
			r.failRecord("an aggregate of %d elements", len(v))
			return c, false
		}
		c.Kind = Aggregate
		refs(v)
	case constString, constCString, constData:
		return r.dataRecord(t)
	case constCast:
		if !r.atLeast(3) {
			return c, false
		}
		if v[0] > uint64(OpAddrSpaceCast-OpTrunc) {
			r.failRecord("the conversion %d is unknown", v[0])
			return c, false
		}
		c = Constant{Kind: CastConstant, Cast: OpTrunc + Op(v[0])}
		refs(v[2:3])
	case constGEP, constInBounds:
		if len(v) < 3 || len(v)%2 == 0 {
			r.failRecord("an element pointer of %d values", len(v))
			return c, false
		}
		c = Constant{Kind: ElementPointer, InBounds: r.code == constInBounds, Base: r.typeAt(v[0])}
		for i := 2; i < len(v); i += 2 {
			refs(v[i : i+1])
		}
	default:
		r.unknown()
	}
	return c, r.err == nil
}

// dataRecord returns a constant array or vector of numbers.
func (r *moduleReader) dataRecord(t Type) (c Constant, ok bool) {
	info, v := r.m.Types[t], r.record
	n := int(info.N)
	if r.code == constCString {
		n--
	}
	if info.Kind != Array && info.Kind != Vector || n != len(v) {
		r.failRecord("an array of %d numbers", len(v))
		return c, false
	}
	elem := r.m.Types[info.Elem]
	width := floatBits(elem.Kind)
	if elem.Kind == Integer {
		width = elem.N
	}
	if width == 0 || r.code != constData && (elem.Kind != Integer || width != 8) {
		r.failRecord("an array of numbers of another type")
		return c, false
	}
	c = Constant{Kind: Aggregate}
	add := func(x uint64) {
		if elem.Kind == Integer {
			c.Elems = append(c.Elems, r.m.IntOf(info.Elem, int64(x)))
		} else {
			c.Elems = append(c.Elems, r.m.RealOf(info.Elem, x))
		}
	}
	for _, x := range v {
		if width < 64 && x>>width != 0 {
			r.failRecord("a number of more than %d bits", width)
			return c, false
		}
		add(x)
	}
	if r.code == constCString {
		add(0)
	}
	return c, true
}

// floatBits returns the width of floats, or 0.
func floatBits(k TypeKind) uint32 {
	switch k {
	case Half:
		return 16
	case Float:
		return 32
	case Double:
		return 64
	}
	return 0
}

// unsigned moves a number's sign from its lowest bit to where it belongs.
func unsigned(v uint64) int64 {
	switch {
	case v&1 == 0:
		return int64(v >> 1)
	case v != 1:
		return -int64(v >> 1)
	}
	return -1 << 63
}

// cut returns an integer in a number of bits, sign-extended.
func cut(v int64, bits uint32) int64 {
	if bits < 64 {
		return v << (64 - bits) >> (64 - bits)
	}
	return v
}

// resolve replaces numbers by values in the constants from one on, and checks them.
func (r *moduleReader) resolve(first int) {
	if r.err != nil {
		return
	}
	for k := first; k < len(r.m.Constants); k++ {
		c := &r.m.Constants[k]
		for i, e := range c.Elems {
			if e&Local == 0 {
				continue
			}
			n := e &^ Local
			if int(n) >= len(r.numbers) {
				r.fail("a constant refers to the value %d, which is none", n)
				return
			}
			v := r.numbers[n]
			if v&Local != 0 {
				r.fail("a constant refers to a parameter")
				return
			}
			c.Elems[i] = v
		}
	}
	for k := first; k < len(r.m.Constants); k++ {
		if c := &r.m.Constants[k]; !r.checkConstant(c) {
			r.fail("a constant has elements of other types")
			return
		}
	}
	r.checkDepth(first)
	for k := first; k < len(r.m.Constants); k++ {
		c := &r.m.Constants[k]
		key := constantKey(c)
		if _, ok := r.m.constants[key]; !ok {
			r.m.constants[key] = c.Value
		}
	}
}

// checkConstant checks the types of a constant's elements.
func (r *moduleReader) checkConstant(c *Constant) bool {
	info := &r.m.Types[c.Type]
	switch c.Kind {
	case Aggregate:
		for i, e := range c.Elems {
			t := info.Elem
			if info.Kind == Struct {
				t = info.Fields[i]
			}
			if r.m.TypeOf(e) != t {
				return false
			}
		}
	case CastConstant:
		return castFits(r.m, c.Cast, r.m.TypeOf(c.Elems[0]), c.Type)
	case ElementPointer:
		t, ok := r.m.elementPointer(c.Base, r.m.TypeOf(c.Elems[0]), c.Elems[1:], r.m.TypeOf)
		return ok && t == c.Type
	}
	return true
}

// maxConstantDepth bounds the nesting of constants.
const maxConstantDepth = 256

// checkDepth checks that constants contain no circles, and don't nest too deep.
func (r *moduleReader) checkDepth(first int) {
	depth := make([]uint16, len(r.m.Constants)-first) // plus 1
	const visiting = 1<<16 - 1
	var visit func(k int) uint16
	visit = func(k int) uint16 {
		if k < first {
			return 1 // of the module: checked, and counted once
		}
		switch d := &depth[k-first]; {
		case *d == visiting:
			r.fail("constants contain each other")
			return 1
		case *d != 0:
			return *d
		default:
			*d = visiting
			most := uint16(0)
			for _, e := range r.m.Constants[k].Elems {
				if ref := r.m.values[e]; ref.kind == valueConstant && r.err == nil {
					if int(ref.index) >= first && depth[int(ref.index)-first] == 0 {
						r.nesting++
						if r.nesting > maxConstantDepth {
							r.fail("constants nest deeper than %d", maxConstantDepth)
						} else {
							most = max(most, visit(int(ref.index)))
						}
						r.nesting--
						continue
					}
					most = max(most, visit(int(ref.index)))
				}
			}
			*d = most + 1
			if *d > maxConstantDepth {
				r.fail("constants nest deeper than %d", maxConstantDepth)
			}
			return *d
		}
	}
	for k := first; k < len(r.m.Constants) && r.err == nil; k++ {
		visit(k)
	}
}

// readMetadata reads a block of metadata, or of the names of its kinds.
func (r *moduleReader) readMetadata() {
	base := len(r.m.Metadata)
	nodes := 0
	name, named := "", false
	r.each(blockMetadata, func() {
		if r.err != nil {
			return
		}
		v := r.record
		d := Metadata{}
		switch r.code {
		case metadataString:
			d = Metadata{Kind: MDString, Text: r.string(0)}
		case metadataValue:
			if !r.atLeast(2) {
				return
			}
			if v[1] >= uint64(len(r.numbers)) || r.m.TypeOf(r.numbers[v[1]]) != r.typeAt(v[0]) {
				r.failRecord("metadata of the value %d, which is none of its type", v[1])
				return
			}
			d = Metadata{Kind: MDValue, Value: r.numbers[v[1]]}
		case metadataNode, metadataDistinct:
			d = Metadata{Kind: MDNode, Distinct: r.code == metadataDistinct}
			for _, n := range v {
				if n >= 1<<31 {
					r.failRecord("the metadata %d is unknown", n)
					return
				}
				d.Ops = append(d.Ops, MD(n))
			}
		case metadataName:
			name, named = r.string(0), true
			return
		case metadataNamedNode:
			list := NamedMD{Name: name}
			for _, n := range v {
				if n >= uint64(len(r.m.Metadata)) || r.m.Metadata[n].Kind != MDNode {
					r.failRecord("the node %d of a named list is unknown", n)
					return
				}
				list.Ops = append(list.Ops, MD(n+1))
			}
			if !named {
				r.failRecord("a list of nodes without a name")
			}
			named = false
			r.m.Named = append(r.m.Named, list)
			return
		case metadataKind:
			if r.atLeast(1) && v[0] != uint64(len(r.m.Kinds)) {
				r.failRecord("the kind %d of metadata is out of order", v[0])
			}
			r.m.Kinds = append(r.m.Kinds, r.string(1))
			return
		default:
			r.unknown()
			return
		}
		nodes++
		r.m.Metadata = append(r.m.Metadata, d)
	})
	if base > 0 && nodes > 0 {
		r.fail("metadata is there twice")
	}
	if r.err != nil {
		return
	}
	for i := range r.m.Metadata[base:] {
		d := &r.m.Metadata[base+i]
		for _, o := range d.Ops {
			if int(o) > len(r.m.Metadata) {
				r.fail("a node refers to the metadata %d, which is none", o-1)
				return
			}
		}
		if key := metadataKey(d); !d.Distinct && r.m.metadata[key] == 0 {
			r.m.metadata[key] = MD(base + i + 1)
		}
	}
}
