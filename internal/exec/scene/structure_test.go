package scene_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/exec/scene"
)

// oneFile has one file, a triangle.
func oneFile(name string) ([]byte, error) {
	if name == "t.obj" {
		return []byte("v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n"), nil
	}
	return nil, os.ErrNotExist
}

// TestStructure reads a structure with everything.
func TestStructure(t *testing.T) {
	s, err := scene.ParseStructure("world.json", []byte(`{"description": "all",
		"geometries": {
			"file": "t.obj",
			"two": [{"file": "t.obj", "opaque": false}, {"triangles": [0, 0, 5,  1, 0, 5,  0, 1, 5,  1, 1, 5], "indices": [0, 1, 2, 2, 1, 3]}],
			"boxes": {"boxes": [0, 0, 0, 1, 1, 1,  2, 2, 2, 3, 3, 3]}
		},
		"instances": [
			"file",
			{"geometry": "two", "custom": 5, "mask": 3, "offset": 7, "flags": ["cull-disable", "flip-facing"]},
			{"geometry": "boxes", "transform": {"matrix": [{"translate": [10, 20, 30]}, {"scale": [1, 2, 3]}]}, "flags": "force-opaque"},
			{"geometry": "file", "transform": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -40]}
		]}`), oneFile)
	if err != nil {
		t.Fatal(err)
	}
	b := s.Bounds()
	if s.Instances() != 4 || !(b.Max[0] >= 13 && b.Max[1] >= 26 && b.Max[2] >= 39 && b.Min[2] <= -40 && b.Max[0] < 14 && b.Min[2] > -41) {
		t.Errorf("%d instances in %v", s.Instances(), b)
	}
	if s, err = scene.ParseStructure("world.json", []byte(`{"geometries": {"a": "t.obj", "b": "t.obj"}}`), oneFile); err != nil || s.Instances() != 2 {
		t.Errorf("without instances: %v, %v", s, err)
	}
}

// TestBadStructures names the mistakes, each at a place.
func TestBadStructures(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                        "an acceleration structure is an object",
		`{"geometrys": {}}`:         `no field "geometrys" here; did you mean "geometries"?`,
		`{"geometries": []}`:        "is an object of named things",
		`{"geometries": {"a": {}}}`: `a geometry has one of "file", "mesh", "triangles" and "boxes"`,
		`{"geometries": {"a": {"file": "t.obj", "boxes": []}}}`:                                           `a geometry has one of`,
		`{"geometries": {"a": {"triangles": [1, 2]}}}`:                                                    "three numbers for each corner, but 2",
		`{"geometries": {"a": {"triangles": [1, 2, 3]}}}`:                                                 "1 corners are no whole number of triangles",
		`{"geometries": {"a": {"triangles": [1, 2, 3], "indices": [0, 0, 1]}}}`:                           "index 1 is beyond the 1 vertices",
		`{"geometries": {"a": {"boxes": [1, 2, 3, 4]}}}`:                                                  "six numbers for each box",
		`{"geometries": {"a": {"boxes": [1, 0, 0, 0, 1, 1]}}}`:                                            "lies above the upper one",
		`{"geometries": {"a": [{"boxes": [0, 0, 0, 1, 1, 1]}, "t.obj"]}}`:                                 "either triangles or boxes",
		`{"geometries": {"a": "u.obj"}}`:                                                                  "u.obj cannot be read",
		`{"geometries": {"a": "/t.obj"}}`:                                                                 "a file is named relative",
		`{"geometries": {"a": {"mesh": "m"}}}`:                                                            `there is no mesh "m"`,
		`{"geometries": {"a": "t.obj"}, "instances": ["b"]}`:                                              `there is no geometry "b"`,
		`{"geometries": {"a": "t.obj"}, "instances": [{}]}`:                                               `an instance has a "geometry"`,
		`{"geometries": {"a": "t.obj"}, "instances": [{"geometry": "a", "mask": 256}]}`:                   `"mask" is a whole number from 0 to 255`,
		`{"geometries": {"a": "t.obj"}, "instances": [{"geometry": "a", "custom": -1}]}`:                  `"custom" is a whole number from 0 to 16777215`,
		`{"geometries": {"a": "t.obj"}, "instances": [{"geometry": "a", "flags": "no"}]}`:                 `there is no flag "no" of an instance`,
		`{"geometries": {"a": "t.obj"}, "instances": [{"geometry": "a", "transform": [1]}]}`:              "12 numbers",
		`{"geometries": {"a": "t.obj"}, "instances": [{"geometry": "a", "transform": {"matrix": [{}]}}]}`: "no such matrix",
	} {
		_, err := scene.ParseStructure("world.json", []byte(text), oneFile)
		var found *diag.Diagnostics
		if !errors.As(err, &found) || !strings.Contains(err.Error(), want) || found.Items[0].Span.IsZero() {
			t.Errorf("%s: %v, not %q", text, err, want)
		}
	}
}

func FuzzParseStructure(f *testing.F) {
	f.Add([]byte(`{"geometries": {"a": {"triangles": [0, 0, 0, 1, 0, 0, 0, 1, 0], "opaque": false}, "b": [{"boxes": [0, 0, 0, 1, 1, 1]}], "c": "t.obj"},
		"instances": ["a", {"geometry": "b", "transform": {"matrix": [{"rotate": {"degrees": 90}}, {"inverse": [{"scale": 2}]}]}, "flags": ["cull-disable"], "mask": 3}]}`))
	f.Add([]byte(`{"geometries": {"a": {"triangles": [1e38, -1e39, 0, 1, 0, 0, 0, 1, 0], "indices": [2, 1, 0]}}, "instances": [{"geometry": "a", "transform": [1e-30, 0, 0, 1e38, 0, 1e30, 0, 0, 0, 0, 0, 1]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := scene.ParseStructure("a.json", data, oneFile)
		var found *diag.Diagnostics
		if (s == nil) == (err == nil) || err != nil && !errors.As(err, &found) {
			t.Fatal(err)
		}
	})
}
