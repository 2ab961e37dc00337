"""Adapters to the libraries people train with, one module each, imported only when asked for.

``expedition.adapters.sb3`` (Stable-Baselines3), ``rllib`` (Ray), ``torchrl``, ``puffer`` (PufferLib 3), ``openspiel``.
"""
