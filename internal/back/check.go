package back

// This file holds the checks of options that several back ends share. Their errors are
// *OptionErrors.

import (
	"fmt"
	"strings"

	"refract/ir"
)

// CheckBindings refuses a map of bindings, the option of a name, that has one of them twice.
func CheckBindings[M any](option string, list []M, at func(*M) ir.ResourceBinding) error {
	if len(list) < 2 {
		return nil
	}
	seen := make(map[ir.ResourceBinding]bool, len(list))
	for i := range list {
		b := at(&list[i])
		if seen[b] {
			return &OptionError{Name: option, Err: fmt.Errorf("group %d binding %d is there twice", b.Group, b.Binding)}
		}
		seen[b] = true
	}
	return nil
}

// CheckIdentifier refuses a value that is no identifier: letters, digits and underscores,
// no digit first. None is fine.
func CheckIdentifier(option, value string) error {
	const letters = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if value != "" && (!strings.Contains(letters, value[:1]) || strings.Trim(value, letters+"0123456789") != "") {
		return &OptionError{Name: option, Err: fmt.Errorf("%q is no identifier", value)}
	}
	return nil
}
