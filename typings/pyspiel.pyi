# OpenSpiel's compiled module comes without type information: whatever is taken from it is `Any`.
from typing import Any

def __getattr__(name: str) -> Any: ...
