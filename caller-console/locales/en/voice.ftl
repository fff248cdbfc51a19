# The hall's voice.

voice-open = Voice
voice-open-sub = loudspeaker and volume
voice-prompt = look at the hall's voice and its volume.
voice-none = The hall has no automatic voice: the caller calls.
voice-speaks = The hall's voice says the balls that are announced.
voice-off = The voice is off: the caller calls.
voice-gone = The voice's program does not answer: the caller calls. It comes back by itself once it runs (hall-voice).
voice-no-sound = There is no sound ({ $why }): the caller calls. Look at the loudspeaker and its cable; it comes back by itself.
voice-on-do = SPEAK
voice-off-do = BE SILENT
voice-less = Quieter
voice-more = Louder
voice-least = it is not heard any more
voice-most = it is at its loudest
voice-trial = Trial
voice-language = Language
voice-output = Heard through
voice-volume = Volume
voice-recordings = Recordings
voice-from = { $recorded } of a person, { $made } of the synthesiser
voice-missing = Cannot say
voice-bad = Cannot be played
voice-more-names = { $names } · and { $more } more
voice-unsaid = Last ball not said
voice-unsaid-place = number { $place } of this game
voice-help = While it is off or without sound, the game goes on with the caller's voice and the panel does not wait. What the voice did not say stands in the acta.

# Recording it.

rec-open = Record
rec-open-sub = by microphone
rec-looking = Looking at what is recorded.
rec-all = { $language } · everything is recorded
rec-head = { $language } · { $missing ->
    [one] 1 of { $all } missing
   *[other] { $missing } of { $all } missing
 }
rec-missing = missing
rec-recorded = recorded
rec-seconds = { $seconds } s
rec-no-sound = bad: it is no sound
rec-silent = bad: nothing is heard
rec-long = bad: longer than 20 s
rec-bad = bad
rec-file = Kept as { $file }
rec-prompt = choose what to say and record it. Leave a moment of silence before and after.
rec-prompt-records = say what stands in large letters, then press Intro.
rec-prompt-took = listen if you like; Intro keeps it and goes to the next one missing.
rec-prompt-again = record it again.
rec-record = RECORD
rec-record-again = RECORD ANEW
rec-stop = STOP
rec-keep = KEEP, NEXT ONE
rec-again-do = AGAIN
rec-again = Again
rec-listen = Listen
rec-listen-off = there is nothing to hear
rec-keep-anyway = Keep it so
rec-next = Next missing
rec-none-missing = none is missing
rec-language = Other language
rec-drop = Let it be
rec-level = Level
rec-now = Recording · { $seconds } s
rec-level-wait = Speak towards the microphone
rec-level-weak = Too quiet: come closer or turn the microphone up
rec-level-good = Good level
rec-level-clipped = Too loud: step back or turn the microphone down
rec-good = Good: { $seconds } s
rec-weak = Too quiet ({ $peak } dB): noise will be heard. Come closer and say it again.
rec-clipped = Too loud: its peaks sound broken. Step back and say it again.
rec-take-silent = Nothing is heard. See that the microphone is on and is the one of this desk.
rec-take-long = It passes 20 s. None is that long: press Intro when you have spoken.
rec-no-microphone = There is no microphone, or another program has it ({ $why }). Plug it in and press Intro. What was recorded is kept.
rec-lost = The microphone was lost, and this take with it. Look at its cable and say it again. What was recorded is kept.
rec-no-loudspeaker = The loudspeaker of this desk gives no sound ({ $why }). The take is still here and can be kept.
rec-other-kind = Only the voice plays this kind of file. If you record it here, the new one will be heard.
rec-full = The disk is full: it was not kept, but the take is still here. Make room and press Intro. What came before is kept.
rec-disk = The folder cannot be written to ({ $why }). The take is still here; what came before is kept.
rec-where = Kept in { $folder }
rec-where-help = If the voice runs on this computer with its usual folder, it uses them from its next start. If it runs on another, copy the folder there and give it with --clips.
