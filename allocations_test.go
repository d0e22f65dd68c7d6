package refract_test

// This file bounds what a call allocates besides its results: programs that translate many
// small shaders feel it.

import (
	"context"
	"testing"

	"refract"
)

func TestAllocations(t *testing.T) {
	src := []byte("@compute @workgroup_size(1) fn main() {}")
	for _, test := range []struct {
		name string
		most float64
		call func() error
	}{
		{"translate to SPIR-V", 14, func() error {
			_, err := refract.Translate(context.Background(), "a.wgsl", src, refract.TranslateOptions{To: refract.SPIRV})
			return err
		}},
		{"translate to WGSL", 24, func() error {
			_, err := refract.Translate(context.Background(), "a.wgsl", src, refract.TranslateOptions{To: refract.WGSL})
			return err
		}},
		{"check", 26, func() error {
			_, err := refract.Check(context.Background(), "a.wgsl", src, refract.CheckOptions{})
			return err
		}},
	} {
		n := testing.AllocsPerRun(100, func() {
			if err := test.call(); err != nil {
				t.Fatal(err)
			}
		})
		if t.Logf("%s: %.0f allocations", test.name, n); n > test.most {
			t.Errorf("%s: %.0f allocations, at most %.0f are expected", test.name, n, test.most)
		}
	}
}
