"""Tournament mathematics: pure values in, pure values out.

Needs the standard library and `engine`, nothing else, so that a stranger can check us with a copy
of these two folders. Import the modules themselves; this file stays empty.
"""
