package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

// gray is a small picture.
func gray() image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, 9, 2))
	for i := range img.Pix {
		img.Pix[i] = 128
	}
	for x := range 9 {
		img.SetNRGBA(x, 1, color.NRGBA{64, 64, 64, 255})
	}
	return img
}

func TestRead(t *testing.T) {
	var p, j, g bytes.Buffer
	if err := png.Encode(&p, gray()); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&j, gray(), nil); err != nil {
		t.Fatal(err)
	}
	if err := gif.Encode(&g, gray(), nil); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]*bytes.Buffer{"png": &p, "jpeg": &j, "gif": &g} {
		img, err := Read(bytes.NewReader(data.Bytes()))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if c := color.NRGBAModel.Convert(img.At(5, 1)).(color.NRGBA); img.Bounds().Dx() != 9 || c.R < 48 || c.R > 72 {
			t.Errorf("%s: %v, %v", name, img.Bounds(), c)
		}
	}
}

// hdr is a picture of one pixel twice, as each way of encoding has it.
const hdrHeader = "#?RADIANCE\n# made by hand\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=2\n\n"

func TestReadHDR(t *testing.T) {
	runs := "\x02\x02\x00\x09" + "\x89\x80" + "\x09" + strings.Repeat("\x40", 9) + "\x84\x20\x85\x20" + "\x89\x82"
	for name, data := range map[string]string{
		"flat":    hdrHeader + "-Y 1 +X 2\n" + strings.Repeat("\x80\x40\x20\x82", 2),
		"repeats": hdrHeader + "-Y 1 +X 9\n\x80\x40\x20\x82\x01\x01\x01\x08",
		"runs":    hdrHeader + "-Y 2 +X 9\n" + runs + runs,
		"turned":  hdrHeader + "+Y 2 -X 9\n" + runs + runs,
	} {
		img, err := Read(strings.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f := img.(*Float)
		for y := range f.Height {
			for x := range f.Width {
				// 128 / 256 * 2^(130-128) / 2
				if got := f.FloatAt(x, y); got != [4]float32{1, 0.5, 0.25, 1} {
					t.Errorf("%s: %d, %d: %v", name, x, y, got)
				}
			}
		}
	}
	f, err := Read(strings.NewReader(hdrHeader + "-Y 1 -X 2\n\x80\x80\x80\x82\x40\x40\x40\x89"))
	if err != nil {
		t.Fatal(err)
	}
	if left, c := f.(*Float).FloatAt(0, 0), f.At(0, 0).(color.NRGBA64); left[0] != 64 || c.R != 65535 {
		t.Errorf("left is %v, %v", left, c)
	}
}

func TestReadErrors(t *testing.T) {
	var huge bytes.Buffer
	if err := png.Encode(&huge, image.NewGray(image.Rect(0, 0, MaxSide+1, 1))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ data, want string }{
		{"", "no picture"},
		{"BM", "no picture"},
		{huge.String(), "at most 16384 each way"},
		{"\x89PNG\r\n\x1a\n", "EOF"},
		{"#?RADIANCE\n", "cut off"},
		{"#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\n", "32-bit_rle_xyze"},
		{hdrHeader + "+X 1 -Y 1\n", "is not read"},
		{hdrHeader + "-Y 99999999 +X 99999999\n", "at most"},
		{hdrHeader + "-Y 2 +X 2\n\x80\x40\x20\x82", "ends in row 1 of 2"},
		{hdrHeader + "-Y 1 +X 2\n\x01\x01\x01\x01", "longer than its row"},
		{hdrHeader + "-Y 1 +X 9\n\x02\x02\x00\x09\xff", "longer than its row"},
	} {
		if _, err := Read(strings.NewReader(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: got %v, want %s", c.data, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	var p bytes.Buffer
	if err := png.Encode(&p, gray()); err != nil {
		f.Fatal(err)
	}
	f.Add(p.Bytes())
	f.Add([]byte(hdrHeader + "-Y 1 +X 9\n\x80\x40\x20\x82\x01\x01\x01\x08"))
	f.Add(fmt.Appendf(nil, "%s-Y 1 +X 9\n\x02\x02\x00\x09\x89\x80\x89\x80\x89\x80\x89\x80", hdrHeader))
	f.Fuzz(func(t *testing.T, data []byte) {
		if img, err := Read(bytes.NewReader(data)); err == nil {
			img.At(0, 0)
		}
	})
}
