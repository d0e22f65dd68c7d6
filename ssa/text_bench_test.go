package ssa_test

import (
	"testing"

	"refract/ssa"
)

// BenchmarkParse reads long functions from text.
func BenchmarkParse(b *testing.B) {
	for _, shape := range longShapes {
		b.Run(shape.name, func(b *testing.B) {
			text := []byte(shape.text(20_000))
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ssa.Parse("long", text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPrint writes long functions as text.
func BenchmarkPrint(b *testing.B) {
	for _, shape := range longShapes {
		b.Run(shape.name, func(b *testing.B) {
			s, err := ssa.Parse("long", []byte(shape.text(20_000)))
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(ssa.Print(s))))
			b.ReportAllocs()
			for b.Loop() {
				ssa.Print(s)
			}
		})
	}
}
