package peerbridge

import (
	"context"
	"encoding/json"
	"errors"

	"toolgrant/agents/peerbridge/board"
	"toolgrant/agents/peerbridge/js"
	"toolgrant/agents/peerbridge/registry"
)

// refused is the shape of every refusal but a delegation's.
type refused struct {
	OK      bool   `json:"ok"`
	Code    string `json:"error_code"`
	Summary string `json:"summary"`
}

func (r *refusal) data() refused { return refused{false, r.code, r.summary} }

// listPeers never fails: without a usable registry there is nobody.
func (b *bridge) listPeers() []registry.Card { return registry.Read(b.root).Cards() }

// atBoard is what every board verb needs first: the board and our name on it.
func (b *bridge) atBoard() (board.Board, string, *refusal) {
	root := b.env.meshRoot()
	if root == "" {
		return board.Board{}, "", refuse(noMesh, "no mesh root in the environment, so there is no task board.")
	}
	me := b.me()
	if me == "" {
		return board.Board{}, "", b.unresolved()
	}
	return board.Open(root), me, nil
}

func (b *bridge) createTask(ctx context.Context, args js.Object) (any, error) {
	tasks, me, no := b.atBoard()
	if no != nil {
		return no.data(), nil
	}
	brief, no := b.brief(me, args)
	if no != nil {
		return no.data(), nil
	}
	id, err := tasks.Create(ctx, brief, b.now())
	if err != nil {
		return nil, err
	}
	return struct {
		OK    bool   `json:"ok"`
		ID    string `json:"task_id"`
		To    string `json:"to"`
		State string `json:"state"`
	}{true, id, brief.To, board.Assigned}, nil
}

// brief checks the arguments in the order in which refusals are promised.
func (b *bridge) brief(me string, args js.Object) (board.Brief, *refusal) {
	peer, ok := args.String("peer")
	if !ok || peer == "" {
		return board.Brief{}, refuse(badInput, "peer name is required.")
	}
	for _, field := range []string{"title", "objective", "requirements"} {
		if _, ok := filled(args, field); !ok {
			return board.Brief{}, refuse(badInput, "%s is required.", field)
		}
	}
	text := map[string]string{}
	for _, field := range []string{"title", "objective", "context", "requirements", "pointers"} {
		text[field], _ = args.String(field) // another type counts as left out
		if js.Len(text[field]) > maxText {
			return board.Brief{}, tooLong(field)
		}
	}
	if no := known(registry.Read(b.root), peer, badPeer); no != nil {
		return board.Brief{}, no
	}
	return board.Brief{
		From: me, To: peer, Title: text["title"], Objective: text["objective"], Context: text["context"],
		Requirements: text["requirements"], Pointers: text["pointers"],
	}, nil
}

func (b *bridge) listMyTasks() (any, error) {
	tasks, me, no := b.atBoard()
	if no != nil {
		return no.data(), nil
	}
	mine, err := tasks.Inbox(me)
	if err != nil {
		return nil, err
	}
	return struct {
		OK    bool              `json:"ok"`
		Tasks []json.RawMessage `json:"tasks"`
	}{true, mine}, nil
}

func (b *bridge) updateMyTask(ctx context.Context, args js.Object) (any, error) {
	tasks, me, no := b.atBoard()
	if no != nil {
		return no.data(), nil
	}
	id, ok := args.String("task_id")
	if !ok || id == "" {
		return refuse(badInput, "task_id is required.").data(), nil
	}
	state, _ := args.String("state") // another type is no next state
	var result *string
	if raw, given := args.Get("result"); given && js.Kind(raw) != 'n' {
		text, ok := js.String(raw)
		if !ok {
			return refuse(badInput, "result must be a text.").data(), nil
		}
		if js.Len(text) > maxText {
			return tooLong("result").data(), nil
		}
		result = &text
	}
	err := tasks.Update(ctx, id, me, state, result, b.now())
	if r, ok := errors.AsType[*board.Refusal](err); ok {
		return refused{false, r.Code, r.Summary}, nil
	}
	if err != nil {
		return nil, err
	}
	return struct {
		OK    bool   `json:"ok"`
		ID    string `json:"task_id"`
		State string `json:"state"`
	}{true, id, state}, nil
}
