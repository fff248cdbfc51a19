# El marco de todas las vistas: franja, pasos, banda, barra.
desk-mesa = MESA
desk-caja = CAJA
desk-sala = SALA
desk-inspeccion = INSPECCIÓN
sit-at = Ir a { $desk }
strip-game = Partida { $game }
chip-draft = BORRADOR
chip-demo = DEMOSTRACIÓN
chip-last-game = ÚLTIMA PARTIDA
chip-read-only = SÓLO LECTURA
link-up = En línea
link-lost = Sin conexión
link-connecting = Conectando
nobody = sin nadie
step-sale = Venta
step-totals = Totales
step-line = Línea
step-bingo = Bingo
step-payments = Pagos
step-closed = Cerrada
step-stopped = PARADA
step-question = PREGUNTA
step-hold = ALTO
step-suspended = SUSPENDIDA
step-void = ANULADA
band-refused-console = ESTE PUESTO NO PUEDE ENTRAR
band-lost = SIN CONEXIÓN
band-lost-since = desde hace { $secs } s.
band-lost-then = Debajo está lo último que se supo. No repita nada: el puesto lo sigue intentando.
band-back = DE NUEVO EN LÍNEA
band-back-fact = No se ha perdido nada.
lead-now = AHORA
lead-say = DIGA
lead-wait = ESPERE
lead-may = PUEDE
recording = REGISTRANDO
next-in = dentro de { $secs } s
window-too-small = Agrande la ventana: hacen falta 1280 × 720.
no-focus = PULSE AQUÍ PARA TECLEAR
camera-head = CÁMARA · salida de bolas
camera-none = Sin cámara
camera-lost = Sin imagen
key-erase = Borrar
back = Atrás
close = Cerrar
other-language = English
more-rows = y { $n } más
login-title = Identifíquese
login-locked = Puesto bloqueado
login-how = Teclee su número o su usuario y después su PIN.
login-user = Número o usuario
login-pin = PIN
login-delay = Cada PIN equivocado alarga la espera. Nunca bloquea el puesto.
login-enter = ENTRAR
login-next = SEGUIR
login-as = como { $user }
login-type-user = Teclee su número o su usuario y pulse Intro.
login-type-pin = Teclee su PIN y pulse Intro.
login-missing-user = falta su número
login-missing-pin = faltan cifras del PIN
login-other-person = Entrar con otra persona
login-checking = comprobando el PIN
card-ball = bola { $n }
card-missing = FALTA
trouble = Incidencias
trouble-sub = averías, anular y otras
stop = PARADA
stop-sub = han cantado
no-session = Sin sesión
lost-prompt = No anuncie nada todavía. El puesto vuelve solo; si tarda, mire el cable de red.
lost-wait = ESPERANDO CONEXIÓN

# Keys that did nothing, and why.
key-after-refusal = Lo último que ha tecleado no cuenta: mire la pantalla y siga desde ahí.
key-stop-first = PARADA va primero: lo que estaba tecleando antes no cuenta.
key-recording = Intro otra vez no hace nada: ya se está registrando.
key-bounced = Intro repetido: sólo ha contado una vez. Mire lo que dice ahora el botón.
key-waited = El servidor no contesta: lo que ha tecleado entretanto no cuenta.
key-wait = Intro no hace nada ahora: { $what }
key-missing = Intro no hace nada: { $what }
key-no-link = Sin conexión no se puede pedir nada.
key-changed = La pantalla ha cambiado mientras pulsaba: léala y pulse otra vez.
key-not-yet = Todavía no: { $secs ->
    [one] falta un segundo.
   *[other] faltan { $secs } segundos.
  }
key-hold = Mantenga Intro pulsado { $secs ->
    [one] un segundo entero.
   *[other] { $secs } segundos enteros.
  }
key-means-nothing = Esa tecla no hace nada aquí.
key-off = Esa tecla no está disponible: { $what }
key-no-ball = Ahora no sale ninguna bola: no hay nada que parar.
key-throws-away = Se borrará lo que ha escrito. Pulse − otra vez para borrarlo; con cualquier otra tecla, sigue.
