"""Pictures of scenes: SVG, PNG, characters, and the diagrams of the rulebook pages.

It knows scenes and shapes, never games.
"""
