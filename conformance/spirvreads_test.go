package conformance

// The project's own shaders, written as SPIR-V and read again, read as they were: with
// the names, and loops as for.

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"refract"
	"refract/back/spirv"
	"refract/ir"
)

var (
	namesOf = regexp.MustCompile(`(?m)\b(?:fn|struct|var(?:<[^>]*>)?|override) (\w+)`)
	forLoop = regexp.MustCompile(`\bfor \(`)
)

// TestSPIRVReadable holds what comes back to testdata/roundtrip; REFRACT_UPDATE=1
// rewrites it.
func TestSPIRVReadable(t *testing.T) {
	files, err := filepath.Glob("../testdata/shaders/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders: ", err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		options := spirv.NewOptions()
		options.AdjustCoordinateSpace = false
		words, err := refract.Translate(context.Background(), file, source, refract.TranslateOptions{To: refract.SPIRV, Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.SPIRV: &options}}})
		if err != nil {
			t.Fatal(err)
		}
		out, err := refract.Translate(context.Background(), strings.TrimSuffix(file, "wgsl")+"spv", words.Bytes(), refract.TranslateOptions{To: refract.WGSL, Parse: refract.ParseOptions{ClipSpace: new(ir.ClipSpace)}})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		golden := filepath.Join("testdata", "roundtrip", filepath.Base(file))
		if os.Getenv("REFRACT_UPDATE") == "1" {
			if err := os.MkdirAll(filepath.Dir(golden), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(golden, []byte(out.Text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if out.Text != string(want) {
			t.Errorf("%s comes back differently now:\n%s", file, out.Text)
		}
		if had, has := len(forLoop.FindAllString(string(source), -1)), len(forLoop.FindAllString(out.Text, -1)); has < had {
			t.Errorf("%s: %d loops are for, %d were", file, has, had)
		}
		lost := 0
		all := namesOf.FindAllStringSubmatch(string(source), -1)
		for _, name := range all {
			if !regexp.MustCompile(`\b` + name[1] + `\b`).MatchString(out.Text) {
				lost++
				t.Logf("%s: the name %s is gone", file, name[1])
			}
		}
		if lost*7 > len(all) {
			t.Errorf("%s: %d of %d names are gone", file, lost, len(all))
		}
	}
}
