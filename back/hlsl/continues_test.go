package hlsl_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	back "refract/back/hlsl"

	"refract"
)

// TestContinues writes continuing blocks again ahead of continues: as many as there are,
// where the text stays in proportion, and an error where it would multiply.
func TestContinues(t *testing.T) {
	write := func(body string) (*refract.Output, error) {
		src := "@group(0) @binding(0) var<storage, read_write> o: i32;\n@compute @workgroup_size(1) fn main() {\n" + body + "}\n"
		return refract.Translate(context.Background(), "continues.wgsl", []byte(src), refract.TranslateOptions{To: refract.HLSL})
	}
	var b strings.Builder
	b.WriteString("loop { o += 1;\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "if o == %d { continue; }\n", i)
	}
	b.WriteString("continuing { o += 3; o *= 2; break if o > 100; } }\n")
	out, err := write(b.String())
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.Text, "continue;"); n < 3000 {
		t.Errorf("%d continues", n)
	}
	// Each loop's continuing block, which is written three times, holds the next.
	nested := "o += 1;"
	for i := range 20 {
		nested = fmt.Sprintf("loop { if o == %d { continue; } if o == %d { continue; } continuing { %s break if o > 9; } }", i, i+99, nested)
	}
	_, err = write(nested)
	var unsupported *back.UnsupportedError
	if !errors.As(err, &unsupported) {
		t.Errorf("nested loops: %v", err)
	}
}
