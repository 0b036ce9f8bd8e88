"""Reports of benchmark results: tables, plots without need of colour, one page that stands alone."""
