package driver

import (
	"reflect"
	"testing"

	"refract/diag"
)

// A job at rest holds nothing of the call that used it.
func TestRelease(t *testing.T) {
	j := start(nil)
	j.source.Name, j.reading.Options, j.valid.Module, j.writing.EntryPoint = "a", 1, j.module, "main"
	j.list.Warnf("some-code", diag.Span{}, "something")
	j.release()
	if !reflect.ValueOf(j.call).IsZero() {
		t.Errorf("left behind: %+v", j.call)
	}
}
