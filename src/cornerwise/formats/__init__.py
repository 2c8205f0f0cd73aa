"""Records as files and pictures: SGF, `.blksgf`, and drawings as PNG."""
