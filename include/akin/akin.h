// akin: what is related to what in a graph. Start here.
//
//   ingest.h      from edge lists, matrices, web graphs or folders of pages to a corpus on disk
//   generate.h    a graph made up by a model, as a corpus or an edge list
//   build.h       from a corpus to a fingerprint index in it
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
//   status.h      how a call says what went wrong
#ifndef AKIN_AKIN_H_
#define AKIN_AKIN_H_

#include "akin/ask.h"
#include "akin/bags.h"
#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/eval.h"
#include "akin/exact.h"
#include "akin/generate.h"
#include "akin/ingest.h"
#include "akin/match.h"
#include "akin/mix.h"
#include "akin/sample.h"
#include "akin/statistics.h"
#include "akin/status.h"
#include "akin/types.h"

#endif  // AKIN_AKIN_H_
