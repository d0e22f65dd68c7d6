package wgsl

// This file spells numbers and counts in messages.

import "strconv"

func plural(n int, s string) string {
	switch {
	case s == "":
		return strconv.Itoa(n)
	case n == 1:
		return "1 " + s
	}
	return strconv.Itoa(n) + " " + s + "s"
}
