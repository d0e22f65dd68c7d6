package harness

// StripComments removes the comments of WGSL source: a line comment becomes
// nothing, a block comment a space.
func StripComments(src string) string {
	out := make([]byte, 0, len(src))
	for i := 0; i < len(src); {
		switch {
		case i+1 < len(src) && src[i] == '/' && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case i+1 < len(src) && src[i] == '/' && src[i+1] == '*':
			depth := 0
			for i < len(src) {
				if i+1 < len(src) && src[i] == '/' && src[i+1] == '*' {
					depth++
					i += 2
				} else if i+1 < len(src) && src[i] == '*' && src[i+1] == '/' {
					depth--
					i += 2
				} else {
					i++
				}
				if depth == 0 {
					break
				}
			}
			out = append(out, ' ')
		default:
			out = append(out, src[i])
			i++
		}
	}
	return string(out)
}
