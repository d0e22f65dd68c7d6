package exec

// This file holds typed views of memory: which bytes are which value, by the
// layout that the shader's declaration has. encode.go and decode.go convert
// between them and Go values.

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"refract/ir"
)

// A View is bytes seen as a value of a shader type. Views made from one another
// share the bytes. The zero View is of nothing. A View is not safe for
// concurrent use.
type View struct {
	Data  []byte // from the first byte of the value on
	Place Place

	places *Places
	path   string
}

// NewView is a view of data as a value of a type of m. The error is a *ValueError if the
// type has no layout or the data is too short.
func NewView(m *ir.Module, t ir.TypeID, l ir.LayoutID, data []byte) (View, error) {
	v := View{Data: data, Place: Place{Type: t, Layout: l}, places: NewPlaces(m)}
	size, err := v.places.Size(v.Place)
	if err != nil {
		return View{}, &ValueError{Message: "the type has no layout: " + err.Error()}
	}
	if uint64(len(data)) < uint64(size) {
		return View{}, &ValueError{Message: fmt.Sprintf("the type takes %d bytes, but there are %d", size, len(data))}
	}
	return v, nil
}

// NewValue is a view of fresh zeroed memory for a value of a type whose size is
// known.
func NewValue(m *ir.Module, t ir.TypeID) (View, error) {
	size, err := NewPlaces(m).Size(Place{Type: t})
	if err != nil {
		return View{}, &ValueError{Message: "the type has no layout: " + err.Error()}
	}
	return NewView(m, t, ir.NoLayout, make([]byte, size))
}

// ViewGlobal is a view of memory as the variable with the name, or if name is
// "GROUP.BINDING" the one with that binding. Errors: *NotFoundError, *ValueError.
func ViewGlobal(m *ir.Module, name string, data []byte) (View, error) {
	id, err := GlobalByName(m, name)
	if err != nil {
		return View{}, err
	}
	return NewView(m, m.Globals[id].Type, m.Globals[id].Layout, data)
}

// bindingName is "GROUP.BINDING".
func bindingName(g *ir.Global) string {
	return fmt.Sprintf("%d.%d", g.Binding.Group, g.Binding.Binding)
}

// IsZero reports whether the view is of nothing.
func (v View) IsZero() bool { return v.places == nil }

// TypeName is the type as messages spell it.
func (v View) TypeName() string {
	if v.places == nil {
		return "nothing"
	}
	return v.places.Module().TypeName(v.Place.Type)
}

func (v View) fail(format string, args ...any) error {
	return &ValueError{v.path, fmt.Sprintf(format, args...)}
}

// kind is the type of the view.
func (v View) kind() *ir.Type { return v.places.Module().Types.At(v.Place.Type) }

// Size is the number of bytes from the first of the value to its last; of an
// array whose length the memory decides, all that hold its elements.
func (v View) Size() int {
	info, _ := v.places.Info(v.Place)
	switch {
	case !info.Open:
		size, _ := v.places.Size(v.Place)
		return int(size)
	case v.kind().Kind == ir.TypeArray:
		return v.Len() * int(info.Stride)
	}
	return len(v.Data)
}

// Len is the number of elements of an array, of columns of a matrix, of
// components of a vector, of members of a struct; 0 of a scalar.
func (v View) Len() int {
	t := v.kind()
	switch t.Kind {
	case ir.TypeArray:
		if t.Length != 0 {
			return int(t.Length)
		}
		_, stride, err := v.places.Element(v.Place)
		if err != nil || stride == 0 {
			return 0
		}
		return len(v.Data) / int(stride)
	case ir.TypeMatrix:
		return int(t.Columns)
	case ir.TypeVector:
		return int(t.Rows)
	case ir.TypeStruct:
		return len(v.places.Module().Structs[t.Struct].Members)
	}
	return 0
}

// Index is element, column, component or member i. The error is a *ValueError.
func (v View) Index(i int) (View, error) {
	if i < 0 || i >= v.Len() {
		return View{}, v.fail("there is no element %d; %s has %d", i, v.TypeName(), v.Len())
	}
	out := View{places: v.places}
	var offset uint64
	var err error
	if t := v.kind(); t.Kind == ir.TypeStruct {
		var at uint32
		out.Place, at, err = v.places.Member(v.Place, i)
		offset = uint64(at)
		out.path = strings.TrimPrefix(v.path+"."+v.places.Module().Structs[t.Struct].Members[i].Name, ".")
	} else {
		var stride uint32
		out.Place, stride, err = v.places.Element(v.Place)
		offset = uint64(stride) * uint64(i)
		out.path = v.path + "[" + strconv.Itoa(i) + "]"
	}
	if err != nil {
		return View{}, v.fail("%v", err)
	}
	size, err := v.places.Size(out.Place)
	if err != nil {
		return View{}, v.fail("%v", err)
	}
	if offset+uint64(size) > uint64(len(v.Data)) {
		return View{}, v.fail("the memory ends before element %d", i)
	}
	out.Data = v.Data[offset:]
	return out, nil
}

// At is the part that a path names: members by name or number after dots,
// elements in brackets: "lights[2].color.x", "[3]". The empty path is the whole.
// Components of vectors are also x, y, z, w and r, g, b, a. The error is a
// *ValueError.
func (v View) At(path string) (View, error) {
	for path != "" {
		var name string
		switch {
		case path[0] == '[':
			end := strings.IndexByte(path, ']')
			if end < 0 {
				return View{}, v.fail("the path %q lacks a ]", path)
			}
			name, path = path[1:end], path[end+1:]
			i, err := strconv.Atoi(name)
			if err != nil {
				return View{}, v.fail("%q is no index", name)
			}
			if v, err = v.Index(i); err != nil {
				return View{}, err
			}
			continue
		case path[0] == '.':
			path = path[1:]
		}
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			end = len(path)
		}
		name, path = path[:end], path[end:]
		i, ok := v.member(name)
		if !ok {
			return View{}, v.noMember(name)
		}
		var err error
		if v, err = v.Index(i); err != nil {
			return View{}, err
		}
	}
	return v, nil
}

// Members are the names of a struct's members; of any other type there are none.
func (v View) Members() (names []string) {
	if t := v.kind(); t.Kind == ir.TypeStruct {
		for _, m := range v.places.Module().Structs[t.Struct].Members {
			names = append(names, m.Name)
		}
	}
	return names
}

// noMember is the error of a name that no member has.
func (v View) noMember(name string) error {
	there := ""
	if names := v.Members(); len(names) > 16 {
		there = "; it has " + strings.Join(names[:16], ", ") + " and others"
	} else if len(names) > 0 {
		there = "; it has " + strings.Join(names, ", ")
	}
	return v.fail("%s has no member %q%s", v.TypeName(), name, there)
}

// member finds a member or component by name.
func (v View) member(name string) (int, bool) {
	t := v.kind()
	switch t.Kind {
	case ir.TypeStruct:
		members := v.places.Module().Structs[t.Struct].Members
		for i := range members {
			if members[i].Name == name {
				return i, true
			}
		}
	case ir.TypeVector:
		if len(name) == 1 {
			for _, letters := range []string{"xyzw", "rgba"} {
				if i := strings.Index(letters, name); i >= 0 && i < int(t.Rows) {
					return i, true
				}
			}
		}
	}
	i, err := strconv.Atoi(name)
	return i, err == nil
}

// bits reads a scalar (or atomic) as its bits, zero-extended.
func (v View) bits(s ir.Scalar) uint64 {
	switch s.Bytes() {
	case 1:
		return uint64(v.Data[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(v.Data))
	case 4:
		return uint64(binary.LittleEndian.Uint32(v.Data))
	}
	return binary.LittleEndian.Uint64(v.Data)
}

func (v View) setBits(s ir.Scalar, bits uint64) {
	switch s.Bytes() {
	case 1:
		v.Data[0] = byte(bits)
	case 2:
		binary.LittleEndian.PutUint16(v.Data, uint16(bits))
	case 4:
		binary.LittleEndian.PutUint32(v.Data, uint32(bits))
	default:
		binary.LittleEndian.PutUint64(v.Data, bits)
	}
}

// intOf is the value of a signed integer's bits.
func intOf(s ir.Scalar, bits uint64) int64 {
	shift := 64 - s.Bits()
	return int64(bits<<shift) >> shift
}
