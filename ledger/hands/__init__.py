"""Hands as columns: from records or Parquet to arrays of shape (tricks, seats, hands), and back."""
