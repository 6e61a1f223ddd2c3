"""Groups at play over HTTP against handler processes and DynamoDB Local: `make load`, and the bars of floods."""
