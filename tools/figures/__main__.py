"""Makes the figures of docs/evaluation.md again: charts, and the tables between their marks.

    python3 tools/figures AKIN DATA WORK PAGE [FIGURE...]

AKIN is the program, DATA the folder of data sets, WORK a folder that keeps corpora, indexes and results,
so that finished work is not repeated, and PAGE is docs/evaluation.md. Without names all figures are made.
"""
import os
import sys

import boilerplate
import fr
import hgki
import hgki_more
import jw
import recipes
import yu
import yu_costs
import yu_quality
from lab import Lab, timed

FIGURES = {**fr.FIGURES, **hgki.FIGURES, **hgki_more.FIGURES, **jw.FIGURES, **yu.FIGURES, **yu_costs.FIGURES,
           **yu_quality.FIGURES, **recipes.FIGURES, **boilerplate.FIGURES}


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    program, data, work, page, *names = sys.argv[1:]
    unknown = [name for name in names if name not in FIGURES]
    if unknown:
        sys.exit("figures: no %s; there are %s" % (", ".join(unknown), ", ".join(FIGURES)))
    if not os.path.isdir(data):
        sys.exit("figures: SKIPPED, there is no %s; AKIN_DATA says where the data sets are" % data)
    lab = Lab(program, data, work, page)
    for name in names or FIGURES:
        text, seconds = timed(lambda: FIGURES[name](lab))
        lab.put(name, text)
        print("%s: %.0f s" % (name, seconds), file=sys.stderr)


main()
