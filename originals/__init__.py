"""Critical editions of historical programs: a folder of texts becomes runs and claims that can be checked.

    from getallenband.originals.edition import edition, editions

    editions()                                # the folders that hold an edition
    pentomino = edition("debruijn1972_pentomino")
    pentomino.runs["first24"].reading         # the program, its emendations applied
    pentomino.claims                          # what the author published
    pentomino.apparatus                       # every change of its texts

Nothing here runs a program: originals knows texts only.
"""
