"""What runs and ships the product: the cloud's templates, and the same product on one machine."""
