"""Writers: one module for each target."""
