"""Lessons in the browser: what they say, tries judged, and what a person has done already."""
