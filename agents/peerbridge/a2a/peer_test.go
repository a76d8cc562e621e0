package a2a

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test program be the peer that a test runs.
func TestMain(m *testing.M) {
	if mode := os.Getenv("A2A_TEST_PEER"); mode != "" {
		play(mode)
		return
	}
	os.Exit(m.Run())
}

const reply = `{"jsonrpc":"2.0","id":%s,"result":{"task":{"status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"parts":[{"text":%s}]}]}}}` + "\n"

// play answers every message in the manner of its mode.
func play(mode string) {
	fmt.Fprintln(os.Stderr, "noise /secret/where")
	switch mode {
	case "exit":
		os.Exit(7)
	case "stubborn": // outlives the end of its input, with a child of its own
		signal.Ignore(syscall.SIGTERM)
		child := exec.Command(os.Args[0])
		child.Env = []string{"A2A_TEST_PEER=child"}
		child.Stdout = os.Stdout
		child.Start()
		defer time.Sleep(time.Hour) // until somebody ends it
	case "child":
		time.Sleep(time.Hour)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 4<<20)
	for in.Scan() {
		var m struct {
			ID     json.RawMessage
			Params struct {
				Message struct{ Parts []struct{ Text string } }
			}
		}
		json.Unmarshal(in.Bytes(), &m)
		answer := func(text string) {
			b, _ := json.Marshal(text)
			fmt.Printf(reply, m.ID, b)
		}
		switch mode {
		case "noise":
			fmt.Print("garbage\nnull\n\"s\"\n42\n[1]\n{nope\n", `{"jsonrpc":"2.0","id":999,"result":{}}`, "\n",
				`{"jsonrpc":"2.0","id":1,"method":"ping"}`, "\n", strings.Repeat("x", 2<<20), "\r\n\r\n")
			answer("heard")
		case "last words":
			answer("heard")
			os.Exit(3)
		case "error":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"no, says /etc/passwd"}}`+"\n", m.ID)
		case "silent":
		case "env":
			answer(strings.Join(os.Environ(), "\n"))
		case "fd3":
			_, err := os.NewFile(3, "guard").Stat()
			answer(fmt.Sprint(err == nil))
		default:
			answer(m.Params.Message.Parts[0].Text)
		}
	}
}
