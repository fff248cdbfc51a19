# F1: la ayuda de cada pantalla. La primera línea es el nombre; las que empiezan por una tecla y un punto dicen qué hace; las de «§», qué dice la ley.
small-help = Ayuda
f1-title = Ayuda · { $title }
f1-prompt = leer para qué es esta pantalla. F1 otra vez, todas las teclas.
f1-keys = Teclas de esta pantalla
f1-law = Qué dice la ley
f1-law-of = Reglamento del Juego del Bingo, Orden de 9-1-1979, y su Catálogo. Donde la comunidad tiene el suyo, rige ése.

# Entrar.
help-log-in =
    Entrar en el puesto
    Cada uno entra con su usuario y su PIN: lo que haga queda a su nombre. Según sus funciones verá la mesa, la caja, la sala o la inspección.
    Intro · del usuario al PIN, y del PIN a su puesto
    Tab · de un campo al otro
    − · vuelve al usuario y borra el PIN
    F5 · cambia el idioma
    F6 · da de alta este puesto, con el código del jefe de sala
help-locked =
    Puesto bloqueado
    Quien estaba sigue dentro, pero nadie puede usar el puesto. Con su PIN vuelve a su sitio.
    Intro · desbloquea, una vez tecleado el PIN
    F8 · sale esa persona y entra otra
    F5 · cambia el idioma
help-new-device =
    Alta del puesto
    Este aparato entra por primera vez en la sala. El jefe de sala le da ocho cifras, que valen una vez y diez minutos.
    0–9 · el código
    Intro · da de alta el puesto, con las ocho cifras
    − · vuelve a la entrada
help-own-pin =
    Su PIN
    Aquí cambia el PIN con el que entra. Lo que se firma con él es suyo: que no lo conozca nadie, tampoco quien le dio el primero.
    Intro · pasa de un campo a otro; en el último, lo cambia
    F8 · sale del puesto sin cambiarlo

# La mesa: una partida.
help-open-sale =
    Abrir la venta
    Se elige la serie y se abre la venta de la partida siguiente. Antes se anuncian a la sala la serie, los cartones que tiene y su valor.
    ↑↓ · elige entre las series que tienen cartones
    Intro · abre la venta; la partida toma su número
    F6 · recuento de bolas y juegos
    F7 · cierra la sesión
    F11 · anuncia que la partida siguiente es la última
    § Art. 32.3 · La partida empieza con la venta. La última se anuncia como tal, y ninguna se empieza pasada la hora de cierre.
    § Catálogo, IV · Antes de vender se anuncian serie, cartones y valor.
help-sale =
    Venta
    La caja entrega cartones a los vendedores, recoge los que sobran y cierra la venta. La mesa mira cómo va y espera.
    F6 · prepara el cierre desde la mesa, si la caja no puede
    Intro · mantenido un segundo, cierra la venta, después de F6
    / · incidencias: alto, avería, anular la partida
    § Art. 33.3 · Los cartones se venden por su orden y sin saltos, desde donde acabó la partida anterior.
help-totals =
    Totales y premios
    Se leen a la sala los cartones vendidos, con sus series y números, y los premios. El asiento del acta ya está escrito.
    Intro · da comienzo a la extracción; tarda unos segundos en armarse, para que dé tiempo a leer
    / · incidencias: también rectificar los cartones vendidos
    § Art. 37.1 · No se extrae ninguna bola hasta que los datos de la venta están en el acta.
    § Catálogo, IV · Se anuncian cartones vendidos, series, números y premios.
help-draw =
    Extracción
    Cada bola que sale se ve aquí, y en ningún otro sitio, hasta que se anuncia. Dígala, pulse Intro y pasa al panel.
    Intro · anuncia la bola que está en la mesa
    − · la bola que se ve no es la que leyó la máquina
    { "*" } · PARADA: en cuanto canten
    / · incidencias: alto, número mal dicho, avería
    § Catálogo, IV · Primero se anuncia el número y después sale en el panel; sólo entonces puede marcarse.
    § Art. 34.3 · Queda constancia del orden de salida de las bolas.
help-reading =
    Extracción leída por el locutor
    Ninguna máquina lee las bolas: el locutor las lee, las dice y las teclea. Según el reglamento de la sala, otra persona las confirma.
    0–9 · el número de la bola
    Intro · la da por leída, la confirma o la anuncia: lo dice el botón
    − · rectifica la última, si se leyó o tecleó mal
    { "*" } · PARADA: en cuanto canten
    / · incidencias: alto, avería y otras
    § Catálogo, IV · Primero se anuncia el número y después sale en el panel; sólo entonces puede marcarse.
    § Art. 34.3 · Queda constancia del orden de salida de las bolas.
help-second-word =
    La segunda persona
    El locutor lee las bolas y usted teclea la misma, leída por usted, sin ver lo que tecleó él. Si no coinciden, la partida se pone en ALTO.
    0–9 · el número que se ve en la bola
    Intro · lo da por leído
    − · cierra
help-other-ball =
    La bola no es la que leyó la máquina
    Mire la bola en la cámara y teclee el número que ve. Si no es el de la máquina, la partida queda en ALTO y la resuelven dos personas.
    0–9 · el número que se ve
    Intro · lo anuncia, o da el ALTO: lo dice el botón
    − · vuelve sin hacer nada
    § Catálogo, V · Un error al anunciar que afecte de forma sustancial anula la partida.
help-check =
    Comprobar un cartón
    La extracción está parada. Se comprueba cada cartón cantado: vale lo anunciado hasta ahora. Si vale, se compara el original con el de la pantalla.
    0–9 · el número del cartón; o páselo por el lector
    ↑↓ · si han cantado línea o bingo
    Intro · lo que dice el botón: comprobar, dar y preguntar, o seguir
    + · otro cartón cantado en esta misma parada
    − · nadie ha cantado; o el cartón no es igual
    F8 · ve otra vez lo que se filmó
    § Art. 33.8 · El jefe de mesa lee el cartón original y el cartón-matriz se enseña en los monitores.
    § Art. 35.5 · Vale aunque no se haya completado con la última bola.
help-question =
    La pregunta
    Se pregunta a la sala si hay más y se deja pasar el plazo. El plazo no cierra nada: la jugada la cierra la orden, con Intro.
    Intro · orden de seguir, o fin de la partida; sólo cuando pasa el plazo
    + · comprueba otro cartón que se ha cantado
    − · el cartón que espera no es igual al de la pantalla
    / · incidencias
    § Catálogo, IV · Se deja un tiempo prudencial. Dada la orden de seguir, se pierde el derecho a reclamar sobre esa jugada.
    § Art. 35.5 · El premio se reparte entre quienes lo han cantado.
help-payments =
    Premios de la partida
    La partida ha terminado y la caja paga. Mientras, la mesa puede preparar la venta siguiente.
    + · prepara la partida siguiente mientras la caja paga
    Intro · sigue, cuando está todo pagado
    F7 · cierra la sesión
    F11 · anuncia que la partida siguiente es la última
    / · incidencias: también retener un premio
    § Art. 35.6 · Se paga al terminar la partida, contra el cartón entero y sin manipular.
    § Art. 35.7 · Pagados los premios, no se admiten reclamaciones sobre números mal anunciados.

# Mirar.
help-search =
    Buscar
    Encuentra lo que sea con un solo campo: un cartón, una partida, una persona, un juego de bolas, un importe, una hora o palabras del acta. No detiene nada, y lo escrito debajo sigue ahí.
    Intro · busca; después, va a la partida de lo elegido, o cierra
    0–9 · un cartón (A17,301), una partida (5 o 5,28/11), un importe (98,50) o, de un cartón roto, sus números con comas
    ↑↓ · elige en la lista
    Tab · el espacio entre palabras, que mientras salen bolas es PARADA
    − · cierra
    § Art. 37.5 · Hay una copia del acta a disposición de los agentes de la autoridad. De lo que busca la inspección consta la clase.
help-order =
    Orden de salida
    Las bolas anunciadas, por su orden, y las que quedan. Mirarlo no detiene nada.
    F5 · lo que ve la sala en los monitores
    F8 · la moviola: ver otra vez una bola
    § Art. 34.3 · Queda constancia del orden de salida de las bolas en cada partida.
help-acta =
    Actas
    Las sesiones, con sus partidas y su acta. El acta se escribe al cerrar la sesión.
    ↑↓ · elige la sesión
    Intro · abre su acta
    F5 · firmas: quién ha firmado y quién falta
    F8 · exporta sesiones a un lápiz USB
    Inicio Fin · imprime el papel, o lo guarda en un USB
    § Art. 37.4 · Las incidencias las firman el jefe de sala y el jefe de mesa; las reclamaciones, el jefe de sala y quien reclama.
    § Art. 37.5 · Hay una copia a disposición de los agentes de la autoridad.
help-film =
    Moviola
    Lo que se filmó alrededor de cada bola, para resolver una duda. Sólo se mira: no cambia ninguna bola.
    ↑↓ · elige la bola; también con su número
    ←→ · una imagen atrás o adelante
    Intro · la ve moverse, o la para
    F5 F6 · la foto de la salida; el sonido de una parada
    F8 · otra cámara
    + · otra partida
    § Catálogo, IV · La cámara enfoca siempre la salida de las bolas.
help-cables =
    Cables y red
    Cómo están el servidor, la máquina de bolas, las cámaras y este puesto. Si algo falla, empiece por el cable.
    F5 · la máquina de bolas y su línea, para el técnico
    F6 · recuento de bolas y juegos
    F7 · la voz de la sala: volumen, prueba, callarla
    F8 · lo que ve la sala en los monitores
    + · el pulsador o pedal de PARADA: probarlo, elegirlo
help-pedal =
    El pulsador
    Un botón o un pedal USB que para la extracción desde cualquier pantalla de este puesto. Púlselo, y aquí se ve lo que ha llegado.
    Intro · toma como pulsador lo que ha llegado, si puede serlo
    − · cierra
    § Catálogo, IV · En cuanto alguien canta, se detiene la extracción y se comprueba el cartón.
help-hall =
    Lo que ve la sala
    La misma imagen que los monitores de la sala, en este momento.
    F5 · en 16:9, en 4:3 o en vertical
    − · cierra
    § Art. 34.2 · Los números anunciados se ven en un panel, legible desde todos los asientos.
help-machine =
    La máquina de bolas
    Cómo va su línea, qué manda y cuánto tarda de una bola a la siguiente. Es para el técnico; no detiene nada.
    F6 · ensaya el equipo de reserva, una vez al mes y con la partida acabada
    − · cierra
help-voice =
    La voz de la sala
    Canta por la megafonía las bolas que se anuncian. Callada o sin sonido, la partida sigue: canta el locutor.
    F5 · la calla, o que vuelva a hablar
    F6 F7 · más bajo, más alto
    F8 · dice algo de prueba
    + · graba lo que dice, con un micrófono
    § Catálogo, IV · Cada número se anuncia por megafonía antes de salir en el panel.
help-recorder =
    Grabar la voz
    Salen en grande las palabras que hay que decir. Se graban de una en una, y lo que no se oye bien se repite.
    ↑↓ · elige qué se graba
    Intro · graba, para, y guarda y pasa a la siguiente
    F5 · la graba otra vez
    F6 · la escucha
    F7 · va a la siguiente que falta; o guarda la toma aunque no sea buena
    F8 · otro idioma
    − · deja la toma, o vuelve a la voz
help-study =
    Lo que ha hecho un juego de bolas
    Cuántas veces ha salido cada bola y si alguna sale más o menos de lo debido. Sólo cuentan las partidas terminadas.
    ↑↓ · otro juego
    F5 · guarda la tabla en este puesto
    Fin · la guarda en un USB
    § Catálogo, II · Un juego de máquina neumática se cambia a las 1.000 partidas como mucho, o antes si una bola no está perfecta.

# Incidencias y formularios.
help-trouble =
    Incidencias
    Lo que se sale de la marcha normal. Elegir aún no hace nada: antes se explica qué pasará. Mientras elige no se anuncia ninguna bola.
    1–9 · abre esa incidencia, si es de su puesto
    F5 · copia la hoja de una partida que se terminó en papel
    F11 · anuncia que la partida siguiente es la última
    − · vuelve como estaba
    § Art. 37.4 · Cada incidencia tiene su diligencia en el acta, que firman el jefe de sala y el jefe de mesa.
help-raise-hold =
    Dar el ALTO
    Hay duda con una bola. Con el alto no se anuncia nada hasta aclararla, y para salir de él hacen falta dos personas.
    1–9 · elige el motivo
    Intro · da el alto
    − · vuelve sin hacer nada
    § Art. 34.4 · Si falta una bola, está repetida o no pesa lo debido, se suspende y se llama al agente, que decide si la sesión sigue.
help-rectify-ball =
    He dicho otro número
    La bola es la que consta, pero se dijo otro número. Se rectifica en voz alta, antes de la bola siguiente.
    0–9 · qué bola de la partida fue, y el número que se dijo
    Intro · pasa a lo siguiente; al final, lo rectifica
    − · un paso atrás; en el primero, vuelve sin hacer nada
    § Catálogo, V · Si el error afecta de forma sustancial, la partida se anula y se devuelve el importe.
    § Art. 35.7 · Después de pagar los premios ya no se puede reclamar.
help-rectify-reading =
    Bola mal leída
    La última bola se leyó o se tecleó mal. Se pone el número bueno y se dice en voz alta. Si otra persona la había confirmado, hay ALTO.
    0–9 · el número que dice la bola
    Intro · pasa a lo siguiente; al final, la rectifica
    − · un paso atrás; en el primero, vuelve sin hacer nada
    § Catálogo, V · Si el error afecta de forma sustancial, la partida se anula y se devuelve el importe.
help-suspend =
    Avería antes de la primera bola
    Se suspende la partida y corre el plazo para arreglarlo. Los jugadores conservan sus cartones.
    1–9 · elige qué ha fallado
    Intro · suspende la partida
    − · vuelve sin hacer nada
    § Art. 36.1 · Si no se arregla en quince minutos, se devuelve el importe contra los cartones.
    § Art. 36.3 · Antes se lee a la sala el párrafo que se aplica.
help-read-and-hold =
    Avería con bolas fuera
    Se lee a la sala el apartado 2 y la partida queda en ALTO. Seguir a mano se elige después, al salir del alto.
    1–9 · elige qué ha fallado
    Intro · pasa a lo siguiente; leído el apartado, da el alto
    − · un paso atrás; en el primero, vuelve sin hacer nada
    § Art. 36.2 · Se sigue con extracción manual, sólo con las bolas que quedan por salir.
    § Art. 36.3 · Antes se lee a la sala el párrafo que se aplica.
help-withhold =
    Retener un premio
    Un premio que se discute no se paga: queda en la caja. La retención la levanta el jefe de sala, aquí mismo.
    1–9 · elige el premio y el motivo
    Intro · pasa a lo siguiente; al final, lo anota
    − · un paso atrás; en el primero, vuelve sin hacer nada
    § Art. 35.1 · El dinero de los premios está en la sala, con el cajero, y sólo sale por orden de la autoridad.
help-diligencia =
    Diligencia o reclamación
    Lo que se escribe aquí queda en el acta con su hora: una incidencia, la reclamación de un jugador o una nota de la sala. Sin sesión abierta, en el acta de la próxima.
    1–9 · elige de qué se trata
    Intro · pasa a lo siguiente; al final, la escribe
    − · un paso atrás; en el primero, vuelve sin hacer nada
    § Art. 37.4 · La reclamación la firman el jefe de sala y quien reclama; sin su firma y su documento carece de valor.
    § Art. 39.2.g · Negarse a anotar una reclamación es falta grave.
help-rectify-sale =
    Rectificar los cartones vendidos
    Al recontar salen cartones de más o de menos. Se corrige en público: cambian la recaudación y los premios, que se leen otra vez.
    1–9 · elige qué se ha visto, la serie y el vendedor
    0–9 · del primer cartón al último
    Intro · pasa a lo siguiente; al final, rectifica la venta
    − · un paso atrás; en el primero, vuelve sin hacer nada
    § Art. 39.3.a · Declarar mal los cartones vendidos es falta muy grave, salvo que se rectifique en público antes de dar la línea.
help-material =
    Bolas, autoridad, puestos
    Avisar a la autoridad y anotar lo que decide, cambiar de juego de bolas o de máquina, o que una persona tome el puesto de otra.
    1–9 · elige qué hay que hacer y por qué
    Intro · pasa a lo siguiente; al final, lo anota
    − · un paso atrás; en el primero, vuelve sin hacer nada
    § Art. 34.4 · Con una bola irregular, el agente decide si la sesión sigue.
    § Art. 26.2.b · Las sustituciones entre jefes y cajero constan en el acta.
    § Catálogo, II · El cambio de juego de bolas consta en el acta.
help-void =
    Anular la partida
    La partida no vale y se devuelve el importe de todos los cartones. Lo pide uno y lo confirma el jefe de sala. No se puede deshacer.
    1–9 · elige la causa
    0–9 · el número de la partida, para no anular otra
    Intro · pasa a lo siguiente; al final, manténgalo 2 s
    − · NO anular: vuelve sin hacer nada
    § Catálogo, V · Se anula por un error del locutor que afecte de forma sustancial a la partida.
    § Art. 36.1 · Y por la avería de antes de la primera bola que no se arregla a tiempo.
help-without-camera =
    Empezar sin cámara
    La cámara de la salida de bolas no da imagen. Lo primero es que la miren. Sin ella se empieza sólo si lo acuerdan dos personas.
    0–9 · el número y el PIN de la segunda persona
    Intro · pasa a lo siguiente; al final, empieza sin cámara, sólo esta partida
    − · espera a la cámara
    § Catálogo, IV · La cámara enfoca siempre la salida de las bolas.
help-numbering =
    Los números que dice el papel
    El registro perdió líneas o sigue de una copia. Dos personas leen en los papeles los últimos números, cada una por su cuenta.
    1–9 · quién lee ahora
    0–9 · cada número, como está en el papel
    Intro · pasa a lo siguiente; al final, los anota
    − · un paso atrás
help-transcription =
    Transcribir la hoja de papel
    La partida se terminó en papel. La copian dos personas, cada una del papel y sin ver la otra copia. Si coinciden, queda como dice la hoja.
    0–9 · la bola de cada fila; en un canto o un pago, el cartón
    Intro · añade la fila; al final, entrega o confirma la hoja
    + · un canto; detrás de la orden de cierre, un pago
    F5 · quita la última fila, o la elegida con ↑ y ↓
    F6 · intercala delante de la elegida; al repasar, la entrega como primera
    F7 · la orden de cierre
    F8 · repasa la hoja, para entregarla
    § Art. 37.1 · Lo que se transcribe queda marcado en el acta.
help-last-ball =
    La última bola, tras un reinicio
    El servidor se reinició en plena extracción y la partida espera. Quien está en la mesa lee en la sala la última bola anunciada y teclea su número. Si es otra que la que consta, queda en ALTO.
    0–9 · las dos cifras de la bola
    Intro · confirma la bola y sigue la extracción
    − · vuelve sin seguir
help-last-game =
    Anunciar la última partida
    Se abrirá una venta más, y ninguna otra. Los monitores lo dicen. No se puede deshacer.
    Intro · la anuncia
    − · vuelve sin hacer nada
    § Art. 32.3 · La última partida se anuncia expresamente, y ninguna se empieza pasada la hora de cierre.
help-rules =
    Cambiar el reglamento
    La ley deja unos valores a la sala: el redondeo, la pregunta, la plantilla. Aquí se cambia uno, o se adopta otro reglamento de un fichero, con su razón, entre dos personas. Rige desde la sesión siguiente.
    ↑↓ · elige en la lista
    Intro · pasa al paso siguiente; al final, mantenida, lo cambia
    F7 · el texto del artículo 36
    − · vuelve al paso anterior, o deja el formulario
    § Art. 35.2 · Lo que fija la ley no lo cambia la sala.
help-article-36 =
    El texto del artículo 36
    Se lee a la sala antes de suspender y de seguir a mano. Aquí se da el texto oficial, entero y una vez. Si está en la carpeta de la sala, como articulo-36.txt, sale ya escrito.
    Intro · pasa al paso siguiente; al final, lo guarda
    1–9 · si está cotejado con el oficial
    − · vuelve al paso anterior, o deja el formulario
    § Art. 36.3 · Antes de aplicarlo se lee a la sala el párrafo que corresponde.
help-close-session =
    Cerrar la sesión
    El jefe de sala cuenta las bolas, como al abrir, y lo firma con su PIN. Con 90 se cierra, y se escribe el acta.
    0–9 · las bolas contadas, y el PIN
    F4 · el acta, con lo escrito hasta ahora
    Intro · firma y cierra; manténgalo 1 s
    − · un paso atrás; en el primero, vuelve sin cerrar
    § Art. 34.1 · Cuenta el jefe de sala, ante el jefe de mesa y una persona del público, si la hay.
    § Art. 37.3 · La diligencia de cierre la firma el jefe de mesa.
help-opening =
    Abrir la sesión
    Las comprobaciones, una a una: plantilla, máquina, panel y sonido, juegos de bolas, precintos, recuento y hora de cierre.
    1–9 · elige; también ↑ y ↓
    Intro − · pasa a la siguiente, o vuelve a la anterior; al final, Intro abre la sesión
    F5 · sin hora de cierre en el permiso
    F6 · recuento de bolas y juegos
    / · incidencias: también una reclamación, sin sesión abierta
    § Art. 34.1 · Cuenta las bolas el jefe de sala, ante el jefe de mesa y una persona del público, si la hay.
    § Art. 34.5 · Hay siempre un juego de bolas completo de reserva.
    § Art. 37.3 · La diligencia de comienzo la firma el jefe de mesa.
help-clock =
    La hora del servidor
    El servidor arrancó con el reloj atrasado. Dos personas dicen la hora por su propio reloj. Entretanto se comprueban cantos y se pagan premios.
    0–9 · el día y la hora; después, el número y el PIN de la segunda persona
    Intro · pasa a lo siguiente; al final, confirma la hora
    − · un paso atrás
    § Art. 32.3 · Ninguna partida se empieza pasada la hora de cierre.
help-by-hand =
    Extracción a mano
    Las bolas se sacan a mano. Dos personas leen cada una y la teclean, cada una en su puesto y sin ver lo de la otra. Si no coinciden, hay ALTO.
    0–9 · el número de la bola
    Intro · conforme; o la anuncia, cuando las dos coinciden
    F3 · el orden de salida y las que quedan
    { "*" } · PARADA: en cuanto canten
    / · incidencias
    § Art. 36.2 · Se sigue con extracción manual, sólo con las bolas que quedan por salir.
help-leave-hold =
    Salir del ALTO
    No se anuncia nada hasta que dos personas miran la bola y acuerdan la salida: lectura errónea, avería resuelta, seguir a mano o la autoridad.
    1–9 · elige la salida
    Intro · pasa a lo siguiente; con las dos personas, levanta el alto
    F5 · la propone: la confirma otra persona en su puesto
    F6 · no es ésa: elige otra salida
    F8 · la moviola: ver otra vez la bola
    / · incidencias: también anular
    § Art. 34.4 · Con una bola repetida, defectuosa o que falta, decide el agente si la sesión sigue.
    § Art. 36.2 · Por una avería se sigue a mano, con las bolas que quedan.
help-suspended =
    Suspendida
    Corre el plazo para arreglar la avería. Se lee el apartado a la sala y después se elige: reanudar, o devolver. Pasado el plazo sólo cabe devolver.
    1–9 · elige qué se hace
    Intro · apartado leído; después, levanta la suspensión o anula
    / · incidencias
    § Art. 36.1 · Si no se arregla en quince minutos, se devuelve el importe contra los cartones.
    § Art. 36.3 · Antes se lee a la sala el párrafo que se aplica.
help-authority =
    La autoridad está avisada
    Nada sigue hasta que decida el agente, que levanta su propia acta. Aquí se anotan su número y su decisión.
    0–9 · el número del agente, con sus letras
    1–9 · lo que ha decidido
    Intro · pasa a lo siguiente; al final, anota la decisión
    / · incidencias
    § Art. 34.4 · El agente de la autoridad decide si la sesión sigue o termina.
help-voided =
    Partida anulada
    La caja devuelve el importe de cada cartón, contra el cartón. La venta siguiente puede abrirse ya.
    Intro · prepara la venta siguiente, o cierra la sesión si era la última
    F7 · cierra la sesión
    / · incidencias
    § Art. 36.1 · Se devuelve el importe íntegro, contra los cartones.

# Papeles.
help-paper =
    Sacar un papel
    El papel va a una impresora o a un USB de este puesto. Lo que dice la pantalla es cierto: «En la cola» aún no es «Impreso».
    ↑↓ · elige la impresora o el USB
    0–9 · cuántas copias
    Intro · lo imprime, o lo guarda
    F5 · otro papel de esta pantalla
    F6 · lo abre en este puesto
    Inicio Fin · mejor a la impresora; mejor al USB
    − · cierra; el papel sigue solo y se avisa al acabar
help-sign =
    Firmas
    Lea lo que firma y firme en el recuadro, o con su llave y su PIN. Se firma la huella exacta de lo que se enseña.
    ↑↓ · elige el papel
    Intro · firma
    F5 · repite el trazo; firma con llave; o ve sus llaves: lo dice el botón
    F6 · firma otro
    F7 · ve el acta
    Inicio Fin · imprime la hoja de firmas, o la guarda en un USB
    § Art. 37.3 · El acta lleva la firma del jefe de mesa, al comenzar y al cerrar.
    § Art. 37.4 · La reclamación la firman el jefe de sala y quien reclama.
help-own-key =
    Su llave
    Con una llave se firma tecleando su PIN, sin dibujar. Está cifrada en este ordenador y no sale de él; sin el PIN nadie puede usarla.
    ↑↓ · elige una de sus llaves
    Intro · hace la llave o la da de alta: lo dice el botón
    F5 · cambia el PIN de la llave
    F6 · retira la elegida: nadie firma ya con ella
    F7 · borra la de este puesto
    − · vuelve a las firmas
help-export =
    Exportar sesiones
    Se llevan en un lápiz USB, puesto en el servidor, el registro, las actas y un verificador que cualquiera abre en su ordenador.
    ↑↓ · elige la sesión
    F5 · varias, desde la elegida; o sólo una
    1–3 · marca los datos personales que se llevan: sólo si los pide la inspección
    Intro · exporta; con datos personales, manténgalo
    § Art. 37.5 · Hay una copia del acta a disposición de los agentes de la autoridad.
help-balls =
    Bolas
    Los juegos de bolas de la sala: cuál está en servicio, cuál de reserva y cuántas partidas lleva cada uno.
    ↑↓ · elige un juego
    F6 · lo que se puede hacer con él: inspección, pesos, recuento
    1–9 · después de F6, elige qué
    F7 · deja sin efecto un recuento
    Intro · lo que dice el botón
    § Catálogo, II · Sólo bolas homologadas. El cambio de juego consta en el acta.
    § Art. 34.5 · Hay siempre un juego completo de reserva.
help-take-in =
    Cartones comprados
    Se lee el fichero del fabricante y se comprueba entero antes de guardar nada. Después son una matriz más de la sala.
    ↑↓ · elige el fichero
    Intro · lo lee; después, da entrada a los cartones
    F5 · otro fichero
    − · cierra

# La caja.
help-selling =
    Venta en la caja
    Se entregan cartones a los vendedores, por su orden; se recoge lo que no venden, y cuando todos han liquidado se cierra la venta.
    F5 · entrega cartones a un vendedor
    F6 · recoge los que no ha vendido
    F7 · recoloca los de un hueco con otro vendedor
    F8 · inutiliza los que no aparecen, entre dos personas
    + · va a los premios por pagar y a las devoluciones
    Intro · lo que dice el botón; el cierre de la venta se mantiene 1 s
    § Art. 33.3 · Se vende por orden y sin saltos.
    § Art. 33.4 · La segunda serie empieza por el 1, al mismo valor, sin llegar al cartón con que empezó la primera.
help-payment =
    Pagar un premio
    Pida el cartón, páselo por el lector, mírelo y pague. Un premio no se paga sin el cartón delante.
    0–9 · el número del cartón, si no se pasa por el lector
    Intro · paga
    − · otro cartón
    F5 · lo que lleva cada vendedor
    F8 · teclea la bola como segunda persona
    + · va a las devoluciones, o vuelve a la venta
    Inicio Fin · imprime el justificante, o lo guarda en un USB
    § Art. 35.6 · Se paga al terminar la partida, contra el cartón entero y sin manipular, que se une al acta.
help-refunds =
    Devolver el importe
    El importe de cada cartón de una partida anulada se devuelve una vez, contra el cartón, venga cuando venga: también con otra partida a la venta.
    0–9 · el primer cartón, y el último si son varios; ↑ y ↓, otra partida anulada
    Intro · pasa al otro campo, o devuelve el importe
    − · otro cartón
    + · va a los premios por pagar, o vuelve a la venta
    § Art. 36.1 · Se devuelve el importe íntegro, contra los cartones.

# El jefe de sala.
help-today =
    Hoy
    Lo que espera su decisión va primero: anular, levantar un alto, empezar sin cámara. Debajo, la sesión y el material.
    ↑↓ · elige el asunto
    Intro · lo que dice el botón: decidir, o pedir copia del acta
    1–7 · otra pestaña
    F8 · teclea la bola como segunda persona
    F5 F6 · la lista de lo que falta, hasta la primera sesión; cambia un valor de la sala, sin sesión abierta
    F11 · anuncia la última partida
    Inicio Fin · imprime el acta o la hoja, o las guarda en un USB
    § Art. 37.4 · Las incidencias las firman el jefe de sala y el jefe de mesa.
help-founding =
    Puesta en marcha
    Todo lo que la sala necesita antes de la primera noche, con lo que hay y lo que falta de cada cosa. Lo que se hace en el servidor lo pregunta allí bombo-instalar.
    ↑↓ · elige el renglón
    Intro · va a donde se hace
    1–7 · otra pestaña
    F6 · cambia un valor de la sala
    / · incidencias
    − · cierra la lista
help-games =
    Partidas y actas
    Las sesiones con su acta, y los libros de actas. De un acta emitida se saca copia, numerada y con su motivo.
    ↑↓ · elige la sesión
    Intro · pide su acta; con un formulario abierto, pasa al campo siguiente
    F5 · abre un libro de actas ya diligenciado
    F6 · cierra un libro
    F7 · saca una copia del acta elegida
    Inicio Fin · imprime el acta, o la guarda en un USB
    § Art. 37 · Los libros de actas están encuadernados y foliados.
    § Art. 37.7 · Con autorización puede haber un libro para cada valor.
help-people =
    Personas
    La plantilla: quién es cada uno, qué funciones tiene y hasta cuándo vale su carné. Lo que se cambia aquí vale al momento en todos los puestos.
    ↑↓ · elige a la persona
    F5 · da de alta a alguien
    F6 · cambia sus datos o sus funciones
    F7 · le da un PIN nuevo, que cambiará al entrar
    F8 · le da de baja, o le readmite; allí F7 termina sólo su entrada en los puestos
    Intro · anota que la persona entra en la sala, o que se va; a un inspector le da un código para entrar en un navegador; en un formulario, pasa al campo siguiente y al final lo hace
    § Art. 25 · La plantilla mínima según la categoría de la sala: lo que falta se avisa y consta en el acta.
    § Art. 26.2.b · Jefe de sala, jefe de mesa y cajero se sustituyen entre sí, y consta en el acta.
help-series =
    Series y matrices
    Una matriz es la lista de cartones; una serie es una tirada de ella, con su letra, su número y su precio. Se hacen aquí o se compran hechas.
    ↑↓ · elige la serie o la matriz
    F5 · da entrada a una serie
    F6 · hace una matriz, o anuncia o recoge el sorteo de su clave: lo dice el botón
    F7 · retira una matriz para siempre; o anuncia un sorteo
    F8 · toma cartones comprados; o exige el sorteo
    Intro · el certificado de la matriz; con un formulario abierto, pasa al campo siguiente
    § Art. 33.3 · Los cartones de una serie se venden por su orden.
    § Catálogo, II · El cartón lleva serie, número, valor y cuántos tiene la serie.
help-sets-of-balls =
    Bolas y máquinas
    Los juegos de bolas y las máquinas de la sala. De cada juego constan homologación, precintos, pesos y partidas.
    ↑↓ · elige un juego
    F5 · registra un juego de bolas
    F6 · lo que se puede hacer con el elegido: inspección, pesos, retirarlo
    F7 · registra una máquina, después de F5; o deja sin efecto un recuento
    + · su estadística
    Intro · lo que dice el botón
    § Catálogo, II · Sólo bolas homologadas. Las de máquina neumática duran 1.000 partidas como mucho.
    § Art. 34.5 · Hay siempre un juego completo de reserva.
help-devices =
    Puestos
    Los aparatos de la sala: puestos en los que se entra, paneles, cámaras y voz. Desde que se da de alta el primer puesto, sólo se entra en los de esta lista; la inspección, en cualquiera: su código se da en Personas.
    ↑↓ · elige el puesto
    F5 · da de alta: el primero, este mismo; los demás, con un código que se teclea en ellos
    F6 · antes de dar de alta el primero, da el código de un panel, una cámara o la voz
    F8 · da de baja: quien esté en él sale al momento
    Intro · hace lo que dice el formulario
    / · incidencias
help-printing =
    Impresión de cartones
    Los cartones de una serie se preparan en PDF y se imprimen. Los que ya estaban en otro PDF salen marcados COPIA.
    ↑↓ · elige una impresión
    F5 · prepara cartones: desde cuál, hasta cuál y con qué plantilla
    F6 · ve la cara o el dorso de la hoja
    F7 · cancela lo que se está preparando
    Intro · abre las páginas; con el formulario abierto, pasa al campo siguiente
    Inicio Fin · las imprime, o las guarda en un USB
    § Catálogo, II · El cartón lleva serie, número, valor y cuántos tiene la serie.

# La inspección.
help-inspected-game =
    Inspección: la partida en curso
    Todo lo de la partida en el momento de su visita: series, numeración, valor, importe y bolas. Nada de lo que haga aquí cambia la partida.
    Intro · copia del acta
    F5 · mira otra vez; se anota
    F7 · la hoja de la partida
    1–3 · otra pestaña
    Inicio Fin · imprime el papel, o lo guarda en un USB
    § RD 2221/1984, art. 12 · Constan la numeración de los cartones en uso y su importe.
    § Art. 37.5 · Hay una copia del acta a disposición de los agentes.
help-inspected-actas =
    Inspección: partidas y actas
    Las sesiones, con sus partidas y su acta. Nada de lo que haga aquí las cambia; su visita queda anotada.
    ↑↓ · elige la sesión
    Intro · pide su acta
    F5 · mira otra vez la partida; se anota
    F7 · la hoja de la partida
    1–3 · otra pestaña
    Inicio Fin · imprime el papel, o lo guarda en un USB
    § Art. 37.5 · Hay una copia del acta a disposición de los agentes.
help-inspected-stock =
    Inspección: series y bolas
    Las series con su próximo cartón, y los juegos de bolas con sus partidas. Aquí sólo se mira.
    ↑↓ · elige la serie
    F5 · mira otra vez la partida; se anota
    + · la estadística de un juego de bolas
    1–3 · otra pestaña
    Intro · copia del acta
    § Art. 33.3 · Los cartones de una serie se venden por su orden.
    § Catálogo, II · Sólo bolas homologadas. El cambio de juego consta en el acta.
