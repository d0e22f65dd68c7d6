package mesh

// This file reads the triangles of glTF 2.0, as JSON with its buffers beside it or in it,
// and as one binary file (the specification's sections 3 and 4).

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

// gltf is the part of the JSON that is read.
type gltf struct {
	Asset      struct{ Version, MinVersion string }
	Required   []string `json:"extensionsRequired"`
	Scene      *int
	Scenes     []struct{ Nodes []int }
	Nodes      []gltfNode
	Meshes     []struct{ Primitives []gltfPrimitive }
	Accessors  []gltfAccessor
	Views      []gltfView `json:"bufferViews"`
	Materials  []gltfMaterial
	Textures   []struct{ Source, Sampler *int }
	Images     []gltfImage
	Samplers   []gltfSampler
	BufferURIs []struct {
		URI        string
		ByteLength int
	} `json:"buffers"`
}

type gltfNode struct {
	Children    []int
	Mesh        *int
	Matrix      *[16]float64
	Translation *[3]float64
	Rotation    *[4]float64
	Scale       *[3]float64
}

type gltfPrimitive struct {
	Attributes map[string]int
	Indices    *int
	Mode       *int
	Material   *int
}

type gltfAccessor struct {
	View       *int `json:"bufferView"`
	ByteOffset int
	Component  int `json:"componentType"`
	Count      int
	Type       string
	Normalized bool
	Sparse     *gltfSparse
}

// gltfSparse are elements that take the place of others of an accessor.
type gltfSparse struct {
	Count   int
	Indices struct {
		View       int `json:"bufferView"`
		ByteOffset int
		Component  int `json:"componentType"`
	}
	Values struct {
		View       int `json:"bufferView"`
		ByteOffset int
	}
}

type gltfView struct {
	Buffer, ByteOffset, ByteLength, ByteStride int
}

// gltfReader reads one file.
type gltfReader struct {
	gltf
	buffers [][]byte
	images  [][]byte // read
	open    func(uri string) ([]byte, error)
	mesh    Mesh
	visited []bool // nodes
	read    int    // elements of accessors
}

const (
	glbMagic  = 0x46546c67
	glbJSON   = 0x4e4f534a
	glbBinary = 0x004e4942
)

// ReadGLTF reads the triangles of the scene of a glTF file, in the places that its nodes
// give them; cameras, skins, morph targets and animations are passed over. open reads a
// file that a buffer names, relative to this one. Missing normals are the triangles'.
func ReadGLTF(data []byte, open func(uri string) ([]byte, error)) (*Mesh, error) {
	r := &gltfReader{open: open}
	var binaryChunk []byte
	if len(data) >= 12 && binary.LittleEndian.Uint32(data) == glbMagic {
		var err error
		if data, binaryChunk, err = glbChunks(data); err != nil {
			return nil, err
		}
	}
	if err := json.Unmarshal(data, &r.gltf); err != nil {
		return nil, fmt.Errorf("the file is no glTF: %w", err)
	}
	if major, _, _ := strings.Cut(r.Asset.Version, "."); major != "2" || r.Asset.MinVersion != "" && r.Asset.MinVersion != "2.0" {
		return nil, fmt.Errorf("glTF of version %q isn't read; 2.0 is", r.Asset.Version)
	}
	if len(r.Required) > 0 {
		return nil, fmt.Errorf("the file needs the extension %s, which isn't read", r.Required[0])
	}
	if err := r.load(binaryChunk); err != nil {
		return nil, err
	}
	if err := r.materials(); err != nil {
		return nil, err
	}
	r.visited = make([]bool, len(r.Nodes))
	roots, err := r.roots()
	if err != nil {
		return nil, err
	}
	for _, n := range roots {
		if err := r.node(n, Identity, 0); err != nil {
			return nil, err
		}
	}
	if len(r.mesh.Indices) == 0 {
		return nil, fmt.Errorf("the scene has no triangles")
	}
	return &r.mesh, nil
}

// glbChunks are the JSON and the binary part of a file that holds both.
func glbChunks(data []byte) (text, bin []byte, err error) {
	if v := binary.LittleEndian.Uint32(data[4:]); v != 2 {
		return nil, nil, fmt.Errorf("binary glTF of version %d isn't read; 2 is", v)
	}
	if n := binary.LittleEndian.Uint32(data[8:]); uint64(n) > uint64(len(data)) {
		return nil, nil, fmt.Errorf("the file is cut off: it says that it has %d bytes, it has %d", n, len(data))
	} else if n >= 12 {
		data = data[12:n]
	}
	for len(data) >= 8 {
		n, kind := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
		data = data[8:]
		if uint64(n) > uint64(len(data)) {
			return nil, nil, fmt.Errorf("a chunk of the file is cut off")
		}
		switch {
		case kind == glbJSON && text == nil:
			text = data[:n]
		case kind == glbBinary && bin == nil:
			bin = data[:n]
		}
		data = data[n:]
	}
	if text == nil {
		return nil, nil, fmt.Errorf("the file has no JSON")
	}
	return text, bin, nil
}

// load finds the bytes of all buffers.
func (r *gltfReader) load(binaryChunk []byte) error {
	for i, b := range r.BufferURIs {
		var data []byte
		switch {
		case b.URI == "" && i == 0 && binaryChunk != nil:
			data = binaryChunk
		case b.URI == "":
			return fmt.Errorf("buffer %d has no bytes", i)
		default:
			var err error
			if data, err = r.fetch(b.URI); err != nil {
				return fmt.Errorf("buffer %d: %w", i, err)
			}
		}
		if b.ByteLength < 0 || b.ByteLength > len(data) {
			return fmt.Errorf("buffer %d has %d bytes, not %d", i, len(data), b.ByteLength)
		}
		r.buffers = append(r.buffers, data[:b.ByteLength])
	}
	return nil
}

// roots are the nodes of the scene; without scenes, the nodes that are nobody's children.
func (r *gltfReader) roots() ([]int, error) {
	scene := 0
	if r.Scene != nil {
		scene = *r.Scene
	}
	if len(r.Scenes) > 0 {
		if scene < 0 || scene >= len(r.Scenes) {
			return nil, fmt.Errorf("there is no scene %d", scene)
		}
		return r.Scenes[scene].Nodes, nil
	}
	child := make([]bool, len(r.Nodes))
	for _, n := range r.Nodes {
		for _, c := range n.Children {
			if c >= 0 && c < len(child) {
				child[c] = true
			}
		}
	}
	var roots []int
	for i := range r.Nodes {
		if !child[i] {
			roots = append(roots, i)
		}
	}
	return roots, nil
}

// apply transforms a place (w is 1) or a direction (w is 0).
func (a *Matrix) apply(v [3]float32, w float64) (out [3]float64) {
	for j := range out {
		out[j] = a[12+j] * w
		for k := range v {
			out[j] += a[4*k+j] * float64(v[k])
		}
	}
	return out
}

// local is the matrix of a node.
func (n *gltfNode) local() Matrix {
	if n.Matrix != nil {
		return *n.Matrix
	}
	t, q, s := [3]float64{}, [4]float64{0, 0, 0, 1}, [3]float64{1, 1, 1}
	if n.Translation != nil {
		t = *n.Translation
	}
	if n.Rotation != nil {
		q = *n.Rotation
	}
	if n.Scale != nil {
		s = *n.Scale
	}
	x, y, z, w := q[0], q[1], q[2], q[3]
	return Matrix{
		(1 - 2*(y*y+z*z)) * s[0], 2 * (x*y + z*w) * s[0], 2 * (x*z - y*w) * s[0], 0,
		2 * (x*y - z*w) * s[1], (1 - 2*(x*x+z*z)) * s[1], 2 * (y*z + x*w) * s[1], 0,
		2 * (x*z + y*w) * s[2], 2 * (y*z - x*w) * s[2], (1 - 2*(x*x+y*y)) * s[2], 0,
		t[0], t[1], t[2], 1,
	}
}

// maxNodeDepth is how deep nodes may be nested.
const maxNodeDepth = 256

// node reads a node and its children. Nodes form trees, so none comes twice.
func (r *gltfReader) node(i int, above Matrix, depth int) error {
	if i < 0 || i >= len(r.Nodes) {
		return fmt.Errorf("there is no node %d", i)
	}
	if r.visited[i] || depth > maxNodeDepth {
		return fmt.Errorf("node %d is below itself or two others, or nested more than %d times", i, maxNodeDepth)
	}
	r.visited[i] = true
	n := &r.Nodes[i]
	local := n.local()
	at := above.Times(&local)
	if n.Mesh != nil {
		if *n.Mesh < 0 || *n.Mesh >= len(r.Meshes) {
			return fmt.Errorf("there is no mesh %d", *n.Mesh)
		}
		for k := range r.Meshes[*n.Mesh].Primitives {
			if err := r.primitive(&r.Meshes[*n.Mesh].Primitives[k], &at); err != nil {
				return fmt.Errorf("mesh %d, primitive %d: %w", *n.Mesh, k, err)
			}
		}
	}
	for _, c := range n.Children {
		if err := r.node(c, at, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// Kinds of primitives and of numbers.
const (
	gltfTriangles     = 4
	gltfTriangleStrip = 5
	gltfTriangleFan   = 6

	gltfUint8   = 5121
	gltfUint16  = 5123
	gltfUint32  = 5125
	gltfFloat32 = 5126
)

// primitive adds triangles at a place.
func (r *gltfReader) primitive(p *gltfPrimitive, at *Matrix) error {
	mode := gltfTriangles
	if p.Mode != nil {
		mode = *p.Mode
	}
	if mode >= 0 && mode < gltfTriangles {
		return nil // points and lines
	}
	position, ok := p.Attributes["POSITION"]
	if !ok {
		return nil
	}
	places, err := r.floats(position, 3)
	if err != nil {
		return fmt.Errorf("POSITION: %w", err)
	}
	count := len(places) / 3
	optional := func(name string, n int) ([]float32, error) {
		a, ok := p.Attributes[name]
		if !ok {
			return nil, nil
		}
		list, err := r.floats(a, n)
		if err == nil && len(list)/n != count {
			err = errors.New("it has another count than POSITION")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return list, nil
	}
	normals, err := optional("NORMAL", 3)
	if err != nil {
		return err
	}
	uvs, err := optional("TEXCOORD_0", 2)
	if err != nil {
		return err
	}
	var indices []uint32
	if p.Indices != nil {
		if indices, err = r.indices(*p.Indices, count); err != nil {
			return fmt.Errorf("indices: %w", err)
		}
	} else {
		indices = make([]uint32, count)
		for i := range indices {
			indices[i] = uint32(i)
		}
	}
	triangles, err := trianglesOf(mode, indices)
	if err != nil {
		return err
	}
	if len(r.mesh.Indices)+len(triangles) > 3*MaxTriangles || len(r.mesh.Vertices)+max(count, len(triangles)) > MaxVertices {
		return fmt.Errorf("there are more than %d triangles or %d vertices", MaxTriangles, MaxVertices)
	}
	vertex := func(i uint32) (v Vertex) {
		for k, x := range at.apply([3]float32(places[3*i:]), 1) {
			v.Place[k] = float32(x)
		}
		if normals != nil {
			v.Normal = at.normal([3]float32(normals[3*i:]))
		}
		if uvs != nil {
			v.UV = [2]float32(uvs[2*i:])
		}
		return v
	}
	material, err := r.materialOf(p)
	if err != nil {
		return err
	}
	r.mesh.begin(material)
	defer r.mesh.end()
	base := uint32(len(r.mesh.Vertices))
	if normals != nil {
		for i := range count {
			r.mesh.Vertices = append(r.mesh.Vertices, vertex(uint32(i)))
		}
		for _, i := range triangles {
			r.mesh.Indices = append(r.mesh.Indices, base+i)
		}
		return nil
	}
	for i := 0; i < len(triangles); i += 3 { // flat
		var t [3]Vertex
		for k := range t {
			t[k] = vertex(triangles[i+k])
		}
		n := faceNormal(t[0].Place, t[1].Place, t[2].Place)
		for k := range t {
			t[k].Normal = n
			r.mesh.Indices = append(r.mesh.Indices, uint32(len(r.mesh.Vertices)))
			r.mesh.Vertices = append(r.mesh.Vertices, t[k])
		}
	}
	return nil
}

// materialOf is the material of a primitive; if it has none, glTF's default one.
func (r *gltfReader) materialOf(p *gltfPrimitive) (int, error) {
	if p.Material != nil {
		if *p.Material < 0 || *p.Material >= len(r.Materials) {
			return 0, fmt.Errorf("there is no material %d", *p.Material)
		}
		return *p.Material, nil
	}
	if len(r.mesh.Materials) == len(r.Materials) {
		r.mesh.Materials = append(r.mesh.Materials, Plain())
	}
	return len(r.mesh.Materials) - 1, nil
}

// begin begins a part, unless the last one has the material.
func (m *Mesh) begin(material int) {
	if n := len(m.Parts); n == 0 || m.Parts[n-1].Material != material {
		m.Parts = append(m.Parts, Part{First: len(m.Indices), Material: material})
	}
}

// end ends the last part at the present number of indices.
func (m *Mesh) end() {
	p := &m.Parts[len(m.Parts)-1]
	p.Count = len(m.Indices) - p.First
}

// normal is a normal under the inverse of the transposed matrix: its cofactors.
func (a *Matrix) normal(n [3]float32) [3]float32 {
	var out [3]float64
	for j := range 3 {
		for k := range 3 {
			j1, j2, k1, k2 := (j+1)%3, (j+2)%3, (k+1)%3, (k+2)%3
			out[j] += (a[4*k1+j1]*a[4*k2+j2] - a[4*k1+j2]*a[4*k2+j1]) * float64(n[k])
		}
	}
	return unit(out)
}

func unit(v [3]float64) (out [3]float32) {
	l := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
	for j := range v {
		if l > 0 {
			out[j] = float32(v[j] / l)
		}
	}
	return out
}

// faceNormal is the normal of a triangle.
func faceNormal(a, b, c [3]float32) [3]float32 {
	var u, w [3]float64
	for j := range u {
		u[j], w[j] = float64(b[j])-float64(a[j]), float64(c[j])-float64(a[j])
	}
	return unit([3]float64{u[1]*w[2] - u[2]*w[1], u[2]*w[0] - u[0]*w[2], u[0]*w[1] - u[1]*w[0]})
}

// trianglesOf makes triangles of strips and fans.
func trianglesOf(mode int, indices []uint32) ([]uint32, error) {
	switch mode {
	case gltfTriangles:
		return indices[:len(indices)/3*3], nil
	case gltfTriangleStrip, gltfTriangleFan:
		var out []uint32
		for i := 2; i < len(indices); i++ {
			switch {
			case mode == gltfTriangleFan:
				out = append(out, indices[0], indices[i-1], indices[i])
			case i%2 == 0:
				out = append(out, indices[i-2], indices[i-1], indices[i])
			default:
				out = append(out, indices[i-1], indices[i-2], indices[i])
			}
		}
		return out, nil
	}
	return nil, fmt.Errorf("the mode %d is none", mode)
}

// maxElements is how many elements of accessors are read, one again for each node that
// shows its mesh.
const maxElements = 8 * MaxVertices

// An elements is the numbers of an accessor, not read yet.
type elements struct {
	data          []byte
	count, stride int
}

// elements finds the bytes of an accessor whose elements have a size; nil data are zeros.
func (r *gltfReader) elements(i, size int) (a *gltfAccessor, e elements, err error) {
	if i < 0 || i >= len(r.Accessors) {
		return nil, e, fmt.Errorf("there is no accessor %d", i)
	}
	a = &r.Accessors[i]
	if a.Count < 1 || a.Count > MaxVertices*3 {
		return nil, e, fmt.Errorf("accessor %d has %d elements; from 1 to %d are read", i, a.Count, MaxVertices*3)
	}
	if r.read += a.Count; r.read > maxElements {
		return nil, e, fmt.Errorf("the meshes have more than %d elements of accessors", maxElements)
	}
	switch a.Component {
	case gltfUint8, gltfUint8 - 1:
	case gltfUint16, gltfUint16 - 1:
		size *= 2
	case gltfUint32, gltfFloat32:
		size *= 4
	default:
		return nil, e, fmt.Errorf("accessor %d has components of the type %d, which is none", i, a.Component)
	}
	e = elements{count: a.Count, stride: size}
	if a.View != nil {
		data, stride, err := r.view(*a.View)
		if err != nil {
			return nil, e, err
		}
		if stride != 0 {
			e.stride = stride
		}
		if a.ByteOffset < 0 || a.ByteOffset > len(data) || e.stride < size || e.stride > 252+size ||
			(a.Count-1)*e.stride+size > len(data)-a.ByteOffset {
			return nil, e, fmt.Errorf("accessor %d lies outside of its buffer view", i)
		}
		e.data = data[a.ByteOffset:]
	}
	if a.Sparse != nil {
		if e, err = r.sparse(i, a.Sparse, e, size); err != nil {
			return nil, e, err
		}
	}
	return a, e, nil
}

// view is the bytes of a buffer view, and its stride, or 0.
func (r *gltfReader) view(i int) (data []byte, stride int, err error) {
	if i < 0 || i >= len(r.Views) {
		return nil, 0, fmt.Errorf("there is no buffer view %d", i)
	}
	v := &r.Views[i]
	if v.Buffer < 0 || v.Buffer >= len(r.buffers) {
		return nil, 0, fmt.Errorf("there is no buffer %d", v.Buffer)
	}
	data = r.buffers[v.Buffer]
	if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > len(data) || v.ByteLength > len(data)-v.ByteOffset {
		return nil, 0, fmt.Errorf("buffer view %d lies outside of its buffer", i)
	}
	return data[v.ByteOffset:][:v.ByteLength], v.ByteStride, nil
}

// sparse is an accessor's elements, of a size, with some replaced.
func (r *gltfReader) sparse(i int, s *gltfSparse, e elements, size int) (elements, error) {
	width := map[int]int{gltfUint8: 1, gltfUint16: 2, gltfUint32: 4}[s.Indices.Component]
	if width == 0 {
		return e, fmt.Errorf("the sparse indices of accessor %d have components of the type %d", i, s.Indices.Component)
	}
	if s.Count < 1 || s.Count > e.count {
		return e, fmt.Errorf("accessor %d has %d sparse elements; from 1 to %d are read", i, s.Count, e.count)
	}
	if r.read += s.Count; r.read > maxElements {
		return e, fmt.Errorf("the meshes have more than %d elements of accessors", maxElements)
	}
	part := func(view, offset, size int) ([]byte, error) {
		data, _, err := r.view(view)
		if err != nil {
			return nil, err
		}
		if offset < 0 || offset > len(data) || s.Count*size > len(data)-offset {
			return nil, fmt.Errorf("the sparse elements of accessor %d lie outside of their buffer view", i)
		}
		return data[offset:], nil
	}
	indices, err := part(s.Indices.View, s.Indices.ByteOffset, width)
	if err != nil {
		return e, err
	}
	values, err := part(s.Values.View, s.Values.ByteOffset, size)
	if err != nil {
		return e, err
	}
	out := elements{data: make([]byte, e.count*size), count: e.count, stride: size}
	for k := 0; k < e.count && e.data != nil; k++ {
		copy(out.data[k*size:][:size], e.data[k*e.stride:])
	}
	for k := range s.Count {
		var word [4]byte
		copy(word[:], indices[k*width:][:width])
		at := binary.LittleEndian.Uint32(word[:])
		if uint64(at) >= uint64(e.count) {
			return e, fmt.Errorf("a sparse index of accessor %d is %d of %d", i, at, e.count)
		}
		copy(out.data[int(at)*size:][:size], values[k*size:])
	}
	return out, nil
}

// floats reads vectors of n floats, or of unsigned integers that stand for 0 to 1.
func (r *gltfReader) floats(i, n int) ([]float32, error) {
	a, e, err := r.elements(i, n)
	if err != nil {
		return nil, err
	}
	if want := fmt.Sprintf("VEC%d", n); a.Type != want {
		return nil, fmt.Errorf("accessor %d has the type %s, not %s", i, a.Type, want)
	}
	if e.count > MaxVertices {
		return nil, fmt.Errorf("there are more than %d vertices", MaxVertices)
	}
	if a.Component != gltfFloat32 && !(a.Normalized && (a.Component == gltfUint8 || a.Component == gltfUint16)) {
		return nil, fmt.Errorf("accessor %d holds neither floats nor normalized unsigned integers", i)
	}
	out := make([]float32, n*e.count)
	if e.data == nil {
		return out, nil
	}
	for k := range out {
		b := e.data[k/n*e.stride:]
		switch c := k % n; a.Component {
		case gltfUint8:
			out[k] = float32(b[c]) / 255
		case gltfUint16:
			out[k] = float32(binary.LittleEndian.Uint16(b[2*c:])) / 65535
		default:
			out[k] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*c:]))
			if f := float64(out[k]); math.IsNaN(f) || math.IsInf(f, 0) {
				return nil, fmt.Errorf("accessor %d holds a number that isn't finite", i)
			}
		}
	}
	return out, nil
}

// indices reads indices of vertices.
func (r *gltfReader) indices(i, vertices int) ([]uint32, error) {
	a, e, err := r.elements(i, 1)
	if err != nil {
		return nil, err
	}
	out := make([]uint32, e.count)
	for k := range out {
		if e.data != nil {
			switch b := e.data[k*e.stride:]; a.Component {
			case gltfUint8:
				out[k] = uint32(b[0])
			case gltfUint16:
				out[k] = uint32(binary.LittleEndian.Uint16(b))
			case gltfUint32:
				out[k] = binary.LittleEndian.Uint32(b)
			default:
				return nil, fmt.Errorf("accessor %d holds no unsigned integers", i)
			}
		}
		if int64(out[k]) >= int64(vertices) {
			return nil, fmt.Errorf("index %d names vertex %d of %d", k, out[k], vertices)
		}
	}
	return out, nil
}

// IsGLTF reports whether a file looks like glTF, as text or binary.
func IsGLTF(data []byte) bool {
	return len(data) >= 4 && binary.LittleEndian.Uint32(data) == glbMagic || bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{"))
}
