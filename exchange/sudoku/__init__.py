"""Sudoku variants of other programs, in and out: f-puzzles and SudokuPad."""
