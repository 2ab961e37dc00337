"""Adapters to training libraries, one module each, imported on demand.

``expedition.adapters.sb3`` (Stable-Baselines3), ``rllib`` (Ray), ``torchrl``, ``puffer`` (PufferLib 3), ``openspiel``.
"""
