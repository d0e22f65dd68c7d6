package direct3d

import (
	"fmt"
	"strings"

	"refract/internal/back"
)

// CheckSemantic checks a semantic, or the beginning of one, that an option gives. The error is a
// *back.OptionError.
func CheckSemantic(option, name string) error {
	if err := back.CheckIdentifier(option, name); err != nil {
		return err
	}
	if len(name) >= 3 && strings.EqualFold(name[:3], "sv_") {
		return &back.OptionError{Name: option, Err: fmt.Errorf("%q begins as the built-in ones do", name)}
	}
	return nil
}
