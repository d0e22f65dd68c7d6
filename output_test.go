package refract_test

import (
	"bytes"
	"errors"
	"testing"

	"refract"
)

// full takes so many bytes and fails then.
type full int

func (f *full) Write(p []byte) (int, error) {
	if int(*f) < len(p) {
		n := int(*f)
		*f = 0
		return n, errors.New("full")
	}
	*f -= full(len(p))
	return len(p), nil
}

// TestWriteTo: WriteTo writes what Bytes returns, and tells how far it came.
func TestWriteTo(t *testing.T) {
	words := make([]uint32, 40_001)
	for i := range words {
		words[i] = uint32(i) * 2654435761
	}
	for _, out := range []refract.Output{{Language: refract.SPIRV, Words: words}, {Language: refract.SPIRV},
		{Language: refract.WGSL, Text: "fn f() {}\n"}} {
		var b bytes.Buffer
		if n, err := out.WriteTo(&b); err != nil || n != int64(b.Len()) || !bytes.Equal(b.Bytes(), out.Bytes()) {
			t.Errorf("%v: %d bytes written, %d said, %v; want %d", out.Language, b.Len(), n, err, len(out.Bytes()))
		}
		for _, room := range []int{0, 5, 100_000} {
			f := full(room)
			n, err := out.WriteTo(&f)
			if size := int64(len(out.Bytes())); n != min(size, int64(room)) || (err != nil) != (size > int64(room)) {
				t.Errorf("%v in %d bytes: %d, %v", out.Language, room, n, err)
			}
		}
	}
}
