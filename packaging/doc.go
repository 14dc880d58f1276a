// Command packaging makes the files of a release: binaries for every platform with and
// without the GPU methods, archives, checksums, bills of materials, a container image,
// a Homebrew formula, a Scoop manifest and the npm package. Equal commits, versions and Go releases give
// equal files, bit for bit. It is a module of its own, so that the libraries it uses are
// no requirements of collide. It uploads nothing.
//
//	go run . -version v0.1.0 -out ../dist
package main
