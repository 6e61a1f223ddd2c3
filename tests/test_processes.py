from __future__ import annotations

import os
import subprocess
import sys

from tests.processes import group_lives, lives

WAIT = (sys.executable, "-c", "input()")


def test_a_process_lives_until_it_has_ended() -> None:
    child = subprocess.Popen(WAIT, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603 - our own text
    assert child.stdin is not None
    try:
        assert lives(child.pid)
        assert group_lives(child.pid)
    finally:
        child.kill()
        child.stdin.close()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and nobody has asked how
    assert not lives(child.pid)
    assert not group_lives(child.pid)
    child.wait()
    assert not lives(child.pid)
