"""What only Hitotumatu's edition needs."""
