package model

import (
	"strings"
	"unicode/utf16"
)

func isWordUnit(u uint16) bool {
	return u == '_' || u >= '0' && u <= '9' || u >= 'a' && u <= 'z' || u >= 'A' && u <= 'Z'
}

func isNameUnit(u uint16) bool { return u == '-' || isWordUnit(u) }

func isGeminiUnit(u uint16) bool { return u == '.' || u == ':' || isNameUnit(u) }

// sanitize puts an underscore for every UTF-16 unit that is not kept. Units and
// not runes, because the hosts are JavaScript: an emoji leaves two underscores.
func sanitize(s string, keep func(uint16) bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		if keep(u) {
			b.WriteByte(byte(u))
		} else {
			b.WriteByte('_')
		}
	}
	return b.String()
}

// sanitizeRuns is sanitize with one underscore for a run of units not kept.
func sanitizeRuns(s string, keep func(uint16) bool) string {
	var b strings.Builder
	bad := false
	for _, u := range utf16.Encode([]rune(s)) {
		switch {
		case keep(u):
			b.WriteByte(byte(u))
			bad = false
		case !bad:
			b.WriteByte('_')
			bad = true
		}
	}
	return b.String()
}

// fnv1a is the 32-bit FNV-1a hash over UTF-16 units instead of bytes, as the
// JavaScript hosts compute it with charCodeAt.
func fnv1a(s string) uint32 {
	hash := uint32(2166136261)
	for _, u := range utf16.Encode([]rune(s)) {
		hash = (hash ^ uint32(u)) * 16777619
	}
	return hash
}
