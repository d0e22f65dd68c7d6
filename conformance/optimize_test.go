package conformance

// What the optimizer makes of the corpus is written by every writer, and passes
// the checkers of SPIR-V and WGSL that the shader passes as it is.

import (
	"context"
	"encoding/base64"
	"os"
	"regexp"
	"testing"

	"refract"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir/validate"
)

// optimizedShaders are the shaders that are looked at: every eighth, or all where
// REFRACT_ALL is 1.
func optimizedShaders(t *testing.T) (list []harness.Shader) {
	for i, s := range harness.Shaders(t) {
		if i%8 == 0 || os.Getenv("REFRACT_ALL") == "1" {
			list = append(list, s)
		}
	}
	return list
}

func optimized(t *testing.T, s harness.Shader) (plain, better *refract.Valid) {
	plain, err := refract.Check(context.Background(), s.Name, []byte(s.Source), refract.CheckOptions{
		Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}, Language: refract.WGSL},
		Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		return nil, nil
	}
	better, err = refract.Optimize(context.Background(), plain, refract.OptimizeOptions{Level: 1, Verify: true})
	if err != nil {
		t.Errorf("%s: %v", s.Name, err)
		return nil, nil
	}
	return plain, better
}

// reinterpretation is what reads bits as another kind of number in some language.
var reinterpretation = regexp.MustCompile(`\b(bitcast<|as(uint|int|float)(16)?\(|floatBitsTo|(uint|int)BitsToFloat|as_type<)`)

// measured are the bytes of outputs, and how often they read bits as another kind of
// number.
func measured(outputs []*refract.Output) (bytes, casts int) {
	for _, out := range outputs {
		bytes += len(out.Bytes())
		casts += len(reinterpretation.FindAllString(out.Text, -1))
	}
	return bytes, casts
}

// TestOptimizedIsWritten writes what the optimizer makes in each language in which
// the shader is written as it is. Bits are read as other kinds of numbers no more
// often than before, give or take one in twenty.
func TestOptimizedIsWritten(t *testing.T) {
	size, smaller := map[refract.Language]int{}, map[refract.Language]int{}
	casts, fewer := map[refract.Language]int{}, map[refract.Language]int{}
	for _, s := range optimizedShaders(t) {
		plain, better := optimized(t, s)
		if plain == nil {
			continue
		}
		for _, l := range []refract.Language{refract.SPIRV, refract.WGSL, refract.GLSL, refract.ESSL, refract.HLSL, refract.MSL} {
			before, err := refract.WriteEach(context.Background(), plain, refract.WriteOptions{Language: l})
			if err != nil {
				continue
			}
			after, err := refract.WriteEach(context.Background(), better, refract.WriteOptions{Language: l})
			if err != nil {
				t.Errorf("%s: %v: %v", s.Name, l, err)
				continue
			}
			bytes, x := measured(before)
			fewerBytes, y := measured(after)
			size[l] += bytes
			smaller[l] += fewerBytes
			casts[l] += x
			fewer[l] += y
			if y > x+x/20 {
				t.Logf("%s: %v: %d reinterpretations, not %d", s.Name, l, y, x)
			}
		}
	}
	for _, l := range []refract.Language{refract.SPIRV, refract.WGSL, refract.GLSL, refract.ESSL, refract.HLSL, refract.MSL} {
		t.Logf("%v: %d bytes, optimized %d; %d reinterpretations, optimized %d", l, size[l], smaller[l], casts[l], fewer[l])
		if fewer[l] > casts[l]+casts[l]/20 {
			t.Errorf("%v: %d reinterpretations, not %d", l, fewer[l], casts[l])
		}
	}
	if size[refract.SPIRV] == 0 {
		t.Error("no shaders")
	}
}

type checkedRow struct {
	Name   string `json:"name"`
	Source string `json:"source,omitempty"`
	SPIRV  string `json:"spirv,omitempty"`
	Env    string `json:"env,omitempty"`
}

// TestOptimizedIsValid hands what the optimizer makes to the outside checkers.
func TestOptimizedIsValid(t *testing.T) {
	for _, check := range []struct {
		oracle   string
		language refract.Language
	}{{"spirv", refract.SPIRV}, {"tint", refract.WGSL}} {
		t.Run(check.oracle, func(t *testing.T) {
			var rows []checkedRow // as it is, optimized, ...
			for _, s := range optimizedShaders(t) {
				plain, better := optimized(t, s)
				if plain == nil {
					continue
				}
				before, err := refract.Write(context.Background(), plain, refract.WriteOptions{Language: check.language})
				if err != nil {
					continue
				}
				after, err := refract.Write(context.Background(), better, refract.WriteOptions{Language: check.language})
				if err != nil {
					continue // TestOptimizedIsWritten says so
				}
				rows = append(rows, checkedRowOf(s.Name, before), checkedRowOf(s.Name+" optimized", after))
			}
			verdicts := harness.Oracle(t, check.oracle, rows)
			valid := 0
			for i := 0; i < len(verdicts); i += 2 {
				switch {
				case !verdicts[i].OK:
				case verdicts[i+1].OK:
					valid++
				default:
					t.Errorf("%s: %s\n%s", rows[i+1].Name, verdicts[i+1].Text(), rows[i+1].Source)
				}
			}
			t.Logf("%d of %d valid", valid, len(rows)/2)
		})
	}
}

func checkedRowOf(name string, out *refract.Output) checkedRow {
	if out.Language == refract.SPIRV {
		return checkedRow{Name: name, SPIRV: base64.StdEncoding.EncodeToString(out.Bytes()), Env: "vulkan1.3"}
	}
	return checkedRow{Name: name, Source: out.Text}
}
