package refract

import (
	"reflect"
	"testing"

	"refract/diag"
)

// A workspace at rest holds nothing of the call that used it.
func TestRelease(t *testing.T) {
	w := takeWorkspace()
	w.source.Name, w.reading.Options, w.valid.Module, w.writing.EntryPoint = "a", 1, w.module, "main"
	w.list.Warnf("some-code", diag.Span{}, "something")
	w.release()
	if !reflect.ValueOf(w.call).IsZero() {
		t.Errorf("left behind: %+v", w.call)
	}
}
