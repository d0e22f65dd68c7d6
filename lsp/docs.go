package lsp

// This file reads comments as documentation.

import "strings"

// commentText is the text of a comment, without its marks.
func commentText(c string) string {
	if body, ok := strings.CutPrefix(c, "/*"); ok {
		body = strings.TrimSuffix(body, "*/")
		lines := strings.Split(strings.TrimLeft(body, "*!"), "\n")
		for i, l := range lines {
			lines[i] = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(l), "*"), " ")
		}
		return strings.TrimSpace(strings.Join(lines, "\n"))
	}
	return strings.TrimPrefix(strings.TrimRight(strings.TrimLeft(c, "/!"), " \t\r"), " ")
}

// plainDoc is the line comments right above the declaration at an offset.
func plainDoc(src string, at int) string {
	var lines []string
	line := at - 1 // the end of the line before; the line itself may be long
	for ; line >= 0 && src[line] != '\n'; line-- {
		if c := src[line]; c != ' ' && c != '\t' && c != '\r' {
			return ""
		}
	}
	for line > 0 {
		start := strings.LastIndexByte(src[:line], '\n')
		l := strings.TrimSpace(src[start+1 : line])
		if !strings.HasPrefix(l, "//") {
			break
		}
		lines = append(lines, commentText(l))
		line = start
	}
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
