from . import (
    check as check,
    closing as closing,
)
