package vulkan

// Work counts what batches have the device do, for those who add it up and begin again.
type Work struct {
	// Submits counts the batches that ran, Barriers the pipeline barriers recorded in them,
	// Dispatches their kernels and draws.
	Submits, Barriers, Dispatches int64
	// Sent and Received are the bytes that went to the device through staging memory and
	// came back.
	Sent, Received int64
}
