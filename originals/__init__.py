"""Critical editions of historical programs: a folder of texts becomes runs and claims that can be checked.

    from originals import edition, editions

    editions()                                # the folders that hold an edition
    pentomino = edition("debruijn1972_pentomino")
    pentomino.runs["first24"].reading         # the program, its emendations applied
    pentomino.claims                          # what the author published
    apparatus(pentomino)                      # every change of its texts

Nothing here runs a program: originals knows texts only.
"""

from originals.apparatus import apparatus
from originals.changes import Change, Insertion
from originals.claims import VERDICTS, Claim
from originals.edition import Edition, Text, edition, editions
from originals.errors import EditionError
from originals.runs import Budget, Probe, Run, Stop

__all__ = [
    "VERDICTS",
    "Budget",
    "Change",
    "Claim",
    "Edition",
    "EditionError",
    "Insertion",
    "Probe",
    "Run",
    "Stop",
    "Text",
    "apparatus",
    "edition",
    "editions",
]
