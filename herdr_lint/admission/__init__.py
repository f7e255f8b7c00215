"""The gate of a registry: any bytes in, one verdict out.

Nothing is written, nothing is read but what is given, and nothing is fetched. A verdict is a
function of its inputs alone, and no input makes the gate raise.
"""

from herdr_lint.admission.catalog import catalog_of
from herdr_lint.admission.gate import Examined, examine, gate

__all__ = ["Examined", "catalog_of", "examine", "gate"]
