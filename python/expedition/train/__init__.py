"""Training: self-play PPO (:mod:`expedition.train.ppo`) and search with a network (:mod:`expedition.train.az`)."""
