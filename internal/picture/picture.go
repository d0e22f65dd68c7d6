// Package picture reads the pictures that textures are made of: PNG, JPEG, GIF (its first
// frame) and Radiance HDR. The kind of a file follows from its bytes.
package picture

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"io"
)

// Limits on reading, in pixels.
const (
	MaxSide = 1 << 14
	MaxArea = 1 << 25
)

// Read reads a picture. One with more than 0 to 1 in its channels is a *Float.
func Read(r io.Reader) (image.Image, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if start, _ := in.Peek(len(hdrMagic)); string(start) == hdrMagic {
		return readHDR(in)
	}
	start, _ := in.Peek(in.Size()) // the size comes first in a file
	config, _, err := image.DecodeConfig(bytes.NewReader(start))
	if err == nil {
		err = fits(config.Width, config.Height)
	}
	if err == image.ErrFormat {
		return nil, errors.New("it is no picture; PNG, JPEG, GIF and Radiance HDR are read")
	}
	if err != nil {
		return nil, err
	}
	img, _, err := image.Decode(in)
	return img, err
}

func fits(width, height int) error {
	if width < 1 || height < 1 || width > MaxSide || height > MaxSide || width*height > MaxArea {
		return fmt.Errorf("the picture is %dx%d pixels; at most %d each way and %d in all are read", width, height, MaxSide, MaxArea)
	}
	return nil
}
