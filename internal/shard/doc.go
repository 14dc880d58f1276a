// Package shard keeps the answers of one part of a long list in a file, and puts
// the files of all parts together again.
//
// The list is dealt out in blocks of [Block] items: shard i of n has block i, block
// i+n, and so on. A file is a line with the [Header], the blocks, a line with
// the [End], and a line with the checksum of all before it. A block is a line that states its first item, its number of items and
// of bytes, and these bytes, which no reader looks into: merging copies them.
//
// A file without a checksum was cut off.
package shard

import "encoding/json"

// Schema is the number of this format.
const Schema = 1

// Block is the number of items that are dealt out at once, 16. Neighbours in a list
// are often alike, and are answered faster one after the other.
const Block = 16

// Max is the most shards of a list, 10,000.
const Max = 10_000

// Header states what a file is a part of. Shards belong together if their headers
// are equal but for Index.
type Header struct {
	Schema int `json:"schema"`
	Index  int `json:"shard"`
	Of     int `json:"of"`
	// Engine is the program, Scene what was asked about, Options what was asked.
	Engine  string `json:"engine"`
	Scene   string `json:"scene"`
	Options string `json:"options"`
	// Report is what the program needs to begin and end the report.
	Report json.RawMessage `json:"report"`
}

// End is what follows the last block.
type End struct {
	// List identifies the whole list, which has Items items.
	List  string `json:"list"`
	Items int    `json:"items"`
	// Reason is why the shard did not answer all its items, "" if it did.
	Reason string `json:"reason,omitempty"`
	// Totals is what the program adds up over all shards.
	Totals json.RawMessage `json:"totals"`
	// Sum is the SHA-256 of all lines and blocks before that of the sum, in hexadecimal digits.
	Sum string `json:"-"`
}

// frame is the line before the bytes of a block.
type frame struct {
	First int `json:"first"`
	Items int `json:"items"`
	Bytes int `json:"bytes"`
}

// line is a frame or an end.
type line struct {
	frame
	End *End `json:"end"`
}

// ending is the line of an end.
type ending struct {
	End *End `json:"end"`
}

// checksum is the last line.
type checksum struct {
	Sum string `json:"sum"`
}
