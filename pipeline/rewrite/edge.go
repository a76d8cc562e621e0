package rewrite

import "strings"

// A class is a set of bytes. Bytes above ASCII are in none, which is what the rules
// want: to them an accented letter is a boundary.
type class func(c byte) bool

func word(c byte) bool { return alnum(c) || c == '_' }
func name(c byte) bool { return word(c) || c == '-' }
func alnum(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// command holds the bytes of a command's name; a rule that ignores case takes capital
// letters as well.
func command(c byte) bool     { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' }
func commandFold(c byte) bool { return alnum(c) || c == '-' }

// oneOf is the class of the bytes of a string and, when more is given, of that class.
func oneOf(bytes string, more class) class {
	return func(c byte) bool { return strings.IndexByte(bytes, c) >= 0 || more != nil && more(c) }
}

// notAfter lets a match begin at the text's start or after a byte outside the class.
func notAfter(in class) Edge {
	return func(text string, at int) bool { return at == 0 || !in(text[at-1]) }
}

// before lets a match end before a byte of the class.
func before(in class) Edge {
	return func(text string, at int) bool { return at < len(text) && in(text[at]) }
}

// atStart lets a match begin at the text's start only.
func atStart(_ string, at int) bool { return at == 0 }

// wordStart and wordEnd are the boundaries of a literal that begins or ends in a word
// character.
func wordStart(text string, at int) bool { return at == 0 || !word(text[at-1]) }
func wordEnd(text string, at int) bool   { return at == len(text) || !word(text[at]) }

// folderEnd is the end of a folder's name: the reference takes ".claude.json" and
// ".claude-work" for the folder ".claude", which they only look like. A dot at the end
// of a sentence is one.
func folderEnd(text string, at int) bool {
	if at == len(text) {
		return true
	}
	if text[at] == '.' {
		return at+1 == len(text) || !name(text[at+1])
	}
	return !name(text[at])
}

// unless lets a match end where none of the texts follows.
func unless(texts ...string) Edge {
	return func(text string, at int) bool {
		for _, t := range texts {
			if strings.HasPrefix(text[at:], t) {
				return false
			}
		}
		return true
	}
}

// both asks for two conditions.
func both(a, b Edge) Edge {
	return func(text string, at int) bool { return a(text, at) && b(text, at) }
}
