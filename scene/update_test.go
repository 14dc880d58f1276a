package scene

import "flag"

var update = flag.Bool("update", false, "rewrite the generated scenes and meshes in testdata")
