# caja
