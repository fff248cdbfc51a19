# People: the staff, their papers and their PINs.
people-change = Cambiar datos
people-reset = PIN nuevo
people-dismiss = Dar de baja
people-back = Readmitir
people-left = de baja
people-has-left = está de baja
people-own-pin = el suyo: F1 y +
people-field-document = Documento
people-field-card = Carné hasta (día-mes-año)
people-bad-card = la fecha del carné, como 31-5-2028
people-first-pin-sub = al entrar pondrá uno suyo
people-change-verb = CAMBIAR LOS DATOS
people-change-do = CAMBIAR A { $name }
people-nothing-changed = no ha cambiado nada
people-reset-verb = DAR UN PIN NUEVO
people-reset-do = PIN NUEVO A { $name }
people-reset-help = Para quien ha olvidado el suyo, o teme que alguien lo conozca. Sale de todos los puestos, y al entrar con éste el sistema le pide que ponga otro que sólo conozca esa persona.
people-dismiss-verb = DAR DE BAJA
people-dismiss-do = BAJA DE { $name }
people-dismiss-sub = sale de todos los puestos
people-dismiss-help = Deja de entrar y de tener funciones. Su nombre sigue en las actas de los días en que trabajó, y se le puede readmitir.
people-back-verb = READMITIR
people-back-do = READMITIR A { $name }
people-back-help = Vuelve con las funciones que tenía y con este PIN, que cambiará al entrar.
people-user = n.º { $n } · usuario { $user }
people-document = Documento { $document }
people-card-until = Carné profesional hasta { $date }
people-card-until-few = { $n ->
    [0] Carné profesional: caduca hoy, { $date }
    [one] Carné profesional hasta { $date }: queda 1 día
   *[other] Carné profesional hasta { $date }: quedan { $n } días
  }
people-card-over-since = Carné profesional caducado el { $date }
people-card-over = carné caducado
people-card-few = { $n ->
    [0] el carné caduca hoy
    [one] carné: queda 1 día
   *[other] carné: quedan { $n } días
  }
people-first-pin = Aún no ha cambiado el PIN que se le dio
people-col-in = En la sala
people-in = sí
people-since = desde las { $hour }
people-in-since = En la sala desde las { $hour }
people-in-chief = En la sala: responde de la sesión
people-comes = ENTRA { $name }
people-comes-sub = queda anotado en la sala
people-goes = SE VA { $name }
people-goes-sub = queda anotado que se va

# The user's own PIN.
own-pin = Mi PIN
own-pin-title = Su PIN
own-pin-old = PIN de ahora
own-pin-new = PIN nuevo, de 6 a 12 cifras
own-pin-again = PIN nuevo, otra vez
own-pin-do = CAMBIAR MI PIN
own-pin-done = PIN cambiado
own-pin-prompt = Teclee el PIN de ahora y el nuevo
own-pin-first-prompt = Antes de nada, ponga un PIN suyo
own-pin-how = Al cambiarlo sale usted de los demás puestos en que haya entrado. Lo que se firma con el PIN es suyo: que no lo conozca nadie.
own-pin-first-how = El PIN con el que ha entrado lo conoce otra persona. Lo que se firma con el PIN es suyo: ponga uno que no conozca nadie más.
own-pin-missing-old = falta el PIN de ahora

# Among the material of today.
today-card = { $days ->
    [0] El carné de { $name } caduca hoy
    [one] Al carné de { $name } le queda 1 día
   *[other] Al carné de { $name } le quedan { $days } días
  }
today-card-over = El carné de { $name } está caducado

# Por qué no vale un PIN.
pin-length = de 6 a 12 cifras
pin-few-digits = más cifras distintas: ése es fácil
pin-steps = no cifras seguidas: ése es fácil
pin-again = no cifras que se repiten: ése es fácil
pin-pairs = no cifras dobles: ése es fácil
pin-mirror = no igual del revés: ése es fácil
pin-keypad = no en línea por el teclado: ése es fácil
pin-common = otro: ése lo elige mucha gente
pin-day = otro: ése es una fecha
pin-own-user = otro: ése sale de su número o usuario
pin-own-document = otro: ése sale de su documento

# Entradas: quién está en qué puesto, y terminarlas.
people-log-in = Está en { $device } desde las { $hour }
people-out = Terminar su entrada
people-out-nowhere = no está en otro puesto
people-out-do = TERMINAR LA ENTRADA DE { $name }
people-out-done = { $name } ya no está en ningún puesto

# El código con el que un inspector entra en un navegador.
people-code-sub = entra con él en un navegador
people-code-again = el de antes deja de valer
people-code-how = En cualquier navegador de la red de la sala: la dirección del servidor, acabada en /inspeccion. Allí, «Con un código de la sala» y estas ocho cifras. Queda en el registro que se le ha dado; el código, no.
