package quote_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/collide-go/collide/internal/quote"
)

func TestName(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"parts/arm 2.stl", "parts/arm 2.stl"},
		{"Ärmel-軸 😀", "Ärmel-軸 😀"},
		{`C:\parts\a.stl`, `C:\parts\a.stl`},
		{"part#2", "part#2"},
		{"a::b", "a::b"},
		{"", `""`},
		{`"a"`, `"\"a\""`},
		{" a", `" a"`},
		{"a ", `"a "`},
		{"a\n::error::b", `"a\n::error::b"`},
		{"::error::b", `"\x3a:error::b"`},
		{"##[error]b", `"\x23#[error]b"`},
		{"a###vso[task]", `"a\x23\x23#vso[task]"`},
		{"a\x1b[31m\\", `"a\x1b[31m\\"`},
		{"a\u202eb", `"a\u202eb"`},
		{"a\u2028b\u0085", `"a\u2028b\u0085"`},
		{"a\u00a0b", `"a\u00a0b"`},
		{"a\xffb", `"a\xffb"`},
		{"a\ufffdb", `"a` + "\ufffd" + `b"`},
	} {
		if got := quote.Name(c.in); got != c.want {
			t.Errorf("Name(%q) is %s, want %s", c.in, got, c.want)
		}
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`a.obj:3: "x" is no number`, `a.obj:3: "x" is no number`},
		{"a\nb\tc", `a\nb\tc`},
		{"  ::error::b", `  \x3a:error::b`},
		{"see ##[error]", `see \x23#[error]`},
		{"\x1b]0;title\a", `\x1b]0;title\a`},
	} {
		if got := quote.Line(c.in); got != c.want {
			t.Errorf("Line(%q) is %s, want %s", c.in, got, c.want)
		}
	}
}

func TestCell(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""}, {"arm", "arm"}, {"-1.5", "-1.5"}, {"+2", "+2"}, {"-1e-07", "-1e-07"}, {"-.5E+3", "-.5E+3"}, {"a=b", "a=b"},
		{"=1+1", "'=1+1"}, {"+1-2", "'+1-2"}, {"-", "'-"}, {"-arm", "'-arm"}, {"@SUM(A1)", "'@SUM(A1)"}, {"-Inf", "'-Inf"}, {"-1e", "'-1e"},
		{"-0x1", "'-0x1"}, {"-1_0", "'-1_0"}, {"＝1", "'＝1"}, {"\t=1", `'\t=1`}, {"\r=1", `'\r=1`}, {"a\nb", `a\nb`},
	} {
		if got := quote.Cell(c.in); got != c.want {
			t.Errorf("Cell(%q) is %s, want %s", c.in, got, c.want)
		}
	}
}

// FuzzQuote asserts what the package promises, for any text.
func FuzzQuote(f *testing.F) {
	for _, s := range []string{"arm", "a\n::error::b", "  ::x", "###[", "\x1b[2J", "\u202e", "\xff\x00", `"\`, "=1", "\t-", "-1", "\U000e0041"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name, line, cell := quote.Name(s), quote.Line(s), quote.Cell(s)
		for _, got := range []string{name, line, cell} {
			checkPrinted(t, got)
		}
		if strings.HasPrefix(name, `"`) {
			if back, err := strconv.Unquote(name); err != nil || back != s {
				t.Errorf("Name(%q) is %s, which reads as %q, %v", s, name, back, err)
			}
		} else if name != s {
			t.Errorf("Name(%q) is %s", s, name)
		}
		if again := quote.Line(line); again != line {
			t.Errorf("Line(%q) is %q, and quoted again %q", s, line, again)
		}
		if strings.ContainsAny(cell[:min(1, len(cell))], "=@\t\r") {
			t.Errorf("Cell(%q) is %q", s, cell)
		}
		checkJSON(t, s)
	})
}

// checkPrinted asserts that a text is a line without commands.
func checkPrinted(t *testing.T, got string) {
	t.Helper()
	for _, r := range got {
		if !strconv.IsPrint(r) {
			t.Fatalf("%q holds %U", got, r)
		}
	}
	if !utf8.ValidString(got) || strings.HasPrefix(strings.TrimSpace(got), "::") || strings.Contains(got, "##") {
		t.Fatalf("%q can be taken for something else", got)
	}
}

// checkJSON asserts that a JSON string is printable and keeps its value.
func checkJSON(t *testing.T, s string) {
	t.Helper()
	got := quote.JSON(s)
	checkPrinted(t, got)
	var back string
	if err := json.Unmarshal([]byte(got), &back); err != nil || utf8.ValidString(s) && back != s {
		t.Fatalf("JSON(%q) is %s, which reads as %q, %v", s, got, back, err)
	}
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	w := quote.NewCSV(&b)
	w.Row("name", "x")
	w.Row("=cmd|' /C calc'!A0", "-1.5")
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || rows[1][0] != "'=cmd|' /C calc'!A0" || rows[1][1] != "-1.5" {
		t.Errorf("read back %q, %v", rows, err)
	}
}

// What is written is read back as it was, with its lines.
// Rows of plain cells take a short way: they come out as the others do.
func TestCSVShortWay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	alphabet := []string{"", "a", "7", "-", "+", ".", "/", "_", "=", "@", ",", "\"", " ", "#", "e", "\t", "\n", "ß", "＝", ":", "\\"}
	short := 0
	for range 20000 {
		cells := make([]string, 2)
		for i := range cells {
			for range r.IntN(6) {
				k := len(alphabet)
				if r.IntN(3) > 0 {
					k = 8
				}
				cells[i] += alphabet[r.IntN(k)]
			}
		}
		var got, want bytes.Buffer
		out := quote.NewCSV(&got)
		out.Row(cells...)
		if err := out.Flush(); err != nil {
			t.Fatal(err)
		}
		w := csv.NewWriter(&want)
		if err := w.Write([]string{quote.Cell(cells[0]), quote.Cell(cells[1])}); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		if got.String() != want.String() {
			t.Fatalf("%q: %q, expected %q", cells, got.String(), want.String())
		}
		if want.String() == strings.Join(cells, ",")+"\n" {
			short++
		}
	}
	if short < 5000 {
		t.Errorf("%d rows are plain: too few to compare", short)
	}
}

func TestReadCSV(t *testing.T) {
	want := [][]string{{"name", "x"}, {"=a\"b", "-1.5", "'", "'x"}, {"-1 -2", "two, cells"}}
	var b bytes.Buffer
	w := quote.NewCSV(&b)
	for _, row := range want {
		w.Row(row...)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	r := quote.ReadCSV(&b)
	for i, row := range want {
		if got, line, err := r.Row(); err != nil || line != i+1 || !slices.Equal(got, row) {
			t.Errorf("line %d, %q, %v; want %q", line, got, err, row)
		}
	}
	if _, _, err := r.Row(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
	bad := quote.ReadCSV(strings.NewReader("a,b\n\"c\nd"))
	_, _, first := bad.Row()
	if _, line, err := bad.Row(); first != nil || err == nil || line < 2 {
		t.Errorf("a quoted cell without an end: line %d, %v, %v", line, first, err)
	}
	failed := errors.New("failed")
	if _, line, err := quote.ReadCSV(iotest.ErrReader(failed)).Row(); !errors.Is(err, failed) || line != 0 {
		t.Errorf("a reader that fails: line %d, %v", line, err)
	}
}

func TestDocuments(t *testing.T) {
	var b strings.Builder
	if err := quote.WriteJSON(&b, struct {
		Name string `json:"name"`
	}{"a\x1b"}); err != nil || b.String() != "{\n  \"schema\": 1,\n  \"name\": \"a\\u001b\"\n}\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	for _, v := range []any{[]int{1}, "text", struct{}{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v is a document", v)
				}
			}()
			_ = quote.WriteJSON(io.Discard, v)
		}()
	}
}
