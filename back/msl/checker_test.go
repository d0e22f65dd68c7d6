package msl

import (
	"fmt"
	"testing"

	"refract/internal/harness"
)

// row is a text for the checker.
type row struct {
	Name   string `json:"name"`
	Source string `json:"source"`
}

// wrong returns the rows that the checker finds wrong, with its message.
func wrong(t *testing.T, rows []row) map[string]string {
	t.Helper()
	bad := map[string]string{}
	for _, v := range harness.Oracle(t, "msl", rows) {
		if !v.OK && len(v.Messages) > 0 {
			bad[v.Name] = fmt.Sprintf("%d: %s", v.Messages[0].Line, v.Text())
		} else if !v.OK {
			bad[v.Name] = "no message"
		}
	}
	return bad
}
