# turns
