"""Tests of the notebook board: its requests get the replies of the command, and a real browser plays on it."""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import grundy as g
import pytest
from conftest import ROOT

pytest.importorskip("anywidget")
POSITIONS = ["nim(3,4,5)", "misere nim(1,1,5)", "wythoff(8,11) + nim(2)", "hackenbush(0-1:b,1-2:r)", "威佐夫(3,5)", "nim(2^63,1)", "token[a>b,b>a,b>c](a)"]


class Kernel:
    """A board that receives messages as from a browser, without Jupyter, and records its replies."""

    def __init__(self, board: Any) -> None:
        self.board, self.sent = board, []
        board.send = lambda content, buffers=None: self.sent.append(content)

    def ask(self, content: Any) -> list[Any]:
        self.sent.clear()
        self.board._handle_custom_msg(content, [])
        return list(self.sent)


def test_it_answers_as_the_command(command) -> None:
    kernel = Kernel(g.play("nim(3,4,5)"))
    for spec in POSITIONS:
        (reply,) = kernel.ask({"id": "1.7", "request": json.dumps({"do": "solve", "spec": spec, "lang": "en"})})
        assert reply["id"] == "1.7"
        ours, theirs = json.loads(reply["reply"]), json.loads(command("solve", spec, "--why", "full", "--format", "json"))
        for told in (ours, theirs):
            told.pop("stats")
        for name in theirs.keys() - {"moves", "reason"}:
            assert ours[name] == theirs[name], (spec, name)
        assert [(move["move"], move["to"]) for move in ours["moves"]] == [(move["move"], move["to"]) for move in theirs["moves"]]
    (reply,) = kernel.ask({"id": 2, "request": '{"do":"board","spec":"nim(3,4,5)","moves":"2 1"}'})
    assert json.loads(reply["reply"])["spec"] == "nim(1,4,5)"


def test_nonsense_is_answered_or_left() -> None:
    kernel = Kernel(g.play("nim(3,4,5)"))
    for nonsense in [None, 5, "x", [], {}, {"id": 1}, {"id": 1, "request": None}, {"request": {"do": "solve"}}]:
        assert kernel.ask(nonsense) == []
    for nonsense in ["", "{", "[]", '{"do":"nothing"}', '{"do":"solve","spec":"nim(3"}', '{"do":"solve","spec":"nim(@heaps.txt)"}', '{"do":"solve"}', "\0"]:
        (reply,) = kernel.ask({"id": 1, "request": nonsense})
        assert json.loads(reply["reply"])["error"]["message"]


def test_it_keeps_to_the_limits_that_it_was_made_in() -> None:
    with g.limits(memory="1M"):
        kernel = Kernel(g.play("nim(3,4,5)"))
    (reply,) = kernel.ask({"id": 1, "request": '{"do":"table","rules":"wythoff","to":4000}'})
    assert json.loads(reply["reply"])["error"]["kind"] == "limit"


def test_a_play_from_python() -> None:
    board = g.play("nim(3,4,5)", hidden=True, machine="good")
    assert board.address == "play/nim(3,4,5)?machine=70&hidden=1"
    board.move("2 1")
    board.move("take 1 from heap 1")
    assert board.position == g.nim(0, 4, 5) and board.start == g.nim(3, 4, 5) and not board.over
    with pytest.raises(g.GrundyError):
        board.move("7 1")
    with pytest.raises(TypeError):
        board.move(3)
    assert len(board.moves) == 2
    board.undo(5)
    assert board.moves == () and board.position == board.start
    for spec in POSITIONS:
        board = g.play(spec)
        assert board.start == g.Position(spec) == board.position
        assert g.play(g.Position(spec)).address == board.address
    red = g.play("hackenbush(0-1:b,1-2:r,0-3:r)", mover="right")
    red.move(g.Position("hackenbush(0-1:b,1-2:r,0-3:r)").moves(by="right")[0].text)
    assert len(red.moves) == 1
    over = g.play("nim(1)")
    over.move("1 1")
    assert over.over


def test_mistakes() -> None:
    for wrong in [None, 3, b"nim(3)", 1.5]:
        with pytest.raises(TypeError):
            g.play(wrong)  # type: ignore[arg-type]
    with pytest.raises(g.GrundyError):
        g.play("nim(3")
    for more in [{"machine": "best"}, {"machine": 101}, {"machine": -1}, {"machine": 1.5}, {"mover": "up"}, {"machine": []}]:
        with pytest.raises(ValueError):
            g.play("nim(3)", **more)
    with pytest.raises(g.GrundyError):
        g.play("rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](9)", mover="right")


def test_a_page_on_paper_has_the_picture() -> None:
    shown = g.play("nim(3,4,5)")._repr_mimebundle_()
    data = shown[0] if isinstance(shown, tuple) else shown
    assert "application/vnd.jupyter.widget-view+json" in data and data["image/svg+xml"].startswith("<svg")


def test_without_anywidget() -> None:
    code = "import sys; sys.modules['anywidget'] = None\nimport grundy as g\ntry: g.play('nim(3)')\nexcept ImportError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("pip install anywidget")
    assert copy.copy(g.nim(3)) == g.nim(3)


def test_in_a_kernel() -> None:
    """Sends the messages of a notebook to a real Jupyter kernel."""
    manager = pytest.importorskip("jupyter_client").KernelManager(kernel_name="python3")
    manager.start_kernel(extra_arguments=["--log-level=ERROR"])
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=300)

        def run(code: str) -> list[Any]:
            heard: list[Any] = []
            reply = client.execute_interactive(code, timeout=300, output_hook=heard.append)
            assert reply["content"]["status"] == "ok", reply["content"]
            return heard

        run("import grundy as g; board = g.play('nim(3,4,5)')")
        shown = next(one["content"]["data"] for one in run("board") if one["msg_type"] == "execute_result")
        assert shown["image/svg+xml"].startswith("<svg")
        comm = shown["application/vnd.jupyter.widget-view+json"]["model_id"]

        def send(data: Any) -> None:
            client.shell_channel.send(client.session.msg("comm_msg", {"comm_id": comm, "data": data}))

        send({"method": "custom", "content": {"id": "1.1", "request": '{"do":"solve","spec":"nim(3,4,5)"}'}})
        while True:
            told = client.get_iopub_msg(timeout=300)
            if told["msg_type"] == "comm_msg" and told["content"]["data"].get("method") == "custom":
                break
        content = told["content"]["data"]["content"]
        assert content["id"] == "1.1" and json.loads(content["reply"])["grundy"] == 2
        send({"method": "update", "state": {"address": "play/nim(3,4,5)?moves=2+1"}, "buffer_paths": []})
        said = run("print(board.position, board.moves)")
        assert any(one["msg_type"] == "stream" and one["content"]["text"] == "nim(1,4,5) ('2 1',)\n" for one in said)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


PAGE = """<!doctype html><meta charset="utf-8"><title>A notebook</title>
<body data-jp-theme-light="{light}" style="margin:0;background:{paper};font:12px serif"><div id="cell" style="width:{wide}px;padding:16px"></div>
<script type="module">
import board from "/board.js";
const state = {state}, heard = {{}};
const model = window.model = {{
  get: name => state[name],
  set(name, value) {{ state[name] = value; }},
  save_changes() {{ fetch("/state", {{method: "POST", body: JSON.stringify(state)}}); }},
  on(name, act) {{ (heard[name] ??= new Set()).add(act); }},
  off(name, act) {{ heard[name]?.delete(act); }},
  say(name, ...what) {{ for (const act of heard[name] ?? []) act(...what); }},
  async send(content) {{
    for (const reply of await (await fetch("/message", {{method: "POST", body: JSON.stringify(content)}})).json()) model.say("msg:custom", reply, []);
  }},
}};
window.leave = await board.render({{model, el: document.getElementById("cell")}});
</script>"""


@pytest.fixture
def notebook():
    """Serves a page that shows boards as Jupyter does, connected to a kernel."""
    made: dict[str, Any] = {}
    one_at_a_time = threading.Lock()

    class Served(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def reply(self, kind: str, text: str) -> None:
            body = text.encode()
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            if self.path == "/board.js":
                return self.reply("text/javascript", made["kernel"].board._esm)
            if not self.path.startswith("/?"):
                return self.reply("text/plain", "")
            _, spec, dark, wide, language = json.loads(bytes.fromhex(self.path[2:]))
            g.language(language)
            board = made["board"] = g.play(spec, **_)
            g.language("en")
            made["kernel"] = Kernel(board)
            light, paper = ("false", "#111") if dark else ("true", "#fff")
            state = json.dumps({"address": board.address, "language": board.language})
            self.reply("text/html", PAGE.format(light=light, paper=paper, wide=wide, state=state))

        def do_POST(self) -> None:
            given = json.loads(self.rfile.read(int(self.headers["content-length"])))
            if self.path == "/state":
                made["board"].address = given["address"]
                return self.reply("application/json", "{}")
            if self.path == "/told":
                board = made["board"]
                return self.reply("application/json", json.dumps({"position": str(board.position), "moves": board.moves, "over": board.over}))
            with one_at_a_time:
                replies = made["kernel"].ask(given)
            self.reply("application/json", json.dumps(replies))

    server = ThreadingHTTPServer(("127.0.0.1", 0), Served)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_in_a_browser(notebook: str, tmp_path: Path) -> None:
    browser, drives = os.environ.get("GRUNDY_BROWSER"), ROOT / "web/tests/node_modules/puppeteer-core"
    if not browser or not drives.exists() or shutil.which("node") is None:
        pytest.skip("no browser, or nothing that drives it: cargo xtask python looks for both")
    shots = os.environ.get("GRUNDY_SHOTS", str(tmp_path))
    done = subprocess.run(
        ["node", str(ROOT / "web/tests/notebook.mjs"), notebook], capture_output=True, text=True, timeout=300, env={**os.environ, "GRUNDY_SHOTS": shots}
    )
    assert done.returncode == 0, done.stdout + done.stderr
