//go:build !linux

package main

import "time"

func threadTime() time.Duration { return 0 }
