"""The whole service in a made-up world: virtual time, and every port in the world's hands. One seed is one evening.

make sim SEED=7        one schedule, with its story
make sim N=2000        many, in two processes
"""
