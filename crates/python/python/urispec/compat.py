"""The functions of `urllib.parse` that people use, where the letter of RFC 3986 allows the same answers."""
