"""How right the diagnosis is: recorded incidents, whole and with evidence taken away, against their truth."""
