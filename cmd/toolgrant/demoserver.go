package main

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
)

// demoServerCommand serves one of the demo's three MCP servers. It is hidden: nobody
// needs it but the demo's home, where probing should find something.
func (p *program) demoServerCommand() *cobra.Command {
	return &cobra.Command{
		Use: "demo-server NAME", Hidden: true, Args: exactly(1, "toolgrant demo-server NAME"),
		RunE: func(cmd *cobra.Command, args []string) error { return demoServer(cmd.Context(), args[0]) },
	}
}

func demoServer(ctx context.Context, name string) error {
	yes, no := true, false
	tools := map[string][]*mcp.Tool{
		"docs": {
			{Name: "search", Description: "find pages that speak of something", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
			{Name: "read_page", Description: "read one page", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		},
		"tickets": {
			{Name: "search", Description: "find tickets", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
			{Name: "comment", Description: "add a comment to a ticket", Annotations: &mcp.ToolAnnotations{DestructiveHint: &no}},
			{Name: "close", Description: "close a ticket", Annotations: &mcp.ToolAnnotations{DestructiveHint: &yes}},
		},
		"browser": {
			{Name: "open", Description: "open an address"},
			{Name: "click", Description: "click something on the page", Annotations: &mcp.ToolAnnotations{DestructiveHint: &yes}},
			{Name: "screenshot", Description: "take a picture of the page", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		},
	}
	if tools[name] == nil {
		return hint("the demo has docs, tickets and browser", "there is no demo server %q", name)
	}
	server := mcp.NewServer(&mcp.Implementation{Name: name, Version: version()}, nil)
	for _, t := range tools[name] {
		t.InputSchema = json.RawMessage(`{"type":"object"}`)
		server.AddTool(t, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "this server belongs to a demo and does nothing"}}}, nil
		})
	}
	return server.Run(ctx, &mcp.StdioTransport{})
}
