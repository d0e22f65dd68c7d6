package main

// The forms that pictures are written in.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color/palette"
	imagedraw "image/draw"
	"image/gif"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// A film takes frames.
type film interface {
	add(*image.NRGBA) error
	close() error
}

// film chooses the form by the output's name.
func (v *rendering) film() (film, error) {
	form := v.to
	if form == "" && v.output != "" && v.output != stdName {
		form = strings.TrimPrefix(filepath.Ext(v.output), ".")
	}
	if form == "" {
		form = "png"
	}
	write := func(data []byte) error {
		if v.output == stdName {
			if _, err := v.out.Write(data); err != nil {
				return fmt.Errorf("standard output cannot be written: %w", err)
			}
			return nil
		}
		return writeFile(v.output, data)
	}
	switch {
	case v.output == "":
		if !isTerminal(v.out) {
			return nil, usagef("no output for the picture: give -o FILE")
		}
		return newTerminalFilm(v.out)
	case v.output == stdName && isTerminal(v.out):
		return nil, usagef("a picture isn't written to a terminal; leave -o out to see it there")
	case strings.Contains(filepath.Base(v.output), "%"):
		if form != "png" {
			return nil, usagef("-o %s: numbered files are PNG", v.output)
		}
		if a, b := fmt.Sprintf(v.output, 0), fmt.Sprintf(v.output, 1); a == b || strings.Contains(a, "%!") {
			return nil, usagef("-o %s: a name of numbered files has one %%d", v.output)
		}
		return &numberedFilm{name: v.output}, nil
	case form == "png", form == "apng":
		return &pngFilm{write: write, fps: v.fps}, nil
	case form == "gif":
		return &gifFilm{write: write, fps: v.fps}, nil
	case form == "y4m":
		return &y4mFilm{open: v.openOut, fps: v.fps}, nil
	}
	return nil, usagef("there is no form %q of pictures; there are png, apng, gif and y4m", form)
}

// numberedFilm writes a file for each frame.
type numberedFilm struct {
	name string
	n    int
}

func (f *numberedFilm) add(img *image.NRGBA) error {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return err
	}
	f.n++
	return writeFile(fmt.Sprintf(f.name, f.n-1), b.Bytes())
}

func (f *numberedFilm) close() error { return nil }

// pngFilm writes a PNG, with several frames an animated one (PNG, third edition,
// "APNG").
type pngFilm struct {
	write  func([]byte) error
	fps    float64
	frames [][]byte // encoded
}

func (f *pngFilm) add(img *image.NRGBA) error {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return err
	}
	f.frames = append(f.frames, b.Bytes())
	return nil
}

const pngSignature = 8 // bytes

func (f *pngFilm) close() error {
	if len(f.frames) == 1 {
		return f.write(f.frames[0])
	}
	var out []byte
	chunk := func(kind string, data []byte) {
		out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
		from := len(out)
		out = append(append(out, kind...), data...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
	}
	var sequence uint32
	// A frame may need an alpha channel that another doesn't: then all are written
	// with the header of the first that has one.
	header, frames, err := f.alike()
	if err != nil {
		return err
	}
	out = append(out, frames[0][:pngSignature]...)
	chunk("IHDR", header)
	chunk("acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(len(frames))), 0))
	for i, frame := range frames {
		control := binary.BigEndian.AppendUint32(nil, sequence)
		sequence++
		control = append(control, header[:8]...)      // width, height
		control = append(control, make([]byte, 8)...) // offsets
		delay, of := frameDelay(f.fps)
		control = binary.BigEndian.AppendUint16(control, delay)
		control = binary.BigEndian.AppendUint16(control, of)
		control = append(control, 0, 0) // dispose none, blend source
		chunk("fcTL", control)
		eachChunk(frame, func(kind string, data []byte) {
			if kind != "IDAT" {
				return
			}
			if i == 0 {
				chunk("IDAT", data)
				return
			}
			chunk("fdAT", append(binary.BigEndian.AppendUint32(nil, sequence), data...))
			sequence++
		})
	}
	chunk("IEND", nil)
	return f.write(out)
}

// frameDelay is how long a frame is shown, a fraction of a second.
func frameDelay(fps float64) (delay, of uint16) {
	for _, n := range []float64{1, 1000, 10} {
		if d := math.Round(fps * n); d >= 1 && d <= math.MaxUint16 && (math.Abs(d-fps*n) < 1e-9 || n != 1) {
			return uint16(n), uint16(d)
		}
	}
	return uint16(min(math.Round(1/fps), math.MaxUint16)), 1
}

// alike are the frames with the same header.
func (f *pngFilm) alike() (header []byte, frames [][]byte, err error) {
	for _, frame := range f.frames {
		eachChunk(frame, func(kind string, data []byte) {
			if kind == "IHDR" && (header == nil || data[9] > header[9]) {
				header = data
			}
		})
	}
	for _, frame := range f.frames {
		same := false
		eachChunk(frame, func(kind string, data []byte) {
			same = same || kind == "IHDR" && data[9] == header[9]
		})
		if !same {
			img, err := png.Decode(bytes.NewReader(frame))
			if err != nil {
				return nil, nil, err
			}
			var b bytes.Buffer
			if err := png.Encode(&b, translucent{img}); err != nil {
				return nil, nil, err
			}
			frame = b.Bytes()
		}
		frames = append(frames, frame)
	}
	return header, frames, nil
}

// translucent is a picture that is encoded with its alpha channel.
type translucent struct{ image.Image }

func (translucent) Opaque() bool { return false }

// eachChunk calls f with the chunks of a PNG.
func eachChunk(data []byte, f func(kind string, data []byte)) {
	for at := pngSignature; at+12 <= len(data); {
		n := int(binary.BigEndian.Uint32(data[at:]))
		f(string(data[at+4:at+8]), data[at+8:at+8+n])
		at += 12 + n
	}
}

// gifFilm writes an animated GIF.
type gifFilm struct {
	write func([]byte) error
	fps   float64
	gif   gif.GIF
}

func (f *gifFilm) add(img *image.NRGBA) error {
	frame := image.NewPaletted(img.Bounds(), palette.Plan9)
	imagedraw.FloydSteinberg.Draw(frame, img.Bounds(), img, image.Point{})
	f.gif.Image = append(f.gif.Image, frame)
	// Delays are hundredths of a second: some frames are shown longer than others.
	n := float64(len(f.gif.Delay))
	delay := math.Round((n+1)*100/f.fps) - math.Round(n*100/f.fps)
	f.gif.Delay = append(f.gif.Delay, int(min(max(delay, 1), math.MaxUint16)))
	return nil
}

func (f *gifFilm) close() error {
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &f.gif); err != nil {
		return err
	}
	return f.write(b.Bytes())
}

// y4mFilm writes YUV4MPEG2: full-size planes, limited range, BT.601. Each frame goes out
// as soon as it is there, for a program that reads along.
type y4mFilm struct {
	open  func() (io.WriteCloser, error)
	fps   float64
	w     io.WriteCloser
	frame []byte
}

func (f *y4mFilm) add(img *image.NRGBA) error {
	size := img.Bounds().Size()
	out := f.frame[:0]
	if f.w == nil {
		var err error
		if f.w, err = f.open(); err != nil {
			return err
		}
		out = fmt.Appendf(out, "YUV4MPEG2 W%d H%d F%d:1000 Ip A1:1 C444\n", size.X, size.Y, int(f.fps*1000+0.5))
	}
	out = append(out, "FRAME\n"...)
	planes := [3][4]float64{{16, 65.481, 128.553, 24.966}, {128, -37.797, -74.203, 112}, {128, 112, -93.786, -18.214}}
	for _, p := range planes {
		for i := 0; i < len(img.Pix); i += 4 {
			r, g, b := float64(img.Pix[i])/255, float64(img.Pix[i+1])/255, float64(img.Pix[i+2])/255
			out = append(out, byte(p[0]+p[1]*r+p[2]*g+p[3]*b+0.5))
		}
	}
	f.frame = out
	if _, err := f.w.Write(out); err != nil {
		return fmt.Errorf("the frames cannot be written: %w", err)
	}
	return nil
}

func (f *y4mFilm) close() error { return f.w.Close() }

// openOut opens the stream to which frames are written one by one.
func (v *rendering) openOut() (io.WriteCloser, error) {
	if v.output == stdName {
		return unclosed{v.out}, nil
	}
	f, err := os.Create(v.output)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", v.output, cause(err))
	}
	return f, nil
}

// unclosed is a writer that stays open.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
