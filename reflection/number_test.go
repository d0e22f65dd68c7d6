package reflection

import (
	"encoding/json"
	"math"
	"testing"
)

// TestNumber writes numbers as JSON, and reads them back: those that are absent are left
// out.
func TestNumber(t *testing.T) {
	type pair struct {
		A Number `json:"a,omitempty"`
		B Number `json:"b"`
	}
	for _, c := range []struct {
		pair
		text string
	}{
		{pair{}, `{"b":null}`},
		{pair{NumberOf(0), NumberOf(7)}, `{"a":0,"b":7}`},
		{pair{NumberOf(math.MaxUint32), 0}, `{"a":4294967295,"b":null}`},
	} {
		text, err := json.Marshal(c.pair)
		if err != nil || string(text) != c.text {
			t.Errorf("%s instead of %s: %v", text, c.text, err)
		}
		var again pair
		if err := json.Unmarshal(text, &again); err != nil || again != c.pair {
			t.Errorf("%s is read as %+v: %v", text, again, err)
		}
	}
	for _, text := range []string{`4294967296`, `-1`, `1.5`, `"1"`} {
		var n Number
		if json.Unmarshal([]byte(text), &n) == nil {
			t.Errorf("%s is read as %v", text, n)
		}
	}
	if n := NumberOf(0); !n.Is() || n.Value() != 0 || n.String() != "0" || Number(0).Is() || Number(0).String() != "-" {
		t.Error("0 and an absent number aren't told apart")
	}
}
