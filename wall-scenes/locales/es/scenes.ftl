# What players read on the monitors of the hall. A text of several lines breaks where they end.

# Any scene.
flag-demo = DEMOSTRACIÓN: NO ES UN JUEGO REAL
flag-draft = BORRADOR: REGLAMENTO SIN VERIFICAR
camera-says = Cámara
advert-says = Anuncio
no-picture = SIN IMAGEN
page-of = { $page } de { $pages }
hour-says = Hora: { $hour }

# Games, series and cards.
game = Partida { $game }
game-capitals = PARTIDA { $game }
series-one = Serie { $series }
series-two = Series { $first } y { $second }
series-many = { $n } series
card-one = Cartón { $card }
cards-two = Cartones { $first } y { $second }
cards =
    { $n ->
        [one] { $count } cartón
       *[other] { $count } cartones
    }

# The two prizes.
line-capitals = LÍNEA
bingo-capitals = BINGO
line = Línea
bingo = Bingo
line-before = Línea anterior
bingo-before = Bingo anterior
before-won = { $prize }: { $money }
prize-says = { $prize }: { $money }
prize-now-says = { $prize }, ahora: { $money }
prize-won-says = { $prize }, premiada: { $money }
prize-closed-says = { $prize }, cerrada: { $money }
prize-now = AHORA
prize-good-one = 1 CARTÓN
prize-good-many = ENTRE { $n }
nobody-won = No cantado
nobody-won-yet = no cantado

# The sale.
sale = VENTA DE CARTONES
sale-of = { $game }  ·  { $series }
sale-of-last = { $game } · última  ·  { $series }
each-card = CADA CARTÓN
each-card-says = Cada cartón: { $money }
so-far = por ahora
so-far-says = { $prize } por ahora: { $money }
sold-lines =
    CARTONES
    VENDIDOS
sold-says = Cartones vendidos: { $count }
sale-open = VENTA ABIERTA
sale-open-do = Compre sus cartones al vendedor.
sale-closing = La venta se cierra en un momento.
sale-closes = Cierre a las { $hour }
sale-closes-says = La venta se cierra en { $left }

# The totals.
totals = PREMIOS DE LA PARTIDA { $game }
totals-sold = CARTONES VENDIDOS
totals-sold-page = CARTONES VENDIDOS ({ $page })
totals-one-card = el { $card }
totals-cards = del { $first } al { $last }
rectified = RECTIFICACIÓN
rectified-figures =
    { $n ->
       *[other] { $count } cartones, { $money }
    }
rectified-both = Antes: { $before }. Ahora: { $now }.
rectified-both-lines =
    Antes: { $before }.
    Ahora: { $now }.
rectified-before = Antes: { $money }

# The draw.
draw-begins = COMIENZA
last-ball-says = Última bola: { $ball }
last-ball-by-hand-says = Última bola: { $ball }, entrada a mano
last-ball-by-caller-says = Última bola: { $ball }, leída por el locutor
by-hand = ENTRADA A MANO
by-hand-short = A MANO
by-caller = L · lee el locutor
by-caller-short = L
uncalled = { $place }.ª BOLA · SIN CANTAR
uncalled-short = SIN CANTAR
uncalled-says = La { $place }.ª bola está sin cantar: todavía no vale
balls-last-says = Últimas bolas: { $balls }
balls-before-says = Bolas anteriores: { $balls }
balls =
    { $n ->
        [one] bola
       *[other] bolas
    }
balls-says =
    { $n ->
        [one] { $n } bola
       *[other] { $n } bolas
    }
called-none-says = Ningún número cantado
called-says = Números cantados: { $balls }
order =
    { $n ->
        [one] ORDEN DE SALIDA: { $n } BOLA
       *[other] ORDEN DE SALIDA: { $n } BOLAS
    }
order-says = Orden de salida: { $balls }
played-with-says = Se juega con: { $what }

# The question.
question-line = ¿ALGUNA LÍNEA MÁS?
question-line-lines =
    ¿ALGUNA
    LÍNEA
    MÁS?
question-bingo = ¿ALGÚN BINGO MÁS?
question-bingo-lines =
    ¿ALGÚN
    BINGO
    MÁS?
question-both =
    ¿ALGUNA LÍNEA MÁS?
    ¿ALGÚN BINGO MÁS?
question-both-lines =
    ¿ALGUNA
    LÍNEA MÁS?
    ¿ALGÚN
    BINGO MÁS?
question-do = Cante ahora
question-left = { $secs } s
question-left-says = Quedan { $secs } segundos

# A card is checked.
check-line = SE COMPRUEBA LÍNEA
check-bingo = SE COMPRUEBA BINGO
check-of = { $card }  ·  { $series }
check-card = SE COMPRUEBA UN CARTÓN
check-card-then = No se cantan más números.
check-moment = UN MOMENTO, POR FAVOR
check-moment-then = El juego sigue enseguida. Guarde sus cartones.
check-runs = COMPROBANDO
check-runs-so-far = Van { $heard } de { $all }, por orden de salida.
check-no-card = No hay cartón que enseñar.
check-says = Cartón: cantados { $called }; sin cantar { $uncalled }

# The winners.
no-bingo = BINGO NO CANTADO
no-bingo-then = Nadie ha cantado bingo.
no-line = No cantada
drawn = HAN SALIDO
drawn-balls = bolas
drawn-says = Han salido { $n } bolas
won-by-one = UN CARTÓN
shared = SE REPARTE ENTRE
shared-cards = cartones
shared-says = Se reparte entre { $n } cartones
line-each = LÍNEA, A CADA UNO
line-says = Línea: { $money }
rest = Resto sin repartir: { $money }
thanks = Última partida. Gracias por su visita.
next-sale-at = Próxima venta a las { $hour }.
cards-back = Se recogen los cartones en las mesas.

# A game that stands still, is void or was not held.
held = PARTIDA DETENIDA
suspended = PARTIDA SUSPENDIDA
no-ball-yet = Todavía no ha salido ninguna bola.
time-left =
    TIEMPO
    QUE QUEDA
time-left-says = Tiempo que queda: { $left }
void = PARTIDA { $game } ANULADA
refund = SE DEVUELVE
refund-per-card = por cartón
refund-says = Se devuelve { $money } por cartón
refunded = Devueltos: { $count }
not-held = PARTIDA { $game } NO CELEBRADA
not-held-no-game = PARTIDA NO CELEBRADA
not-held-why = No se ha vendido ningún cartón.
not-held-last = Era la última partida de la sesión.
not-held-then = La siguiente venta se anuncia enseguida.

# Between games.
idle-first = Primera partida de la sesión
idle-last = Ha sido la última partida. Gracias.
next-game = Próxima partida
next-game-says = Próxima partida: { $game }
next-sale = Próxima venta
next-sale-says = Próxima venta: { $when }
soon = EN BREVE
soon-says = en breve
shortly = ENSEGUIDA
shortly-says = Enseguida
closed = SALA CERRADA
follow =
    Siga la partida
    en su móvil
follow-says = Código de la página: { $address }
follow-digits = Código { $digits }

# No connection.
lost = SIN CONEXIÓN
lost-do = Atienda a la voz.
lost-since = Datos de las { $hour }.
refused-revoked = Técnico: este panel está de baja. Sala, Puestos, otro código.
refused-foreign = Técnico: este panel es de otra sala. Aquí, otro código.
refused-expired = Técnico: caducó el certificado, o el reloj del servidor está mal.
refused-other = Técnico: el servidor no admite este panel. Lo dice su diario.
behind = Técnico: el servidor acaba en la línea { $ends }; este panel vio la { $saw }.
behind-rewritten = Técnico: la línea { $saw } del servidor no es la que vio este panel.
behind-older = Técnico: el servidor es de la época { $ends }; este panel vio la { $saw }.

# A technician hangs a monitor.
trial-flag = PRUEBA DEL PANEL: NO ES UN JUEGO
trial = IMAGEN DE PRUEBA
trial-panel = { $name }  ·  { $wide } × { $high }  ·  margen { $margin } %
trial-panel-of = { $name }  ·  monitor { $monitor } de { $of }  ·  { $wide } × { $high }  ·  margen { $margin } %
trial-least = La letra más pequeña de la sala: 1 2 3 4 5 6 7 8 9 0
trial-look =
    El marco blanco se ve entero; si no, --inset.
    El círculo es redondo.
    Se distinguen los ocho grises.
    El ámbar no se confunde con el marfil.
trial-last = ÚLTIMA
trial-called = CANTADA
trial-ok = CORRECTO
trial-no = NO
trial-hold = ALTO
