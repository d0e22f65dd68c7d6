// Package mesh reads meshes: Wavefront OBJ, as its specification of 1992 has polygons, and
// the triangles of glTF 2.0.
package mesh

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Mesh is triangles of vertices that have a place, a normal and a texture
// coordinate.
type Mesh struct {
	Vertices []Vertex
	Indices  []uint32 // three for each triangle

	Parts     []Part // of a file with materials: all triangles, in order
	Materials []Material
}

// A Vertex is one corner.
type Vertex struct {
	Place, Normal [3]float32
	UV            [2]float32
}

// Limits on reading.
const (
	MaxVertices  = 1 << 22
	MaxTriangles = 1 << 23
)

// A ParseError reports a fault of a file.
type ParseError struct {
	Line    int // from 1
	Message string
}

func (e *ParseError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// corner is the numbers of a corner's place, texture coordinate and normal, from 1; 0:
// none.
type corner [3]int

// reader reads one file.
type reader struct {
	line    int
	places  [][3]float32
	uvs     [][2]float32
	normals [][3]float32
	known   map[corner]uint32
	mesh    Mesh
	smooth  []bool // vertices whose normal is made
}

// ReadOBJ reads the polygons of an OBJ file; other contents are passed over. Missing
// normals are made, even over the triangles around a place. The error is a *ParseError.
func ReadOBJ(data []byte) (*Mesh, error) {
	r := &reader{known: map[corner]uint32{}}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	pending := ""
	for lines.Scan() {
		r.line++
		text := pending + lines.Text()
		pending = ""
		if rest, more := strings.CutSuffix(text, "\\"); more {
			if len(rest) > 1<<20 {
				return nil, r.fail("the line is too long")
			}
			pending = rest + " "
			continue
		}
		text, _, _ = strings.Cut(text, "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if err := r.statement(words[0], words[1:]); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, r.fail("the line is too long")
	}
	if len(r.mesh.Indices) == 0 && bytes.IndexByte(data, 0) >= 0 {
		r.line = 1
		return nil, r.fail("the file isn't text: neither OBJ nor glTF 2.0")
	}
	if len(r.mesh.Indices) == 0 {
		return nil, r.fail("the file has no faces")
	}
	r.makeNormals()
	return &r.mesh, nil
}

func (r *reader) fail(format string, args ...any) error {
	return &ParseError{max(r.line, 1), fmt.Sprintf(format, args...)}
}

// statement reads one line.
func (r *reader) statement(kind string, words []string) error {
	switch kind {
	case "v":
		x, err := r.numbers(words, 3)
		if err != nil {
			return err
		}
		r.places = append(r.places, [3]float32(x))
	case "vn":
		x, err := r.numbers(words, 3)
		if err != nil {
			return err
		}
		r.normals = append(r.normals, [3]float32(x))
	case "vt":
		if len(words) == 1 {
			words = append(words, "0")
		}
		x, err := r.numbers(words, 2)
		if err != nil {
			return err
		}
		r.uvs = append(r.uvs, [2]float32(x))
	case "f":
		return r.face(words)
	}
	if len(r.places) > MaxVertices || len(r.uvs) > MaxVertices || len(r.normals) > MaxVertices {
		return r.fail("there are more than %d vertices", MaxVertices)
	}
	return nil
}

// numbers reads n numbers; others behind them are passed over.
func (r *reader) numbers(words []string, n int) ([]float32, error) {
	if len(words) < n {
		return nil, r.fail("%d numbers are expected, %d are there", n, len(words))
	}
	out := make([]float32, n)
	for i := range out {
		x, err := strconv.ParseFloat(words[i], 32)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, r.fail("%q is no number", words[i])
		}
		out[i] = float32(x)
	}
	return out, nil
}

// face reads a polygon as a fan.
func (r *reader) face(words []string) error {
	if len(words) < 3 {
		return r.fail("a face has at least three corners")
	}
	var first, last uint32
	for i, word := range words {
		c, err := r.corner(word)
		if err != nil {
			return err
		}
		v := r.vertex(c)
		if i >= 2 {
			r.mesh.Indices = append(r.mesh.Indices, first, last, v)
		}
		if i == 0 {
			first = v
		}
		last = v
	}
	if len(r.mesh.Indices) > 3*MaxTriangles || len(r.mesh.Vertices) > MaxVertices {
		return r.fail("there are more than %d triangles or %d vertices", MaxTriangles, MaxVertices)
	}
	return nil
}

// corner reads PLACE, PLACE/UV, PLACE//NORMAL or PLACE/UV/NORMAL. Negative numbers
// count back from the last.
func (r *reader) corner(word string) (c corner, err error) {
	parts := strings.Split(word, "/")
	if len(parts) > 3 {
		return c, r.fail("%q is no corner of a face", word)
	}
	for i, have := range [3]int{len(r.places), len(r.uvs), len(r.normals)} {
		if i >= len(parts) || i > 0 && parts[i] == "" {
			continue
		}
		n, err := strconv.Atoi(parts[i])
		if err != nil {
			return c, r.fail("%q is no corner of a face", word)
		}
		if n < 0 {
			n += have + 1
		}
		if n < 1 || n > have {
			return c, r.fail("%q names a %s that isn't there; there are %d so far", word, [3]string{"vertex", "texture coordinate", "normal"}[i], have)
		}
		c[i] = n
	}
	return c, nil
}

// vertex is the vertex of a corner.
func (r *reader) vertex(c corner) uint32 {
	if v, ok := r.known[c]; ok {
		return v
	}
	v := Vertex{Place: r.places[c[0]-1]}
	if c[1] > 0 {
		v.UV = r.uvs[c[1]-1]
	}
	if c[2] > 0 {
		v.Normal = r.normals[c[2]-1]
	}
	n := uint32(len(r.mesh.Vertices))
	r.mesh.Vertices = append(r.mesh.Vertices, v)
	r.smooth = append(r.smooth, c[2] == 0)
	r.known[c] = n
	return n
}

// makeNormals makes the missing normals: the mean of the normals of the triangles at the
// same place, by their area.
func (r *reader) makeNormals() {
	sums := map[[3]float32][3]float64{}
	m := &r.mesh
	for i := 0; i < len(m.Indices); i += 3 {
		var p [3][3]float64
		any := false
		for k := range p {
			v := m.Indices[i+k]
			any = any || r.smooth[v]
			for j, x := range m.Vertices[v].Place {
				p[k][j] = float64(x)
			}
		}
		if !any {
			continue
		}
		var u, w [3]float64
		for j := range u {
			u[j], w[j] = p[1][j]-p[0][j], p[2][j]-p[0][j]
		}
		n := [3]float64{u[1]*w[2] - u[2]*w[1], u[2]*w[0] - u[0]*w[2], u[0]*w[1] - u[1]*w[0]}
		for k := range 3 {
			at := m.Vertices[m.Indices[i+k]].Place
			s := sums[at]
			for j := range s {
				s[j] += n[j]
			}
			sums[at] = s
		}
	}
	for i := range m.Vertices {
		if !r.smooth[i] {
			continue
		}
		m.Vertices[i].Normal = unit(sums[m.Vertices[i].Place])
	}
}

// Stride is the bytes of a vertex as Bytes writes it: the place from 0, the normal
// from 12, the texture coordinate from 24.
const Stride = 32

// Bytes are the vertices and the indices as buffers hold them.
func (m *Mesh) Bytes() (vertices, indices []byte) {
	for i := range m.Vertices {
		v := &m.Vertices[i]
		for _, x := range [8]float32{v.Place[0], v.Place[1], v.Place[2], v.Normal[0], v.Normal[1], v.Normal[2], v.UV[0], v.UV[1]} {
			vertices = binary.LittleEndian.AppendUint32(vertices, math.Float32bits(x))
		}
	}
	for _, i := range m.Indices {
		indices = binary.LittleEndian.AppendUint32(indices, i)
	}
	return vertices, indices
}

// Bounds are the least and the greatest coordinates.
func (m *Mesh) Bounds() (low, high [3]float32) {
	low, high = m.Vertices[0].Place, m.Vertices[0].Place
	for i := range m.Vertices {
		for k, x := range m.Vertices[i].Place {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	return low, high
}
