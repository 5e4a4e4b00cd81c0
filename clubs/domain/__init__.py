"""A club as a value: what happened in it, what people want of it, who may do what.

Pure: no Django in here. People are user ids, names are texts kept elsewhere.
"""
