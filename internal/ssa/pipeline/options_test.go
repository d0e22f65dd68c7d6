package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	"refract/internal/ssa/pipeline"
)

// TestOptions reads lists with options and prints them again.
func TestOptions(t *testing.T) {
	for _, x := range []struct{ list, want string }{
		{"lower-tex{offsets, gradients, no-derivatives, level-size, clamp-edge}", "lower-tex"},
		{"lower-tex{}", "lower-tex"},
		{"lower-tex{gradients}, cse", "lower-tex{gradients}, cse"},
		{"lower-tex{ gradients , less}", "lower-tex{gradients, shadow=less}"},
		{"lower-tex{shadow=less}", "lower-tex{shadow=less}"},
		{"lower-tex{offsets=off}", "lower-tex{saturate=}"},
		{"lower-tex{saturate=}", "lower-tex{saturate=}"},
		{"lower-tex{saturate=x+z, y, swizzles=a:bgr1+b:rrr1, srgb=*}", "lower-tex{saturate=x+y+z, srgb=*, swizzles=a:bgr1+b:rrr1}"},
		{"indirect-derefs{8}", "indirect-derefs{most=8}"},
		{"indirect-derefs{8, modes=function_temp}", "indirect-derefs{modes=function_temp, most=8}"},
		{"int64-to-pairs{divide, multiply}", "int64-to-pairs{ops=multiply+divide}"},
		{"idiv{shifts}", "idiv{method=shifts}"},
		{"(lower-subgroups{votes, size=16}, dce)*", "(lower-subgroups{size=16, votes}, dce)*"},
		{"large-constants{8, 64}", "large-constants{least=8, bytes=64}"},
		{"schedule{registers=24}", "schedule{registers=24}"},
	} {
		p, err := pipeline.Parse(x.list)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.String(); got != x.want {
			t.Errorf("%s: %s, not %s", x.list, got, x.want)
		}
		if again, err := pipeline.Parse(p.String()); err != nil || again.String() != p.String() {
			t.Errorf("%s: read again: %v, %v", p, again, err)
		}
	}
	for list, want := range map[string]string{
		"cse{x}":                        "takes no options",
		"lower-tex{foo}":                `there is no option "foo"; there are offsets`,
		"lower-tex{x=1}":                `there is no option "x"`,
		"lower-tex{gradients":           "expected '}'",
		"lower-tex{shadow}":             `option "shadow" has no value`,
		"lower-tex{shadow=foo}":         `has no value "foo"; there are stays, never`,
		"lower-tex{saturate=w}":         `has no element "w"; there are x, y, z`,
		"lower-tex{less, shadow=equal}": "stated twice",
		"lower-tex{gradients=1}":        "is on or off",
		"indirect-derefs{most=x}":       `"x" is no int`,
		"indirect-derefs{1, 2}":         `there is no option "2"`,
	} {
		_, err := pipeline.Parse(list)
		var fault *pipeline.ParseError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", list, err, want)
		}
	}
}

// TestOptionDocs checks that every option is described.
func TestOptionDocs(t *testing.T) {
	n := 0
	for _, p := range pipeline.All() {
		for _, o := range pipeline.OptionsOf(p) {
			if n++; o.Doc == "" {
				t.Errorf("option %s of %s has no description", o.Name, p.Name)
			}
		}
	}
	if n < 60 {
		t.Errorf("%d options", n)
	}
}
