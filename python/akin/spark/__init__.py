"""akin on Apache Spark: makes corpora, builds indexes and answers in bulk, in tasks that share out
the work.

    import akin, akin.spark

    corpus = akin.spark.ingest(spark, "arcs.parquet", "/shared/web.akin")
    akin.spark.build(spark, corpus, "psimrank", fingerprints=200)    # a task for every shard
    hits = akin.spark.related(spark, corpus, k=20)                   # a DataFrame of all hits
    hits.write.parquet("hits.parquet")

The bytes of a corpus and of an index, and the hits, are those of one machine. Workers read the
corpus from a path that all machines share, or get a copy of it (fetch=True). They need akin in the
same version. Where no machine holds the graph, build(..., by="tokens") reads it in ranges.
"""

from __future__ import annotations

try:
    import pyarrow  # noqa: F401
    import pyspark  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"akin.spark needs pyspark and pyarrow ({error}); install them, for example by "
        "pip install 'akin[spark]'"
    ) from error

from ._answers import join, related
from ._build import build
from ._ingest import ingest
from ._tokens import build_by_tokens

__all__ = ["build", "build_by_tokens", "ingest", "join", "related"]
