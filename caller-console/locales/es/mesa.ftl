# mesa
