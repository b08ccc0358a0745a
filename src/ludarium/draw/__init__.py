"""Pictures of scenes: SVG, PNG, characters, and the diagrams of the rulebook pages.

It knows sites, lines and signs; how a game's pieces look, the game tells by its art.
"""
