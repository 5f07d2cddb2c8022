"""Archives larger than one machine: many Parquet files of whole sessions, processed one by one,
here or on a cluster.

In: the place of an archive, here or in a store such as S3. Out: a part on the disk for each file,
and sums of whole numbers.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
