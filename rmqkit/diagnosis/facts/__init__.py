"""What is known of each group: the evidence's rows, typed and put in order. No judgement."""
