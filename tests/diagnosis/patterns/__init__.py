"""Tables of cases for every pattern: whom it points at, what speaks against it, what is too little."""
