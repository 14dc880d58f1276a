package main
const ( early8 = 8; early16 = 4)
