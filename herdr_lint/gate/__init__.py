"""The gate of a registry: any bytes in, one verdict out; nothing is written or fetched."""
