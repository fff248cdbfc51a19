# La voz de la sala.

voice-open = Voz
voice-open-sub = altavoz y volumen
voice-prompt = ver la voz de la sala y su volumen.
voice-none = La sala no tiene voz automática: canta el locutor.
voice-speaks = La voz de la sala canta las bolas que se anuncian.
voice-off = La voz está callada: canta el locutor.
voice-gone = El programa de la voz no contesta: canta el locutor. Vuelve sola cuando arranque (hall-voice).
voice-no-sound = No hay sonido ({ $why }): canta el locutor. Mire el altavoz y su cable; vuelve sola.
voice-on-do = QUE HABLE
voice-off-do = QUE CALLE
voice-less = Más bajo
voice-more = Más alto
voice-least = ya no se oye
voice-most = ya está al máximo
voice-trial = Prueba
voice-language = Idioma
voice-output = Suena por
voice-volume = Volumen
voice-recordings = Grabaciones
voice-from = { $recorded } de una persona, { $made } del sintetizador
voice-missing = No puede decir
voice-bad = No valen
voice-more-names = { $names } · y { $more } más
voice-unsaid = Última bola sin decir
voice-unsaid-place = la { $place }.ª de esta partida
voice-help = Callada o sin sonido, la partida sigue con la voz del locutor y el panel no espera. Lo que la voz no dijo consta en el acta.

# Grabarla.

rec-open = Grabar
rec-open-sub = con micrófono
rec-looking = Se mira qué hay grabado.
rec-all = { $language } · está todo grabado
rec-head = { $language } · { $missing ->
    [one] falta 1 de { $all }
   *[other] faltan { $missing } de { $all }
 }
rec-missing = falta
rec-recorded = grabada
rec-seconds = { $seconds } s
rec-no-sound = no vale: no es sonido
rec-silent = no vale: no se oye nada
rec-long = no vale: dura más de 20 s
rec-bad = no vale
rec-file = Se guarda como { $file }
rec-prompt = elegir qué decir y grabarlo. Deje un instante de silencio antes y después.
rec-prompt-records = diga lo que está en grande y pulse Intro.
rec-prompt-took = escucharla; Intro la guarda y pasa a la siguiente que falta.
rec-prompt-again = grábela otra vez.
rec-record = GRABAR
rec-record-again = GRABAR DE NUEVO
rec-stop = PARAR
rec-keep = VALE, LA SIGUIENTE
rec-again-do = OTRA VEZ
rec-again = Otra vez
rec-listen = Oírla
rec-listen-off = no hay nada que oír
rec-keep-anyway = Vale así
rec-next = Siguiente que falta
rec-none-missing = no falta ninguna
rec-language = Otro idioma
rec-drop = Dejarla
rec-level = Nivel
rec-now = Grabando · { $seconds } s
rec-level-wait = Hable hacia el micrófono
rec-level-weak = Demasiado flojo: acérquese o suba el micrófono
rec-level-good = Buen nivel
rec-level-clipped = Satura: apártese o baje el micrófono
rec-good = Bien: { $seconds } s
rec-weak = Demasiado flojo ({ $peak } dB): se oirá ruido. Acérquese y repita.
rec-clipped = Satura: suena roto en lo más alto. Apártese y repita.
rec-take-silent = No se oye nada. Mire que el micrófono esté encendido y sea el de este puesto.
rec-take-long = Pasa de 20 s. Ninguna dura tanto: pulse Intro al acabar de hablar.
rec-no-microphone = No hay micrófono, o lo tiene otro programa ({ $why }). Conéctelo y pulse Intro. Lo ya grabado está guardado.
rec-lost = Se ha perdido el micrófono y esta grabación no vale. Mire su cable y repita. Lo ya grabado está guardado.
rec-no-loudspeaker = No suena el altavoz de este puesto ({ $why }). La grabación sigue aquí y puede guardarse.
rec-other-kind = Este fichero es de una clase que sólo toca la voz. Si lo graba aquí, sonará el nuevo.
rec-full = El disco está lleno: no se ha guardado, pero la grabación sigue aquí. Haga sitio y pulse Intro. Lo anterior está guardado.
rec-disk = No se puede guardar en la carpeta ({ $why }). La grabación sigue aquí; lo anterior está guardado.
rec-where = Se guardan en { $folder }
rec-where-help = Si la voz corre en este equipo con su carpeta de siempre, las usará cuando arranque de nuevo. Si corre en otro, copie allí la carpeta y désela con --clips.
