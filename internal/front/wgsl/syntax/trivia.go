package syntax

import (
	"sort"

	"refract/diag"
)

// This file holds the optional parts of a tree: comments and tokens, from which a formatter
// or an editor can rebuild the text.

// A Comment is a comment, with byte offsets in the source: // up to but not
// including the line break, /* up to and including */.
type Comment struct{ Start, End uint32 }

// A Token is a token, with byte offsets in the source.
type Token struct {
	Kind       TokenKind
	Start, End uint32
}

// Comments lists all comments in source order. It is empty unless the tree was
// parsed with Options.Comments or Options.Lossless.
func (t *Tree) Comments() []Comment { return t.comments }

// TokenCount is the number of tokens, the final TokEOF included. It is 0 unless
// the tree was parsed with Options.Lossless.
func (t *Tree) TokenCount() int { return len(t.tokens) }

// Token is the i-th token of the source.
func (t *Tree) Token(i int) Token {
	k := &t.tokens[i]
	return Token{k.kind, k.start, k.end}
}

// Doc lists the doc comments (/// and /** */) that stand right before n, with
// nothing but blankspace between them and n, in source order. It needs
// Options.Comments or Options.Lossless.
func (t *Tree) Doc(n Node) []Comment {
	at := t.nodes[n].start
	last := sort.Search(len(t.comments), func(i int) bool { return t.comments[i].Start >= at })
	first := last
	for first > 0 {
		c := t.comments[first-1]
		if !isBlank(t.source[c.End:at]) || !isDoc(t.source[c.Start:c.End]) {
			break
		}
		at = c.Start
		first--
	}
	return t.comments[first:last]
}

// CommentText is the source text of a comment.
func (t *Tree) CommentText(c Comment) string { return t.source[c.Start:c.End] }

// CommentSpan is the extent of a comment in the space of offsets of all sources.
func (t *Tree) CommentSpan(c Comment) diag.Span {
	return diag.Span{Start: t.base + c.Start, End: t.base + c.End}
}

func isDoc(s string) bool {
	return len(s) >= 3 && (s[:3] == "///" && (len(s) == 3 || s[3] != '/') ||
		s[:3] == "/**" && len(s) > 4 && s[3] != '*')
}

// isBlank reports whether s is blankspace.
func isBlank(s string) bool {
	for i := 0; i < len(s); {
		n := blankLen(s[i:])
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}
