"""The books in other programs' formats: plain-text accounting (beancount, hledger), CSV for spreadsheets, Parquet."""
