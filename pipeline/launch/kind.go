package launch

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A Kind says what a launch is for. The zero value is the interactive default.
type Kind int

// The kinds, by their numbers on the wire (fixed: old peers send them).
const (
	KindDefault    Kind = iota // a person's own session
	KindReview                 // a person watches a pull request being reviewed
	KindReviewFlow             // a reviewer that nobody watches
)

func kinds() []string { return []string{"default", "review", "reviewFlow"} }

// String is the camel-case name that servers write.
func (k Kind) String() string {
	if !k.valid() {
		return fmt.Sprintf("kind %d", int(k))
	}
	return kinds()[k]
}

func (k Kind) valid() bool { return 0 <= k && int(k) < len(kinds()) }

// MarshalJSON writes the name.
func (k Kind) MarshalJSON() ([]byte, error) {
	if !k.valid() {
		return nil, fmt.Errorf("kind: %d is no kind of launch", int(k))
	}
	return json.Marshal(k.String())
}

// UnmarshalJSON reads the names in any case, and the numbers 0 to 2. Everything
// else is refused: a kind that was not understood would otherwise run as an
// interactive launch, with none of a reviewer's restrictions.
func (k *Kind) UnmarshalJSON(data []byte) error {
	var name string
	if json.Unmarshal(data, &name) == nil && string(data) != "null" {
		for i, known := range kinds() {
			if asciiEqual(name, known) {
				*k = Kind(i)
				return nil
			}
		}
	}
	for i := range kinds() {
		if string(data) == fmt.Sprint(i) {
			*k = Kind(i)
			return nil
		}
	}
	return failed("kind_unknown", "send "+strings.Join(kinds(), ", ")+" or 0 to 2", "kind: %.40s is no kind of launch", data)
}

// asciiEqual compares without regard to the case of ASCII letters, and only those.
func asciiEqual(a, b string) bool {
	lower := func(s string) string {
		return strings.Map(func(r rune) rune {
			if 'A' <= r && r <= 'Z' {
				return r + 'a' - 'A'
			}
			return r
		}, s)
	}
	return lower(a) == lower(b)
}
