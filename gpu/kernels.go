package gpu

// counting counts: see shaders/iota.comp.
var counting = &kernel{name: "iota", access: "w", group: 256}
