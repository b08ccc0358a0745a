"""Puzzles in the browser: what there is, tries judged, and how good somebody is at them."""
