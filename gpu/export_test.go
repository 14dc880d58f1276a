package gpu

// TestDevice gives tests outside the package the shared device.
var TestDevice = testDevice
