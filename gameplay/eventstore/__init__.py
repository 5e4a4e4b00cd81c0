"""What happened, in the order it happened, and nothing else.

Use ``gameplay.eventstore.store``; the tables behind it belong to this package alone.
"""
