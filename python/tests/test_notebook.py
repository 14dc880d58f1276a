"""The notebook of examples/python prints what is stored in it. `python test_notebook.py` stores it."""

import contextlib
import io
import json
from pathlib import Path

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "python" / "sweep.ipynb"


def run(notebook):
    """Runs the cells in one namespace, as a kernel does, and yields each with what it prints."""
    names: dict = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile("".join(cell["source"]), str(NOTEBOOK), "exec"), names)
            yield cell, out.getvalue()


def test_notebook():
    cells = 0
    for cell, text in run(json.loads(NOTEBOOK.read_text())):
        stored = "".join("".join(o["text"]) for o in cell["outputs"])
        assert text == stored, "".join(cell["source"])
        cells += bool(text)
    assert cells == 5


def store():
    notebook = json.loads(NOTEBOOK.read_text())
    for count, (cell, text) in enumerate(run(notebook), 1):
        cell["execution_count"] = count
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text.splitlines(True)}] if text else []
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    store()
