"""Relations: what any source says of a group, one module for each: who is a member, who wants what, who holds which
queue, how far offsets are, what brokers serve, who was refused what, how far a broker is behind, how all is set up.

A row keeps its witness. Here and in `facts` alone is known what a log message, an output or a property is called."""
