// What an ingest counted, for Python.
#ifndef AKIN_PYTHON_SRC_INGEST_REPORT_H_
#define AKIN_PYTHON_SRC_INGEST_REPORT_H_

#include <pybind11/pybind11.h>

#include "akin/ingest.h"

namespace akin::python {

// The fields of akin.IngestReport.
pybind11::tuple Described(const IngestReport& report);

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_INGEST_REPORT_H_
