// akin: what is related to what in a graph. Start here.
//
//   ingest.h      from edge lists, matrices, web graphs or folders of pages to a corpus on disk
//   generate.h    a graph made up by a model, as a corpus or an edge list
//   measures.h    all measures: what they mean, how they are computed, what they take
//   build.h       from a corpus to an index in it
//   bags.h        what pages say, as weighted terms
//   corpus.h      questions: related vertices, similarity of two
//   mix.h         the same questions put to several indexes at once
//   exact.h       the same questions answered exactly
//   ask.h         the same questions, whoever answers
//   eval.h        how good the answers are, against a directory, judgements or exact scores
//   sample.h      which vertices to ask about, and small graphs that look like large ones
//   match.h       which vertices of one graph are like which of another
//   statistics.h  what an index is made of, and bounds on its error
//   control.h     threads, memory, progress and stopping, for all of them
//   status.h      how a call says what went wrong; errors.h the usual ones; try.h passes them on
//   adjacency.h   links as compressed sparse rows; types.h vertices
//   files.h       small files of users: lists of names, results; spelling.h, utf8.h
#ifndef AKIN_AKIN_H_
#define AKIN_AKIN_H_

#include "akin/adjacency.h"
#include "akin/ask.h"
#include "akin/bags.h"
#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/errors.h"
#include "akin/eval.h"
#include "akin/exact.h"
#include "akin/files.h"
#include "akin/generate.h"
#include "akin/ingest.h"
#include "akin/match.h"
#include "akin/measures.h"
#include "akin/mix.h"
#include "akin/sample.h"
#include "akin/spelling.h"
#include "akin/statistics.h"
#include "akin/status.h"
#include "akin/try.h"
#include "akin/types.h"
#include "akin/utf8.h"

#endif  // AKIN_AKIN_H_
