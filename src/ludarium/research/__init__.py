"""Doors for people who study games: adapters to their libraries, and studies of many games."""
