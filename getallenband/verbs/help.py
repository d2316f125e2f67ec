"""getallenband help: show the help of a verb."""

from __future__ import annotations

import click

from getallenband._verb import Verb


@click.command(cls=Verb)
@click.argument("verbs", nargs=-1, metavar="[VERB]...")
@click.pass_context
def command(context: click.Context, verbs: tuple[str, ...]) -> None:
    """Show the help of VERB, or the list of all verbs."""
    found = context.find_root()
    for name in verbs:
        group = found.command
        if not isinstance(group, click.Group):
            raise click.UsageError(f"{found.info_name} has no verbs of its own", found)
        _, verb, _ = group.resolve_command(found, [name])
        assert verb is not None
        found = click.Context(verb, parent=found, info_name=name)
    click.echo(found.get_help())
