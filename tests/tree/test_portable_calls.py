"""What only some systems have is used with a way around it, or is in the list of docs/portability.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests import ROOT
from tests.tree.tracked import tracked

PACKAGES = ("getallenband", "interpreters", "modern", "originals", "reports")
MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
"""Modules that Windows does not have."""
NAMES = {
    "os": """O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_SYNC O_TMPFILE chown chroot fchdir fchmod fchown
        fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp getpriority getsid getuid killpg lchown
        mkfifo mknod nice openpty pathconf pidfd_open posix_fallocate posix_spawn pread preadv pwrite pwritev
        register_at_fork sched_getaffinity sched_yield sendfile setgid setpgid setsid setuid statvfs sysconf tcgetpgrp
        uname wait wait3 wait4 waitid""",
    "signal": """SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGUSR1 SIGUSR2
        SIGWINCH SIGXCPU SIGXFSZ alarm getitimer pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending
        sigtimedwait sigwait sigwaitinfo""",
    "mmap": "MAP_ANON MAP_ANONYMOUS MAP_NORESERVE MAP_PRIVATE MAP_SHARED MAP_STACK PROT_EXEC PROT_READ PROT_WRITE",
}
"""What Windows, or macOS, does not have of modules that all systems have: "Availability" in Python's manual."""
UNAVAILABLE = {(module, name) for module, names in NAMES.items() for name in names.split()}
FOLDERS = re.compile(r"/(dev|etc|proc|sys|tmp|var)(/|$)")
ASKED = ("os.name", "sys.platform", "platform.system", "hasattr", "get_all_start_methods")
CAUGHT = {"AttributeError", "ImportError", "ModuleNotFoundError"}
PLACE = re.compile(r"^\| `([\w/]+\.py)` \| `([^`]+)` \| [^|]+ \|$", re.MULTILINE)


def used(node: ast.AST) -> str:
    """Return what a node uses that some system does not have; "" for nothing of the kind."""
    match node:
        case ast.Import(names):
            return next((name.name for name in names if name.name in MODULES), "")
        case ast.ImportFrom(module=str(module), names=names):
            one = next((name.name for name in names if (module, name.name) in UNAVAILABLE), "")
            return module if module in MODULES else f"{module}.{one}" if one else ""
        case ast.Attribute(ast.Name(module), name) if (module, name) in UNAVAILABLE:
            return f"{module}.{name}"
        case ast.Constant(str(text)) if FOLDERS.match(text) and " " not in text:
            return text
        case ast.Call(ast.Attribute(_, "CDLL"), [ast.Constant(None), *_]):
            return "CDLL(None)"
        case ast.Call(ast.Attribute(_, "CDLL"), [ast.Call(ast.Attribute(_, "find_library")), *_]):
            return "CDLL(find_library)"
        case ast.Call(ast.Attribute(_, "get_context"), [ast.Constant("fork" | "forkserver")]):
            return "get_context(fork)"
    return ""


def has_a_way_around(node: ast.AST, names: set[str]) -> bool:
    """Tell whether what stands in a node is reached only where the system has it, or what comes of it is caught."""
    match node:
        case ast.If(test) | ast.IfExp(test):
            return any(asked in ast.unparse(test) for asked in ASKED)
        case ast.Try(handlers=handlers):
            return any(names & words(handler.type) for handler in handlers if handler.type)
        case ast.With(items):
            called = [item.context_expr for item in items]
            return any("suppress" in ast.unparse(each) and names & words(each) for each in called)
    return False


def words(node: ast.AST) -> set[str]:
    return set(re.findall(r"\w+", ast.unparse(node)))


def unguarded(text: str) -> Iterator[str]:
    """Yield what a module uses without a way around."""

    def look(node: ast.AST, around: list[ast.AST]) -> Iterator[str]:
        name = used(node)
        names = {"OSError", "FileNotFoundError"} if name.startswith("/") else CAUGHT
        if name and not any(has_a_way_around(each, names) for each in around):
            yield name
        for child in ast.iter_child_nodes(node):
            yield from look(child, [*around, node])

    return look(ast.parse(text), [])


def test_what_only_some_systems_have_is_written_down():
    files = [path for package in PACKAGES for path in tracked(ROOT / package) if path.suffix == ".py"]
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in files
        for name in unguarded(path.read_text(encoding="utf-8"))
    }
    listed = PLACE.findall((ROOT / "docs/portability.md").read_text(encoding="utf-8"))
    assert sorted(found) == sorted(listed)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import fcntl", ["fcntl"]),
        ("from resource import getrlimit", ["resource"]),
        ("from os import fork", ["os.fork"]),
        ("try:\n import fcntl\nexcept ImportError:\n fcntl = None", []),
        ("try:\n import fcntl\nexcept OSError:\n pass", ["fcntl"]),
        ("with suppress(ImportError, OSError):\n import resource", []),
        ("os.fork()", ["os.fork"]),
        ("if hasattr(os, 'fork'): os.fork()", []),
        ("if busy: os.fork()", ["os.fork"]),
        ("a = os.getuid() if os.name == 'posix' else 0", []),
        ("getattr(os, 'O_NOFOLLOW', 0)", []),
        ("def f():\n '''Read /proc/meminfo.'''\n open('/proc/meminfo')", ["/proc/meminfo"]),
        ("with suppress(OSError):\n open('/proc/meminfo')", []),
        ("open(os.devnull)", []),
        ("context.get_context('fork')", ["get_context(fork)"]),
    ],
)
def test_what_is_found(text, names):
    assert list(unguarded(text)) == names
