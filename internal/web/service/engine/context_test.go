package engine_test

import (
	"context"
	"strings"
	"testing"

	"refract/exec/interp"
	"refract/internal/web/service/engine"
)

// TestCancelled: no method works for a caller that has left.
func TestCancelled(t *testing.T) {
	s := engine.New(interp.Engine{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, method := range []string{"check", "translate", "reflect", "steps", "run", "draw"} {
		request := `{"from": "wgsl", "to": ["msl", "hlsl"], "text": "fn f(x: f32) -> f32 { return x; }"}`
		if got := string(s.Answer(ctx, method, []byte(request))); !strings.Contains(got, context.Canceled.Error()) {
			t.Errorf("%s answers %s", method, got)
		}
	}
}
