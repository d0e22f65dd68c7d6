package main

// Pictures in terminals: by the protocols of kitty and iTerm2 if the terminal has one
// of them, else in blocks of two pixels.

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"strings"
	"sync/atomic"
)

// A terminalKind is how a terminal shows pictures.
type terminalKind uint8

const (
	blocks terminalKind = iota
	kitty
	iterm
)

// terminalOf finds the abilities of a terminal in the environment. In a multiplexer the
// protocols may not come through.
func terminalOf(env func(string) string) terminalKind {
	switch term, program := env("TERM"), env("TERM_PROGRAM"); {
	case strings.HasPrefix(term, "screen") || strings.HasPrefix(term, "tmux"):
	case env("KITTY_WINDOW_ID") != "" || term == "xterm-kitty" || term == "xterm-ghostty" || program == "ghostty":
		return kitty
	case program == "iTerm.app" || program == "WezTerm" || env("LC_TERMINAL") == "iTerm2":
		return iterm
	}
	return blocks
}

// terminalFilm shows frames in a terminal, each where the one before was.
type terminalFilm struct {
	w       io.Writer
	kind    terminalKind
	columns int // of the widest picture
	number  uint32
	shown   int // rows of the frame before
}

func newTerminalFilm(w io.Writer) (*terminalFilm, error) {
	if os.Getenv("TERM") == "dumb" {
		return nil, usagef("this terminal shows no pictures: give -o FILE")
	}
	f := &terminalFilm{w: w, kind: terminalOf(os.Getenv), columns: terminalColumns, number: uint32(os.Getpid())<<8 | terminalFilms.Add(1)&0xff}
	if n := columnsOf(w); n > 0 {
		f.columns = min(f.columns, n)
	}
	return f, nil
}

// terminalFilms counts the films that were shown.
var terminalFilms atomic.Uint32

// terminalColumns is how wide a picture is at most, in characters.
const terminalColumns = 80

func (f *terminalFilm) add(img *image.NRGBA) error {
	var b bytes.Buffer
	if f.shown > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", f.shown)
	}
	size := img.Bounds().Size()
	columns := min(size.X, f.columns)
	rows := max(columns*size.Y/size.X/2, 1)
	var err error
	switch f.kind {
	case kitty:
		err = writeKitty(&b, img, f.number, columns, rows)
	case iterm:
		err = writeITerm(&b, img, columns, rows)
	default:
		writeBlocks(&b, img, columns, rows)
	}
	if err != nil {
		return err
	}
	f.shown = rows
	_, err = f.w.Write(b.Bytes())
	return err
}

func (f *terminalFilm) close() error { return nil }

// writeBlocks writes characters whose upper and lower half are a pixel each.
func writeBlocks(b *bytes.Buffer, img *image.NRGBA, columns, rows int) {
	size := img.Bounds().Size()
	for y := range rows {
		for x := range columns {
			upper := img.NRGBAAt(x*size.X/columns, 2*y*size.Y/(2*rows))
			lower := img.NRGBAAt(x*size.X/columns, (2*y+1)*size.Y/(2*rows))
			fmt.Fprintf(b, "\x1b[38;2;%d;%d;%dm\x1b[48;2;%d;%d;%dm▀", upper.R, upper.G, upper.B, lower.R, lower.G, lower.B)
		}
		b.WriteString("\x1b[0m\n")
	}
}

// kittyChunk is how much of a picture an escape sequence of kitty's protocol takes.
const kittyChunk = 4096

// writeKitty writes a PNG by the graphics protocol of kitty. It replaces the image with its
// number.
func writeKitty(b *bytes.Buffer, img *image.NRGBA, number uint32, columns, rows int) error {
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		return err
	}
	text := base64.StdEncoding.EncodeToString(data.Bytes())
	head := fmt.Sprintf("f=100,a=T,q=2,i=%d,c=%d,r=%d,", number, columns, rows)
	for len(text) > 0 {
		n := min(kittyChunk, len(text))
		more := 1
		if n == len(text) {
			more = 0
		}
		fmt.Fprintf(b, "\x1b_G%sm=%d;%s\x1b\\", head, more, text[:n])
		head, text = "", text[n:]
	}
	b.WriteByte('\n')
	return nil
}

// writeITerm writes a PNG as iTerm2 has inline pictures.
func writeITerm(b *bytes.Buffer, img *image.NRGBA, columns, rows int) error {
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		return err
	}
	fmt.Fprintf(b, "\x1b]1337;File=inline=1;size=%d;width=%d;height=%d;preserveAspectRatio=0:%s\a\n", data.Len(), columns, rows, base64.StdEncoding.EncodeToString(data.Bytes()))
	return nil
}
