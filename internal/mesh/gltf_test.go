package mesh

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// floatBytes are numbers as a buffer holds them.
func floatBytes(values ...float32) (b []byte) {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// quad is a buffer: four places, four normals, four texture coordinates of 16 bits, six
// indices of 8 bits.
func quad() []byte {
	b := floatBytes(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1)
	for _, v := range []uint16{0, 0, 65535, 0, 65535, 65535, 0, 65535} {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return append(b, 0, 1, 2, 0, 2, 3)
}

const quadJSON = `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
	"nodes": [{"children": [1], "translation": [10, 0, 0]}, {"mesh": 0, "scale": [2, 1, 4], "rotation": [0, 0.70710678118, 0, 0.70710678118]}],
	"meshes": [{"primitives": [{"attributes": {"POSITION": 0, %s"TEXCOORD_0": 2}, "indices": 3}]}],
	"accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
		{"bufferView": 0, "byteOffset": 48, "componentType": 5126, "count": 4, "type": "VEC3"},
		{"bufferView": 1, "componentType": 5123, "normalized": true, "count": 4, "type": "VEC2"},
		{"bufferView": 2, "componentType": 5121, "count": 6, "type": "SCALAR"}],
	"bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 16}, {"buffer": 0, "byteOffset": 112, "byteLength": 6}],
	"buffers": [{%s"byteLength": 118}]}`

// glb packs JSON and a binary part.
func glb(text string, bin []byte) []byte {
	for len(text)%4 != 0 {
		text += " "
	}
	b := binary.LittleEndian.AppendUint32(nil, glbMagic)
	b = binary.LittleEndian.AppendUint32(b, 2)
	b = binary.LittleEndian.AppendUint32(b, uint32(28+len(text)+len(bin)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	b = binary.LittleEndian.AppendUint32(b, glbJSON)
	b = append(b, text...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(bin)))
	b = binary.LittleEndian.AppendUint32(b, glbBinary)
	return append(b, bin...)
}

func TestReadGLTF(t *testing.T) {
	embedded := `"uri": "data:application/octet-stream;base64,` + base64.StdEncoding.EncodeToString(quad()) + `", `
	const normal = `"NORMAL": 1, `
	for _, c := range []struct {
		name     string
		data     []byte
		vertices int
	}{
		{"embedded", fmt.Appendf(nil, quadJSON, normal, embedded), 4},
		{"beside", fmt.Appendf(nil, quadJSON, normal, `"uri": "my%20quad.bin", `), 4},
		{"binary", glb(fmt.Sprintf(quadJSON, normal, ""), quad()), 4},
		{"flat", glb(fmt.Sprintf(quadJSON, "", ""), quad()), 6},
		{"strip", glb(strings.Replace(fmt.Sprintf(quadJSON, normal, ""), `"indices": 3`, `"mode": 5`, 1), quad()), 4},
		{"fan", glb(strings.Replace(fmt.Sprintf(quadJSON, "", ""), `"indices": 3`, `"mode": 6`, 1), quad()), 6},
	} {
		m, err := ReadGLTF(c.data, func(name string) ([]byte, error) {
			if name != "my quad.bin" {
				return nil, errors.New(name)
			}
			return quad(), nil
		})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !IsGLTF(c.data) || len(m.Vertices) != c.vertices || len(m.Indices) != 6 {
			t.Errorf("%s: %d vertices, %d indices", c.name, len(m.Vertices), len(m.Indices))
		}
		// A quarter turn about y takes x to -z and z to x; x was stretched to 2 before.
		v := m.Vertices[m.Indices[2]]
		near := func(got [3]float32, want ...float64) bool {
			for k := range got {
				if math.Abs(float64(got[k])-want[k]) > 1e-5 {
					return false
				}
			}
			return true
		}
		if !near(v.Place, 10, 1, -2) || !near(v.Normal, 1, 0, 0) || v.UV != [2]float32{1, 1} {
			t.Errorf("%s: %v", c.name, v)
		}
	}
}

// TestSparse replaces elements of accessors, also of one that is all zeros.
func TestSparse(t *testing.T) {
	text := fmt.Sprintf(quadJSON, "", "")
	text = strings.Replace(text, `"count": 4, "type": "VEC3"}`, `"count": 4, "type": "VEC3", "sparse": {"count": 2,
		"indices": {"bufferView": 3, "byteOffset": 1, "componentType": 5121}, "values": {"bufferView": 4}}}`, 1)
	text = strings.Replace(text, `"byteLength": 6}]`, `"byteLength": 6}, {"buffer": 0, "byteOffset": 118, "byteLength": 3}, {"buffer": 0, "byteOffset": 124, "byteLength": 24}]`, 1)
	text = strings.Replace(text, `"byteLength": 118`, `"byteLength": 148`, 1)
	data := append(quad(), 9, 3, 1, 0, 0, 0)
	for _, x := range []float32{7, 8, 9, 4, 5, 6} {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	read := func(text string) *Mesh {
		m, err := ReadGLTF(glb(strings.Replace(text, `"rotation": [0, 0.70710678118, 0, 0.70710678118]`, `"rotation": [0, 0, 0, 1]`, 1), data), nil)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	plain, m := read(fmt.Sprintf(quadJSON, "", "")), read(text)
	// The triangles are 0 1 2, 0 2 3; a node places them.
	for k, want := range map[int][3]float32{0: plain.Vertices[0].Place, 1: {10 + 2*4, 5, 4 * 6}, 2: plain.Vertices[2].Place, 5: {10 + 2*7, 8, 4 * 9}} {
		if m.Vertices[k].Place != want {
			t.Errorf("vertex %d: %v, want %v", k, m.Vertices[k].Place, want)
		}
	}
	if m := read(strings.Replace(text, `{"bufferView": 0, "componentType"`, `{"componentType"`, 1)); m.Vertices[0].Place != [3]float32{10, 0, 0} || m.Vertices[1].Place != [3]float32{18, 5, 24} {
		t.Errorf("without a buffer view: %v", m.Vertices)
	}
}

func TestReadGLTFErrors(t *testing.T) {
	whole := fmt.Sprintf(quadJSON, `"NORMAL": 1, `, "")
	for _, c := range []struct{ old, new, want string }{
		{`"version": "2.0"`, `"version": "1.0"`, `glTF of version "1.0" isn't read`},
		{`"scene": 0`, `"scene": 3`, "there is no scene 3"},
		{`"scene": 0`, `"extensionsRequired": ["KHR_draco_mesh_compression"]`, "KHR_draco_mesh_compression"},
		{`"children": [1]`, `"children": [0]`, "below itself"},
		{`"children": [1]`, `"children": [1, 1]`, "below itself"},
		{`"children": [1]`, `"children": [-1]`, "there is no node -1"},
		{`"mesh": 0`, `"mesh": 1`, "there is no mesh 1"},
		{`"mesh": 0`, `"camera": 0`, "no triangles"},
		{`"NORMAL": 1`, `"NORMAL": 9`, "there is no accessor 9"},
		{`"NORMAL": 1`, `"NORMAL": 2`, "lies outside"},
		{`"count": 6`, `"count": 7`, "accessor 3 lies outside of its buffer view"},
		{`"count": 4, "type": "VEC2"`, `"count": 3, "type": "VEC2"`, "another count than POSITION"},
		{`"byteLength": 16`, `"byteLength": 1600`, "buffer view 1 lies outside of its buffer"},
		{`"byteLength": 118`, `"byteLength": 119`, "buffer 0 has 118 bytes, not 119"},
		{`"byteOffset": 112`, `"byteOffset": 96`, "names vertex"},
		{`"componentType": 5121`, `"componentType": 5126`, "lies outside"},
		{`"normalized": true`, `"normalized": false`, "neither floats nor"},
		{`"count": 6`, `"sparse": {}, "count": 6`, "sparse indices of accessor 3 have components of the type 0"},
		{`"count": 6`, `"sparse": {"count": 7, "indices": {"componentType": 5121}}, "count": 6`, "7 sparse elements"},
		{`"count": 6`, `"sparse": {"count": 1, "indices": {"bufferView": 7, "componentType": 5121}}, "count": 6`, "no buffer view 7"},
		{`"count": 6`, `"sparse": {"count": 1, "indices": {"bufferView": 2, "byteOffset": 6, "componentType": 5121}}, "count": 6`, "lie outside"},
		{`"count": 6`, `"sparse": {"count": 1, "indices": {"bufferView": 1, "byteOffset": 4, "componentType": 5123}}, "count": 6`, "65535 of 6"},
		{`"buffer": 0, "byteLength": 96`, `"buffer": 5, "byteLength": 96`, "there is no buffer 5"},
		{`{"asset"`, `[{"asset"`, "the file is no glTF"},
	} {
		if strings.Count(whole, c.old) == 0 {
			t.Fatalf("there is no %s", c.old)
		}
		_, err := ReadGLTF(glb(strings.Replace(whole, c.old, c.new, 1), quad()), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.new, err, c.want)
		}
	}
	for _, cut := range []int{11, 13, 27, 200} {
		if _, err := ReadGLTF(glb(whole, quad())[:cut], nil); err == nil {
			t.Errorf("no error for %d bytes", cut)
		}
	}
}

func FuzzReadGLTF(f *testing.F) {
	f.Add(glb(fmt.Sprintf(quadJSON, `"NORMAL": 1, `, ""), quad()))
	f.Add(glb(strings.Replace(fmt.Sprintf(quadJSON, "", ""), `"indices": 3`, `"mode": 6`, 1), quad()))
	f.Add(fmt.Appendf(nil, quadJSON, "", `"uri": "a.bin", `))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ReadGLTF(data, func(string) ([]byte, error) { return quad(), nil })
		if err != nil {
			return
		}
		for _, i := range m.Indices {
			if int(i) >= len(m.Vertices) {
				t.Fatalf("index %d of %d", i, len(m.Vertices))
			}
		}
		m.Bounds()
	})
}
