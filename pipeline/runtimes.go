package pipeline

// Runtimes is the table of hosts, in the order in which people are shown them. The
// facts of each row, with their sources and dates, stand in the row_*.go files;
// docs/hosts.md is generated from them.
func Runtimes() []Row {
	return []Row{
		claudeRow(),
		codexRow(),
		opencodeRow(),
		kiloRow(),
		copilotRow(),
		geminiRow(),
		qwenRow(),
		cursorRow(),
		clineRow(),
		kimiCodeRow(),
		kimiRow(),
		augmentRow(),
		codebuddyRow(),
		windsurfRow(),
		traeRow(),
		zcodeRow(),
		antigravityRow(),
		hermesRow(),
		piRow(),
		crushRow(),
	}
}
