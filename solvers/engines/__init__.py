"""The engines that come with cluewright: one file each, named like the engine, with the class of it as `ENGINE`."""
