"""What must be fast or small, measured against something that means something to a reader."""
