package main

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"time"
)

// checkMeters returns an error for a report in metres of bodies whose unit is not known.
func checkMeters(outputs []checkOutput, unit string) error {
	if unit != "" || !slices.ContainsFunc(outputs, func(o checkOutput) bool { return o.format.Name == "bcf" }) {
		return nil
	}
	return errors.New(`--format bcf; places in BCF are in metres, but the unit of the files is not known: give --unit, or "unit" in a scene`)
}

// sourceDate is the date in the environment variable SOURCE_DATE_EPOCH, in seconds since 1970; zero without one. Only
// pages have the time of day where it is not set, beside the times that a check took: else the same check has the same reports.
func sourceDate() time.Time {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.Unix(seconds, 0)
}
