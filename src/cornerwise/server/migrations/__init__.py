"""Steps that bring an older file of games to the tables of this version."""
