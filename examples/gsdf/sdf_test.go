package gsdf

import (
	"math"
	"math/rand/v2"
	"testing"

	"refract"
)

var shapes = map[string]Shape{
	"sphere": Sphere{1.5},
	"box":    Box{[3]float32{1, 0.5, 2}},
	"moved":  Moved{Box{[3]float32{1, 1, 1}}, [3]float32{0.5, -0.25, 3}},
	"union":  Union{Sphere{1}, Union{Moved{Box{[3]float32{0.5, 0.5, 0.5}}, [3]float32{1, 0, 0}}, Moved{Sphere{0.75}, [3]float32{0, 1, 0}}, 0.5}, 0.25},
}

// TestShapes compares the GLSL of each shape with its Go, at random points.
func TestShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	points := make([][3]float32, 1000)
	for i := range points {
		for k := range points[i] {
			points[i][k] = 6*r.Float32() - 3
		}
	}
	for name, s := range shapes {
		got, err := Evaluate(t.Context(), s, points)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, Program(s))
		}
		for i, p := range points {
			if want := s.Distance(p); math.Abs(float64(got[i]-want)) > 1e-5 {
				t.Errorf("%s: at %v the shader has %g, Go %g", name, p, got[i], want)
				break
			}
		}
	}
}

// TestTargets translates the programs into the languages of other graphics libraries.
func TestTargets(t *testing.T) {
	for name, s := range shapes {
		if _, err := refract.TranslateAll(t.Context(), "shape.comp", []byte(Program(s)), refract.TranslateOptions{},
			refract.Targets(refract.WGSL, refract.SPIRV, refract.MSL, refract.HLSL, refract.DXIL)...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// BenchmarkEvaluate runs the largest shape at 100,000 points, with its compilation.
func BenchmarkEvaluate(b *testing.B) {
	points := make([][3]float32, 100000)
	for i := range points {
		points[i] = [3]float32{float32(i%50)/25 - 1, float32(i/50%50)/25 - 1, float32(i/2500)/20 - 1}
	}
	for b.Loop() {
		if _, err := Evaluate(b.Context(), shapes["union"], points); err != nil {
			b.Fatal(err)
		}
	}
}
