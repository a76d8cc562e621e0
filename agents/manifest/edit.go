package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// HasBlock reports whether a card has the x-agentmesh object, which decides later
// whether removing our key may take the object with it.
func HasBlock(data []byte) bool {
	card, _ := object(data)
	_, ok := card[Block]
	return ok
}

// SetVerbs declares the verbs in a card's content, in the fixed order, and touches
// nothing else: an empty list grants none, and nil removes the key together with a
// block that has nothing left in it. Use DropVerbs where the block must stay.
//
// The card must be one that the bridge can read. An edit of any other could change
// what it means to somebody else, and is refused.
func SetVerbs(data []byte, verbs *[]string) ([]byte, error) {
	if verbs == nil {
		return DropVerbs(data, true)
	}
	var set model.VerbSet
	for _, name := range *verbs {
		v := model.Verb(name)
		if set = set.With(v); !set.Has(v) {
			return nil, fmt.Errorf("%q is no peer verb", name)
		}
	}
	if err := editable(data); err != nil {
		return nil, err
	}
	names := []string{}
	for v := range set.All() {
		names = append(names, string(v))
	}
	out, err := splice.PutJSON(data, []string{Block, Field}, names)
	if err != nil {
		return nil, err
	}
	if d := ParseVerbs(CardName, out); d.State != Listed || d.Verbs != set || len(d.Notes) > 0 {
		return nil, fmt.Errorf("the edit of %s.%s would not mean %s", Block, Field, set)
	}
	return out, nil
}

// DropVerbs removes the key, and with block also an x-agentmesh object that has
// nothing left in it, as one that we added.
func DropVerbs(data []byte, block bool) ([]byte, error) {
	if err := editable(data); err != nil {
		return nil, err
	}
	out, err := splice.DropJSON(data, []string{Block, Field}, block)
	if err != nil {
		return nil, err
	}
	if d := ParseVerbs(CardName, out); d.State != Unset {
		return nil, fmt.Errorf("the edit would not remove %s.%s", Block, Field)
	}
	return out, nil
}

// Written is the list as the card has it, entries that are no verbs included, and
// whether there is one. A person who wrote it should see exactly that.
func Written(data []byte) (string, bool) {
	card, _ := object(data)
	block, _ := object(card[Block])
	raw, ok := block[Field]
	if !ok {
		return "", false
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw), true
	}
	return b.String(), true
}

// editable refuses a card that the bridge reads as closed for another reason than the
// value that is about to be replaced.
func editable(data []byte) error {
	card, isObject := object(data)
	raw, has := card[Block]
	_, isBlock := object(raw)
	if len(data) <= maxCard && json.Valid(data) && isObject && (!has || isBlock) {
		return nil
	}
	return ParseVerbs(CardName, data).Notes[0]
}
