// Package board provides the mesh's task board: one JSON file a task in a folder that
// all bridges of a mesh share, ours and the node ones. Files are byte for byte what
// the node bridge writes. Ids are unique and steps are taken once among bridges of
// ours; a node bridge takes no lock, so its races with itself and with us remain.
package board
