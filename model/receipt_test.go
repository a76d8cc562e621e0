package model

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestSumIsSHA256(t *testing.T) {
	// FIPS 180-4, the empty message and "abc".
	for in, want := range map[string]Sum{
		"":    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
	} {
		if got := SumOf([]byte(in)); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// Receipts are read by later versions: their names are a contract, and what is
// empty is left out.
func TestReceiptAsJSON(t *testing.T) {
	r := Receipt{Version: 1, ID: "000001-x", Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Roots: []string{"/p"}, Entries: []Entry{
		{Path: "/p/a.md", Runtime: "claude", Agent: "a", Source: "/s", Was: Foreign, Before: "11", BeforeMode: 0o640, After: "22", Mode: 0o644,
			Tools: []Grant{{Tool: "Read", Selector: "*", Origin: Global}}, Parents: []string{"/p"}, Undone: true},
		{Path: "/p/b.md", Runtime: "config", After: "33", Adopted: true},
	}}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"version":1,"id":"000001-x","time":"2026-01-02T03:04:05Z","roots":["/p"],"entries":[` +
		`{"path":"/p/a.md","runtime":"claude","agent":"a","source":"/s","was":"foreign","before":"11","before_mode":416,"after":"22","mode":420,` +
		`"tools":[{"tool":"Read","selector":"*","origin":"global"}],"parents":["/p"],"undone":true},` +
		`{"path":"/p/b.md","runtime":"config","after":"33","adopted":true}]}`
	if string(b) != want {
		t.Errorf("got  %s\nwant %s", b, want)
	}
	var back Receipt
	if err := json.Unmarshal(b, &back); err != nil || !reflect.DeepEqual(back, r) {
		t.Errorf("back: %+v, %v", back, err)
	}
	r.Undone = r.Time
	if b, _ := json.Marshal(r); !strings.Contains(string(b), `"undone":"2026-01-02T03:04:05Z"`) {
		t.Errorf("an undone receipt: %s", b)
	}
}

func TestWhatAnEntryDid(t *testing.T) {
	for _, tt := range []struct {
		e                Entry
		created, removed bool
	}{
		{Entry{After: "1"}, true, false},
		{Entry{Before: "1", After: "2"}, false, false},
		{Entry{Before: "1"}, false, true},
	} {
		if tt.e.Created() != tt.created || tt.e.Removed() != tt.removed {
			t.Errorf("%+v: created %v, removed %v", tt.e, tt.e.Created(), tt.e.Removed())
		}
	}
}
