package servers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// The test binary is its own server: with this variable set it plays the part that
// the variable names instead of running tests.
const partVariable = "TOOLGRANT_TEST_PART"

func TestMain(m *testing.M) {
	if part := os.Getenv(partVariable); part != "" {
		play(part)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

type request struct {
	ID     any    `json:"id"`
	Method string `json:"method"`
	Params struct {
		Cursor string `json:"cursor"`
	} `json:"params"`
}

// play is a server that behaves as its part says until its input ends.
func play(part string) {
	if fifo := os.Getenv("TOOLGRANT_TEST_ALIVE"); fifo != "" {
		// Kept open for as long as this process lives: its reader sees the end.
		if f, err := os.OpenFile(fifo, os.O_WRONLY, 0); err == nil {
			fmt.Fprintf(f, "%s %d\n", part, os.Getpid())
		}
	}
	switch part {
	case "exit":
		fmt.Fprintln(os.Stderr, "starting")
		fmt.Fprintln(os.Stderr, "Error: the password "+os.Getenv("SECRET")+" is wrong")
		fmt.Fprintln(os.Stderr, "    at main")
		os.Exit(3)
	case "flood":
		for {
			if _, err := fmt.Println(strings.Repeat("noise ", 1000)); err != nil {
				os.Exit(1)
			}
		}
	case "endless-line":
		for {
			if _, err := fmt.Print(strings.Repeat("noise ", 1000)); err != nil {
				os.Exit(1)
			}
		}
	case "stubborn", "child":
		signal.Ignore(syscall.SIGTERM, syscall.SIGHUP)
		if part == "child" {
			os.NewFile(3, "told").Close()
		}
		never, kept, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		never.Read(make([]byte, 1)) // blocks: its other end is kept open and never written to
		kept.Close()
	case "silent":
		io.Copy(io.Discard, os.Stdin)
		return
	case "greeting":
		fmt.Println("Welcome to the server!\n\n{\"level\":30,\"msg\":\"listening\"}\n[1,2]\nnull")
	case "fork":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), partVariable+"=child")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		ready, told, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		child.ExtraFiles = []*os.File{told}
		if err := child.Start(); err != nil {
			panic(err)
		}
		told.Close()
		io.Copy(io.Discard, ready) // until the child says that it is up
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var r request
		if json.Unmarshal(in.Bytes(), &r) != nil || r.ID == nil {
			continue
		}
		if part == "greeting" {
			fmt.Println("log: got " + r.Method)
		}
		say(r.ID, answer(part, r))
	}
}

func say(id any, body string) {
	if body == "" {
		return
	}
	text, _ := json.Marshal(id)
	fmt.Printf(`{"jsonrpc":"2.0","id":%s,%s}`+"\n", text, body)
}

// answer is the body of an answer: a result or an error.
func answer(part string, r request) string {
	switch r.Method {
	case "initialize":
		switch part {
		case "refuses":
			return `"error":{"code":-32000,"message":"not today"}`
		case "no-tools":
			return `"result":{"protocolVersion":"2025-06-18","capabilities":{"prompts":{}},"serverInfo":{"name":"x","version":"1"}}`
		case "other-protocol":
			return `"result":{"protocolVersion":"1999-01-01","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`
		}
		return `"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`
	case "tools/list":
		return `"result":` + toolsOf(part, r.Params.Cursor)
	}
	return `"error":{"code":-32601,"message":"no such method"}`
}

func toolsOf(part, cursor string) string {
	tool := func(name, more string) string {
		return fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}%s}`, name, more)
	}
	list := func(next string, tools ...string) string {
		if next != "" {
			next = fmt.Sprintf(`,"nextCursor":%q`, next)
		}
		return `{"tools":[` + strings.Join(tools, ",") + `]` + next + `}`
	}
	switch part {
	case "pages":
		next := map[string]string{"": "two", "two": "three"}
		return list(next[cursor], tool("on page "+cursor, ""))
	case "same-page":
		return list("again", tool("a", ""))
	case "pages-without-end":
		return list(cursor + "x")
	case "many":
		var tools []string
		for i := range 5000 {
			tools = append(tools, tool(fmt.Sprint("t", i), ""))
		}
		return list("", tools...)
	case "huge":
		return list("", tool("a", `,"description":"`+strings.Repeat("x", 20<<20)+`"`))
	case "wordy":
		return list("", tool("a", `,"description":"`+strings.Repeat("é", 5000)+`"`))
	case "odd-names":
		return list("", tool("b", ""), tool("a", ""), tool("b", ""), `{"name":"","inputSchema":{}}`,
			`{"name":"x\nmodel: opus","inputSchema":{}}`, tool(strings.Repeat("n", 300), ""), tool("sp ace", ""), "null")
	case "environment":
		var tools []string
		for _, kv := range os.Environ() {
			name, _, _ := strings.Cut(kv, "=")
			tools = append(tools, tool(name, ""))
		}
		return list("", tools...)
	case "folder":
		dir, _ := os.Getwd()
		return list("", tool(dir, ""), tool(strings.Join(os.Args[1:], " "), ""))
	}
	return list("", tool("read", `,"description":"Reads.","annotations":{"readOnlyHint":true}`),
		tool("wipe", `,"annotations":{"destructiveHint":true}`), tool("plain", ""))
}
