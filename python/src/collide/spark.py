"""Sweeps of data sets with Apache Spark (needs pyspark and pyarrow, and this package on every machine)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.types import BooleanType, DoubleType, LongType, StringType, StructField, StructType

from ._shapes import Shape
from ._worker import InputError
from .arrow import Sweep

_TYPES = {pa.string(): StringType(), pa.bool_(): BooleanType(), pa.int64(): LongType(), pa.float64(): DoubleType()}


def sweep(df: DataFrame, a: Shape, b: Shape, **options: Any) -> DataFrame:
    """Moves ``a`` through the poses of the rows of a data frame, and checks each against ``b``. See ``collide.arrow.Sweep``
    for options and columns. Rows keep their other columns: their order is Spark's, so that one of these must name them."""
    sweep = Sweep(a, b, **options)
    sweep.schema(pa.schema([(name, pa.null()) for name in df.columns]))  # refused here, not in a task
    _without_case(df.columns, sweep)
    kept = [field for field in df.schema.fields if field.name not in sweep.columns]

    def answer(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return sweep(batches)

    return df.mapInArrow(answer, StructType([*kept, *(StructField(f.name, _TYPES[f.type]) for f in sweep.answered)]))


def _without_case(given: list[str], sweep: Sweep) -> None:
    """Refuses columns that Spark takes for columns of answers or of poses: it compares names without case."""
    ours = {name.casefold(): name for name in (*sweep.answered.names, *sweep.columns)}
    for name in given:
        if name not in sweep.columns and name.casefold() in ours:
            raise InputError(f"a column {name!r}, which Spark does not tell from {ours[name.casefold()]!r}")
