"""getallenband completion: print a script for completion in the shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from getallenband._complete import SHELLS, VARIABLE
from getallenband._verb import Verb


@click.command(cls=Verb)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print a script for SHELL: bash, zsh or fish.

    In bash: eval "$(getallenband completion bash)". In zsh the same; in fish: getallenband completion fish | source.
    """
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(context.find_root().command, {}, "getallenband", VARIABLE).source())
