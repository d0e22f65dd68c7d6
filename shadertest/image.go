package shadertest

// This file compares pictures.

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// An ImageTolerance is how far two pictures may differ. The zero ImageTolerance wants them
// equal.
type ImageTolerance struct {
	Channel    uint8   // how far each channel of a pixel may be off, of 255
	Share      float64 // of the pixels that may be off by more, from 0 to 1
	Similarity float64 // least structural similarity of the luminance, up to 1; 0: not asked
}

// CompareImages compares two pictures. The error reports how many pixels differ and the
// place of the first.
func CompareImages(got, want image.Image, tolerance ImageTolerance) error {
	if got.Bounds().Size() != want.Bounds().Size() {
		return fmt.Errorf("the picture has %v pixels, want %v", got.Bounds().Size(), want.Bounds().Size())
	}
	size := got.Bounds().Size()
	off, worst := 0, 0
	var first image.Point
	for y := range size.Y {
		for x := range size.X {
			d := apart(pixel(got, x, y), pixel(want, x, y))
			worst = max(worst, d)
			if d > int(tolerance.Channel) {
				if off == 0 {
					first = image.Pt(x, y)
				}
				off++
			}
		}
	}
	if share := float64(off) / float64(max(size.X*size.Y, 1)); off > 0 && share > tolerance.Share {
		return fmt.Errorf("%d of %d pixels differ, by up to %d of 255; the first at (%d, %d): got %v, want %v", off, size.X*size.Y, worst,
			first.X, first.Y, pixel(got, first.X, first.Y), pixel(want, first.X, first.Y))
	}
	if tolerance.Similarity > 0 {
		if s := Similarity(got, want); s < tolerance.Similarity {
			return fmt.Errorf("the structural similarity is %.4f, want %.4f", s, tolerance.Similarity)
		}
	}
	return nil
}

func pixel(img image.Image, x, y int) color.NRGBA {
	b := img.Bounds().Min
	return color.NRGBAModel.Convert(img.At(b.X+x, b.Y+y)).(color.NRGBA)
}

// apart is the largest difference of a channel.
func apart(a, b color.NRGBA) int {
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B), d(a.A, b.A))
}

// Similarity is the mean structural similarity of two pictures' luminance over
// windows of 8×8 pixels (Wang, Bovik, Sheikh, Simoncelli, 2004): 1 for equal ones.
// The pictures have the same size.
func Similarity(a, b image.Image) float64 {
	const window, c1, c2 = 8, 0.01 * 0.01, 0.03 * 0.03
	size := a.Bounds().Size()
	luminance := func(c color.NRGBA) float64 {
		return (0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)) / 255 * float64(c.A) / 255
	}
	total, n := 0.0, 0
	for y := 0; y < size.Y; y += window {
		for x := 0; x < size.X; x += window {
			var sa, sb, saa, sbb, sab, count float64
			for j := y; j < min(y+window, size.Y); j++ {
				for i := x; i < min(x+window, size.X); i++ {
					p, q := luminance(pixel(a, i, j)), luminance(pixel(b, i, j))
					sa, sb, saa, sbb, sab, count = sa+p, sb+q, saa+p*p, sbb+q*q, sab+p*q, count+1
				}
			}
			ma, mb := sa/count, sb/count
			va, vb, cov := saa/count-ma*ma, sbb/count-mb*mb, sab/count-ma*mb
			total += (2*ma*mb + c1) * (2*cov + c2) / ((ma*ma + mb*mb + c1) * (va + vb + c2))
			n++
		}
	}
	return total / float64(max(n, 1))
}

// Golden compares a picture with a PNG file. If they differ, the test fails, and its
// artifacts folder (go test -artifacts) receives got.png, want.png and diff.png, which
// shows both and between them how far each pixel is off.
//
// The file is written instead if the test's own flag -update is set, or the environment's
// SHADERTEST_UPDATE is 1.
func Golden(t testing.TB, got image.Image, file string, tolerance ImageTolerance) {
	t.Helper()
	if updating() {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := writePNG(file, got); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := readPNG(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.Fatalf("%s isn't there; SHADERTEST_UPDATE=1 makes it", file)
	case err != nil:
		t.Fatal(err)
	}
	err = CompareImages(got, want, tolerance)
	if err == nil {
		return
	}
	t.Errorf("%s: %v", file, err)
	leave(t, got, want)
}

// leave writes two pictures and their difference to the test's artifacts.
func leave(t testing.TB, got, want image.Image) {
	t.Helper()
	dir := t.ArtifactDir()
	for name, img := range map[string]image.Image{"got.png": got, "want.png": want, "diff.png": sideBySide(got, want)} {
		if err := writePNG(filepath.Join(dir, name), img); err != nil {
			t.Error(err)
		}
	}
	t.Logf("both pictures and their difference are in %s", dir)
}

// updating reports whether goldens are to be written.
func updating() bool {
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		return true
	}
	return os.Getenv("SHADERTEST_UPDATE") == "1"
}

func writePNG(name string, img image.Image) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		return err
	}
	return f.Close()
}

func readPNG(name string) (image.Image, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return png.Decode(f)
}

// sideBySide shows the drawn picture, how far each pixel is off (made eight times as
// bright), and the wanted picture.
func sideBySide(got, want image.Image) image.Image {
	a, b := got.Bounds().Size(), want.Bounds().Size()
	width, height := max(a.X, b.X), max(a.Y, b.Y)
	out := image.NewNRGBA(image.Rect(0, 0, 3*width, height))
	for y := range height {
		for x := range width {
			var p, q color.NRGBA
			if x < a.X && y < a.Y {
				p = pixel(got, x, y)
				out.SetNRGBA(x, y, p)
			}
			if x < b.X && y < b.Y {
				q = pixel(want, x, y)
				out.SetNRGBA(2*width+x, y, q)
			}
			off := uint8(math.Min(float64(apart(p, q))*8, 255))
			out.SetNRGBA(width+x, y, color.NRGBA{off, off, off, 255})
		}
	}
	return out
}
