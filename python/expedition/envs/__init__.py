"""The games as Gymnasium and PettingZoo environments: thin layers over :class:`expedition.Batch` and episodes."""
