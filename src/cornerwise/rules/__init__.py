"""Boards, pieces, variants and positions: the rules of the game."""
