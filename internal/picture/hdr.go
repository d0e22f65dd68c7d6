package picture

// This file reads Radiance's pictures: lines of text, an empty one, the size, and rows of
// four bytes a pixel, the last byte being the exponent of all three, encoded by runs (Greg
// Ward, "Real Pixels", Graphics Gems II; the Radiance file formats).

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
)

const hdrMagic = "#?"

// A Float is a picture whose channels have any value from 0.
type Float struct {
	Width, Height int
	Pix           []float32 // red, green and blue of each pixel, rows from the upper one
}

// ColorModel is that of At.
func (f *Float) ColorModel() color.Model { return color.NRGBA64Model }

// Bounds is the picture's size.
func (f *Float) Bounds() image.Rectangle { return image.Rect(0, 0, f.Width, f.Height) }

// At is a pixel, whose channels end at 1.
func (f *Float) At(x, y int) color.Color {
	p := f.FloatAt(x, y)
	var c [4]uint16
	for i, v := range p {
		c[i] = uint16(math.Round(float64(min(v, 1)) * 65535))
	}
	return color.NRGBA64{R: c[0], G: c[1], B: c[2], A: c[3]}
}

// FloatAt is a pixel.
func (f *Float) FloatAt(x, y int) [4]float32 {
	p := f.Pix[3*(y*f.Width+x):]
	return [4]float32{p[0], p[1], p[2], 1}
}

// readHDR reads a picture.
func readHDR(r *bufio.Reader) (*Float, error) {
	exposure := 1.0
	for n := 0; ; n++ {
		line, err := readLine(r)
		if err != nil {
			return nil, err
		}
		if line == "" {
			break
		}
		key, value, _ := strings.Cut(line, "=")
		switch {
		case n > 1000:
			return nil, errors.New("the header of the HDR picture does not end")
		case key == "FORMAT" && strings.TrimSpace(value) != "32-bit_rle_rgbe":
			return nil, fmt.Errorf("HDR pictures of the format %q are not read; 32-bit_rle_rgbe is", strings.TrimSpace(value))
		case key == "EXPOSURE":
			x, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || !(x > 0) || math.IsInf(x, 0) {
				return nil, fmt.Errorf("the HDR picture's exposure %q is no number above 0", value)
			}
			exposure *= x
		}
	}
	line, err := readLine(r)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(line)
	if len(words) != 4 || words[0] != "-Y" && words[0] != "+Y" || words[2] != "+X" && words[2] != "-X" {
		return nil, fmt.Errorf("the HDR picture's size %q is not read; -Y HEIGHT +X WIDTH is", line)
	}
	height, err1 := strconv.Atoi(words[1])
	width, err2 := strconv.Atoi(words[3])
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("the HDR picture's size %q is not read; -Y HEIGHT +X WIDTH is", line)
	}
	if err := fits(width, height); err != nil {
		return nil, err
	}
	f := &Float{Width: width, Height: height}
	row := make([]byte, 4*width)
	for y := range height {
		if err := readRow(r, row); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				err = fmt.Errorf("the HDR picture ends in row %d of %d", y+1, height)
			}
			return nil, err
		}
		for x := range width {
			p := row[4*x:][:4]
			scale := 0.0
			if p[3] != 0 {
				scale = math.Ldexp(1, int(p[3])-128-8) / exposure
			}
			for _, v := range p[:3] {
				f.Pix = append(f.Pix, float32(float64(v)*scale))
			}
		}
	}
	f.turn(words[0] == "+Y", words[2] == "-X")
	return f, nil
}

// turn puts rows and columns that were written the other way round in order.
func (f *Float) turn(rows, columns bool) {
	swap := func(a, b int) {
		for k := range 3 {
			f.Pix[3*a+k], f.Pix[3*b+k] = f.Pix[3*b+k], f.Pix[3*a+k]
		}
	}
	if rows {
		for y := range f.Height / 2 {
			for x := range f.Width {
				swap(y*f.Width+x, (f.Height-1-y)*f.Width+x)
			}
		}
	}
	if columns {
		for y := range f.Height {
			for x := range f.Width / 2 {
				swap(y*f.Width+x, y*f.Width+f.Width-1-x)
			}
		}
	}
}

func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return "", errors.New("the header of the HDR picture is cut off, or has a line that is too long")
	}
	return strings.TrimRight(string(line), "\r\n"), nil
}

// readRow reads a row: each of four channels by runs, or pixels; a pixel (1, 1, 1) repeats
// the last.
func readRow(r *bufio.Reader, row []byte) error {
	width := len(row) / 4
	if start, err := r.Peek(4); err == nil && width >= 8 && width < 1<<15 && start[0] == 2 && start[1] == 2 && int(start[2])<<8|int(start[3]) == width {
		_, _ = r.Discard(4)
		for channel := range 4 {
			for x := 0; x < width; {
				n, err := r.ReadByte()
				if err != nil {
					return err
				}
				run := n > 128
				if run {
					n -= 128
				}
				if n == 0 || x+int(n) > width {
					return errors.New("a run of the HDR picture is longer than its row")
				}
				var v byte
				for k := range int(n) {
					if k == 0 || !run {
						if v, err = r.ReadByte(); err != nil {
							return err
						}
					}
					row[4*x+channel] = v
					x++
				}
			}
		}
		return nil
	}
	shift := 0
	for x := 0; x < width; {
		p := row[4*x:][:4]
		if _, err := io.ReadFull(r, p); err != nil {
			return err
		}
		if p[0] != 1 || p[1] != 1 || p[2] != 1 {
			x, shift = x+1, 0
			continue
		}
		n := int(p[3]) << shift
		if x == 0 || shift > 16 || x+n > width {
			return errors.New("a run of the HDR picture is longer than its row")
		}
		for range n {
			copy(row[4*x:][:4], row[4*x-4:])
			x++
		}
		shift += 8
	}
	return nil
}
