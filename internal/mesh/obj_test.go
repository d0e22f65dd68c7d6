package mesh

import (
	"errors"
	"strings"
	"testing"
)

const square = `# a square
v 0 0 0
v 1 0 0 1.0
v 1 1 0
v 0 1 \
0
vt 0.25 0.5
vn 0 0 1
o name
f 1/1/1 2/1/1 3/1/1 -1//-1
f 1 3 4
`

func TestReadOBJ(t *testing.T) {
	m, err := ReadOBJ([]byte(square))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Vertices) != 7 || len(m.Indices) != 9 {
		t.Fatalf("%d vertices, %d indices", len(m.Vertices), len(m.Indices))
	}
	if v := m.Vertices[0]; v.UV != [2]float32{0.25, 0.5} || v.Normal != [3]float32{0, 0, 1} {
		t.Errorf("got %v", v)
	}
	if v := m.Vertices[6]; v.Place != [3]float32{0, 1, 0} || v.Normal != [3]float32{0, 0, 1} {
		t.Errorf("the normal that is made: %v", v)
	}
	vertices, indices := m.Bytes()
	if len(vertices) != 7*Stride || len(indices) != 36 {
		t.Errorf("%d and %d bytes", len(vertices), len(indices))
	}
	if low, high := m.Bounds(); low != [3]float32{} || high != [3]float32{1, 1, 0} {
		t.Errorf("from %v to %v", low, high)
	}
}

func TestBadOBJ(t *testing.T) {
	for source, want := range map[string]string{
		"":                               "line 1: the file has no faces",
		"\x89PNG\r\n\x1a\n\x00\x00":      "line 1: the file isn't text: neither OBJ nor glTF 2.0",
		"v 1 2":                          "line 1: 3 numbers are expected, 2 are there",
		"v 1 2 x":                        `line 1: "x" is no number`,
		"v 1 2 nan":                      `line 1: "nan" is no number`,
		"v 0 0 0\nf 1 1":                 "line 2: a face has at least three corners",
		"v 0 0 0\nf 1 2 1":               `line 2: "2" names a vertex that isn't there; there are 1 so far`,
		"v 0 0 0\nf 0 1 1":               `line 2: "0" names a vertex`,
		"v 0 0 0\nf 1/1 1 1":             `line 2: "1/1" names a texture coordinate that isn't there`,
		"v 0 0 0\nf 1/1/1/1 1 1":         `line 2: "1/1/1/1" is no corner of a face`,
		"v 0 0 0\nf / 1 1":               `line 2: "/" is no corner of a face`,
		"#" + strings.Repeat("x", 2<<20): "line 1: the line is too long",
	} {
		_, err := ReadOBJ([]byte(source))
		var parse *ParseError
		if !errors.As(err, &parse) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.20q: %v, want %s", source, err, want)
		}
	}
}

func FuzzReadOBJ(f *testing.F) {
	f.Add([]byte(square))
	f.Add([]byte("v 0 0 0\nf 1 1 1\\\n1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ReadOBJ(data)
		if err != nil {
			return
		}
		for _, i := range m.Indices {
			if int(i) >= len(m.Vertices) {
				t.Fatal("an index beyond the vertices")
			}
		}
		m.Bytes()
		m.Bounds()
	})
}
