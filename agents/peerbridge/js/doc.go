// Package js provides the few rules of JavaScript that the mesh's data follows:
// which characters are white space, how long a text is, in which order an object
// lists its keys, and how JSON is written. The other bridges on a mesh are written
// in it, so files and answers of ours must come out byte for byte like theirs.
package js
