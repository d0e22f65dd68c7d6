package scene

// This file reads the descriptions of acceleration structures, of scene files and of files
// of their own, and builds them.

import (
	"errors"
	"fmt"
	"strings"

	"refract/diag"
	"refract/exec"
	"refract/internal/mesh"
)

// A structure is the description of an acceleration structure.
type structure struct {
	name
	bottoms   []*bottom
	instances []*instance
}

// A bottom is the geometries of a bottom level.
type bottom struct {
	name
	parts []part
}

// A part is a geometry.
type part struct {
	at        diag.Span
	file      name // of a mesh in it
	mesh      name // of the scene
	triangles []float64
	indices   []int
	boxes     []float64
	flags     exec.GeometryFlags
}

// An instance places a bottom level.
type instance struct {
	at        diag.Span
	of        name
	transform []float64 // three rows of four
	matrix    *node     // instead: a product of matrices
	custom    int
	mask      int
	offset    int
	flags     exec.InstanceFlags
}

const (
	maxCoordinates = 1 << 24 // numbers of one geometry
	maxInstances   = 1 << 20
	bits24         = 1<<24 - 1
)

// readStructure reads the description of a structure.
func readStructure(r *reader, at name, n *node) *structure {
	f := r.object(n, "an acceleration structure")
	s := &structure{name: at}
	f.get("description")
	f.each("geometries", func(at name, n *node) {
		b := &bottom{name: at}
		list := []*node{n}
		if n.kind == array {
			list = n.list
		}
		for _, x := range list {
			b.parts = append(b.parts, readPart(r, x))
		}
		s.bottoms = append(s.bottoms, b)
	})
	if f.has("instances") {
		list := f.array("instances")
		if len(list) > maxInstances {
			f.fail(f.get("instances").span, "there are %d instances; at most %d are possible", len(list), maxInstances)
			list = nil
		}
		for _, x := range list {
			s.instances = append(s.instances, readInstance(r, x))
		}
	} else { // each once, where it is
		f.get("instances")
		for _, b := range s.bottoms {
			s.instances = append(s.instances, &instance{at: b.span, of: b.name, mask: 255})
		}
	}
	f.done()
	known, all := namesOf(s.bottoms, func(b *bottom) name { return b.name })
	for _, x := range s.instances {
		if x.of.given() && !known[x.of.text] {
			r.unknown(x.of.span, fmt.Sprintf("there is no geometry %q", x.of.text), x.of.text, all)
		}
	}
	return s
}

// readPart reads a geometry: a mesh's file, or an object.
func readPart(r *reader, n *node) part {
	if n.kind == text {
		return part{at: n.span, file: r.clean(r.textOf(n, "a geometry")), flags: exec.GeometryOpaque}
	}
	f := r.object(n, "a geometry")
	p := part{at: n.span, flags: exec.GeometryOpaque}
	given := 0
	if f.has("file") {
		given++
	}
	p.file = f.file("file")
	if f.has("mesh") {
		given++
	}
	p.mesh = f.name("mesh")
	if f.has("triangles") {
		given++
		p.triangles = f.numbers("triangles", 0, maxCoordinates)
		if len(p.triangles)%3 != 0 {
			f.fail(f.get("triangles").span, `"triangles" has three numbers for each corner, but %d`, len(p.triangles))
		}
		p.indices = f.integers("indices", 0, maxCoordinates, 0, maxCoordinates)
	}
	if f.has("boxes") {
		given++
		p.boxes = f.numbers("boxes", 0, maxCoordinates)
		if len(p.boxes)%6 != 0 {
			f.fail(f.get("boxes").span, `"boxes" has six numbers for each box, the lower corner and the upper one, but %d`, len(p.boxes))
		}
	}
	f.asked = append(f.asked, "triangles", "indices", "boxes")
	if given != 1 {
		f.fail(n.span, `a geometry has one of "file", "mesh", "triangles" and "boxes"`)
	}
	if f.has("opaque") && !f.flag("opaque") {
		p.flags &^= exec.GeometryOpaque
	}
	f.asked = append(f.asked, "opaque")
	f.done()
	return p
}

// instanceFlags are the names of flags.
var instanceFlags = [...]struct {
	name string
	flag exec.InstanceFlags
}{
	{"cull-disable", exec.InstanceCullDisable},
	{"flip-facing", exec.InstanceFlipFacing},
	{"force-opaque", exec.InstanceForceOpaque},
	{"force-no-opaque", exec.InstanceForceNoOpaque},
}

// readInstance reads an instance: a geometry's name, or an object.
func readInstance(r *reader, n *node) *instance {
	if n.kind == text {
		return &instance{at: n.span, of: r.textOf(n, "an instance"), mask: 255}
	}
	f := r.object(n, "an instance")
	x := &instance{at: n.span, of: f.name("geometry")}
	if !x.of.given() {
		f.fail(n.span, `an instance has a "geometry"`)
	}
	switch t := f.get("transform"); {
	case t == nil:
	case t.kind == object && len(t.keys) == 1 && t.keys[0].name == "matrix":
		x.matrix = t.list[0]
	default:
		x.transform = f.numbers("transform", 12, 12)
	}
	x.custom = f.integer("custom", 0, 0, bits24)
	x.mask = f.integer("mask", 255, 0, 255)
	x.offset = f.integer("offset", 0, 0, bits24)
	for _, word := range f.names("flags") {
		found := false
		var all []string
		for _, known := range instanceFlags {
			all = append(all, known.name)
			if known.name == word.text {
				found = true
				x.flags |= known.flag
			}
		}
		if !found && word.given() {
			r.unknown(word.span, fmt.Sprintf("there is no flag %q of an instance", word.text), word.text, all)
		}
	}
	f.done()
	return x
}

// files are the files that a structure names.
func (s *structure) files() (list []string) {
	for _, b := range s.bottoms {
		for i := range b.parts {
			list = append(list, b.parts[i].file.text)
		}
	}
	return list
}

// structure builds an acceleration structure.
func (f *Frame) structure(s *structure) (*exec.AccelerationStructure, error) {
	bottoms := map[string]*exec.BottomLevel{}
	for _, b := range s.bottoms {
		var list []exec.Geometry
		for i := range b.parts {
			g, err := f.geometry(&b.parts[i])
			if err != nil {
				return nil, err
			}
			list = append(list, g)
		}
		made, err := exec.NewBottomLevel(list)
		if err != nil {
			at := b.span
			var fault *exec.StructureError
			if errors.As(err, &fault) && fault.Index < len(b.parts) {
				at = b.parts[fault.Index].at
			}
			return nil, f.fail(at, "the geometry %q: %v", b.text, err)
		}
		bottoms[b.text] = made
	}
	var instances []exec.Instance
	for _, x := range s.instances {
		i := exec.Instance{Bottom: bottoms[x.of.text], Transform: exec.Identity(), Custom: uint32(x.custom), Mask: uint8(x.mask), Offset: uint32(x.offset), Flags: x.flags}
		for k, v := range x.transform {
			i.Transform[k/4][k%4] = float32(v)
		}
		if x.matrix != nil {
			m, err := f.valuer().product(x.matrix)
			if err != nil {
				return nil, err
			}
			for row := range 3 {
				for column := range 4 {
					i.Transform[row][column] = float32(m[4*column+row])
				}
			}
		}
		instances = append(instances, i)
	}
	out, err := exec.NewAccelerationStructure(instances)
	var fault *exec.StructureError
	if errors.As(err, &fault) && fault.Index < len(s.instances) {
		return nil, f.fail(s.instances[fault.Index].at, "%s", fault.Message)
	}
	return out, err
}

// geometry makes the triangles or boxes of a geometry.
func (f *Frame) geometry(p *part) (g exec.Geometry, err error) {
	g.Flags = p.flags
	var m *mesh.Mesh
	switch {
	case p.file.given():
		if m, err = f.meshOf(p.file); err != nil {
			return g, err
		}
	case p.mesh.given():
		if f.meshes[p.mesh.text] == nil {
			return g, f.fail(p.mesh.span, "there is no mesh %q", p.mesh.text)
		}
		m = f.meshes[p.mesh.text].Mesh
	}
	if m != nil {
		for i := range m.Vertices {
			g.Vertices = append(g.Vertices, m.Vertices[i].Place)
		}
		g.Indices = m.Indices
	}
	for k := 0; k+2 < len(p.triangles); k += 3 {
		g.Vertices = append(g.Vertices, exec.Vec3{float32(p.triangles[k]), float32(p.triangles[k+1]), float32(p.triangles[k+2])})
	}
	for _, x := range p.indices {
		g.Indices = append(g.Indices, uint32(x))
	}
	for k := 0; k+5 < len(p.boxes); k += 6 {
		var b exec.Box
		for c := range 3 {
			b.Min[c], b.Max[c] = float32(p.boxes[k+c]), float32(p.boxes[k+3+c])
		}
		g.Boxes = append(g.Boxes, b)
	}
	const perCorner, perBox = 32, 48 // bytes, about
	return g, f.spend(p.at, uint64(perCorner*max(len(g.Vertices), len(g.Indices))+perBox*len(g.Boxes)))
}

// meshOf reads a mesh's file.
func (f *Frame) meshOf(file name) (*mesh.Mesh, error) {
	data, err := f.read(file)
	if err != nil {
		return nil, err
	}
	folder := ""
	if i := strings.LastIndexByte(file.text, '/'); i >= 0 {
		folder = file.text[:i+1]
	}
	m, err := ReadMesh(data, func(name string) ([]byte, error) {
		data, err := f.env.Read(folder + name)
		if err == nil {
			err = f.spend(file.span, uint64(len(data)))
		}
		return data, err
	})
	if err != nil {
		return nil, f.wrap(file.span, file.text, err)
	}
	return m, nil
}

// ParseStructure reads a file with an acceleration structure and builds it; file is its name
// in messages, and read reads the meshes that it names. The error is a *diag.Diagnostics.
func ParseStructure(file string, data []byte, read func(name string) ([]byte, error)) (*exec.AccelerationStructure, error) {
	var list diag.List
	sources := &diag.Sources{}
	if len(data) > MaxBytes {
		list.Errorf(codeSyntax, diag.Span{}, "the file has %d bytes; at most %d are read", len(data), MaxBytes)
		return nil, list.Err(sources)
	}
	root := parseJSON(data, sources.Add(file, string(data)), &list)
	if root == nil {
		return nil, list.Err(sources)
	}
	s := readStructure(&reader{list: &list}, name{span: root.span}, root)
	if err := list.Err(sources); err != nil {
		return nil, err
	}
	f := &Frame{scene: &Scene{sources: sources, Width: 1, Height: 1}, env: Env{Read: read, Limits: Limits{Bytes: 1 << 30}}}
	return f.structure(s)
}
