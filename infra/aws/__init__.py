"""Setgram on AWS: the template, what is packed into the function, and the steps of a deployment."""
