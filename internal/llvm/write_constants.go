package llvm

// This file writes constants and metadata.

import "slices"

// constants writes the values that are numbered from first on, all of them constants.
func (w *writer) constants(first int, module bool) {
	if first == len(w.values) {
		return
	}
	w.enter(blockConstants, 4)
	aggregate := []field{{literal, constAggregate}, {kind: array}, {fixed, widthFor(len(w.values))}}
	string8 := []field{{literal, constString}, {kind: array}, {fixed, 8}}
	cstring7 := []field{{literal, constCString}, {kind: array}, {fixed, 7}}
	cstring6 := []field{{literal, constCString}, {kind: array}, {kind: char6}}
	const (
		numberAggregate = abbrevFirst + 4 + iota
		numberString8
		numberCString7
		numberCString6
	)
	if module {
		for _, f := range [][]field{aggregate, string8, cstring7, cstring6} {
			w.define(f)
		}
	}
	var last Type
	for _, x := range w.values[first:] {
		c := w.m.ConstantAt(x.value)
		if c.Type != last {
			last = c.Type
			w.abbreviated(numberSetType, w.setType, constType, w.typeID(last))
		}
		switch c.Kind {
		case Null:
			w.record(constNull)
		case Undef:
			w.record(constUndef)
		case Int:
			w.abbreviated(numberInteger, w.integer, constInteger, signed(int64(c.Bits)))
		case Real:
			w.record(constFloat, c.Bits)
		case Aggregate:
			if w.m.isData(c) {
				w.dataConstant(c, module, string8, cstring7, cstring6)
				break
			}
			list := w.list[:0]
			for _, e := range c.Elems {
				list = append(list, uint64(w.id(e)))
			}
			w.list = list
			if module {
				w.abbreviated(numberAggregate, aggregate, constAggregate, list...)
			} else {
				w.record(constAggregate, list...)
			}
		case ElementPointer:
			list := append(w.list[:0], w.typeID(c.Base))
			for _, e := range c.Elems {
				list = append(list, w.typeID(w.m.TypeOf(e)), uint64(w.id(e)))
			}
			w.list = list
			code := uint64(constGEP)
			if c.InBounds {
				code = constInBounds
			}
			w.record(code, list...)
		case CastConstant:
			w.abbreviated(numberConstCast, w.cast, constCast, castNumber(c.Cast),
				w.typeID(w.m.TypeOf(c.Elems[0])), uint64(w.id(c.Elems[0])))
		default:
			panic("unknown kind of constant")
		}
	}
	w.end()
}

// dataConstant writes an array or vector of numbers: bytes as a string, the others one by one.
func (w *writer) dataConstant(c *Constant, module bool, string8, cstring7, cstring6 []field) {
	t := &w.m.Types[c.Type]
	mask := ^uint64(0)
	if e := &w.m.Types[t.Elem]; e.Kind == Integer {
		mask >>= 64 - e.N
	}
	list := w.list[:0]
	zeros, seven, six := 0, true, true
	for _, e := range c.Elems {
		v := w.m.ConstantAt(e).Bits & mask
		list = append(list, v)
		if v == 0 {
			zeros++
		}
	}
	w.list = list
	if e := &w.m.Types[t.Elem]; t.Kind != Array || e.Kind != Integer || e.N != 8 {
		w.record(constData, list...)
		return
	}
	code := uint64(constString)
	if zeros == 1 && list[len(list)-1] == 0 {
		code, list = constCString, list[:len(list)-1]
	}
	for _, v := range list {
		seven = seven && v < 128
		six = six && char6Of(byte(v)) != 64
	}
	const (
		numberString8 = abbrevFirst + 5 + iota
		numberCString7
		numberCString6
	)
	switch {
	case !module:
		w.record(code, list...)
	case code == constString:
		w.abbreviated(numberString8, string8, code, list...)
	case six:
		w.abbreviated(numberCString6, cstring6, code, list...)
	case seven:
		w.abbreviated(numberCString7, cstring7, code, list...)
	default:
		w.record(code, list...)
	}
}

// metadataTable writes metadata and its named lists.
func (w *writer) metadataTable() {
	if len(w.mds) == 0 && len(w.m.Named) == 0 {
		return
	}
	w.enter(blockMetadata, 3)
	number := uint64(abbrevFirst)
	text := []field{{literal, metadataString}, {kind: array}, {fixed, 8}}
	name := []field{{literal, metadataName}, {kind: array}, {fixed, 8}}
	if slices.ContainsFunc(w.mds, func(x MD) bool { return w.m.Metadata[x-1].Kind == MDString }) {
		w.define(text)
		number++
	}
	if len(w.m.Named) > 0 {
		w.define(name)
	}
	for _, x := range w.mds {
		switch d := &w.m.Metadata[x-1]; d.Kind {
		case MDString:
			w.list = appendText(w.list[:0], d.Text)
			w.abbreviated(abbrevFirst, text, metadataString, w.list...)
		case MDValue:
			w.record(metadataValue, w.typeID(w.m.TypeOf(d.Value)), uint64(w.id(d.Value)))
		case MDNode:
			list := w.list[:0]
			for _, o := range d.Ops {
				list = append(list, w.mdID(o))
			}
			w.list = list
			if d.Distinct {
				w.record(metadataDistinct, list...)
			} else {
				w.record(metadataNode, list...)
			}
		default:
			panic("unknown kind of metadata")
		}
	}
	for i := range w.m.Named {
		n := &w.m.Named[i]
		w.list = appendText(w.list[:0], n.Name)
		w.abbreviated(number, name, metadataName, w.list...)
		list := w.list[:0]
		for _, o := range n.Ops {
			list = append(list, w.mdID(o)-1)
		}
		w.list = list
		w.record(metadataNamedNode, list...)
	}
	w.end()
}

// kinds writes the names of the kinds of metadata that instructions have.
func (w *writer) kinds() {
	if len(w.m.Kinds) == 0 {
		return
	}
	w.enter(blockMetadata, 3)
	for i, name := range w.m.Kinds {
		w.list = appendText(append(w.list[:0], uint64(i)), name)
		w.record(metadataKind, w.list...)
	}
	w.end()
}
