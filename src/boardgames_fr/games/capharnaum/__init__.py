"""Capharnaüm."""
