// Sample answers for the report of `akin eval`: the best systems, asked about a few queries.
#ifndef AKIN_CLI_EVAL_SAMPLES_H_
#define AKIN_CLI_EVAL_SAMPLES_H_

#include "akin/akin.h"
#include "akin/eval.h"
#include "eval_run.h"
#include "report/eval_samples.h"

namespace akin::cli {

// Asks the systems that did best by precision or, without it, by the next metric that says how good
// first hits are. Empty if none of them can be asked.
Result<report::EvalSamples> TakeSamples(const Corpus& corpus, const Truth& truth,
                                        const EvalRun& run, const Control& control);

}  // namespace akin::cli

#endif  // AKIN_CLI_EVAL_SAMPLES_H_
