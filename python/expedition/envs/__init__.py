"""The games as environments of Gymnasium and PettingZoo: thin layers over :class:`expedition.Batch` and episodes."""
