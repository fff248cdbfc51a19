# The frame of every view: strip, steps, band, bar.
desk-mesa = DESK
desk-caja = CASHIER
desk-sala = MANAGER
desk-inspeccion = INSPECTION
sit-at = Go to { $desk }
strip-game = Game { $game }
chip-draft = DRAFT RULES
chip-demo = DEMONSTRATION
chip-last-game = LAST GAME
chip-read-only = READ ONLY
link-up = Online
link-lost = No connection
link-connecting = Connecting
nobody = nobody
step-sale = Sale
step-totals = Totals
step-line = Line
step-bingo = Bingo
step-payments = Payments
step-closed = Closed
step-stopped = STOPPED
step-question = QUESTION
step-hold = ON HOLD
step-suspended = SUSPENDED
step-void = VOID
band-refused-console = THIS DESK CANNOT CONNECT
band-lost = NO CONNECTION
band-lost-since = for { $secs } s.
band-lost-then = What you see below is the last known state. Do not repeat anything: the desk keeps trying.
band-back = BACK ONLINE
band-back-fact = Nothing was lost.
lead-now = NOW
lead-say = SAY
lead-wait = WAIT
lead-may = YOU MAY
recording = RECORDING
next-in = in { $secs } s
window-too-small = Make the window larger: it needs 1280 × 720.
no-focus = CLICK HERE TO TYPE
camera-head = CAMERA · ball exit
camera-none = No camera
camera-lost = No picture
key-erase = Erase
back = Back
close = Close
other-language = Español
more-rows = and { $n } more
login-title = Log in
login-locked = Desk locked
login-how = Type your number or user name, then your PIN.
login-user = Number or user name
login-pin = PIN
login-delay = Every wrong PIN makes the wait longer. It never locks the desk.
login-enter = LOG IN
login-next = CONTINUE
login-as = as { $user }
login-type-user = Type your number or user name and press Intro.
login-type-pin = Type your PIN and press Intro.
login-missing-user = your number is missing
login-missing-pin = digits of the PIN are missing
login-other-person = Log in as someone else
login-checking = checking the PIN
card-ball = ball { $n }
card-missing = MISSING
trouble = Incidents
trouble-sub = faults, voiding and more
stop = STOP
stop-sub = someone has called
no-session = No session
lost-prompt = Announce nothing yet. The desk comes back by itself; if it takes long, check the network cable.
lost-wait = WAITING FOR CONNECTION

# Keys that did nothing, and why.
key-after-refusal = The last keys do not count: look at the screen and go on from there.
key-stop-first = The stop goes first: what you were typing before it does not count.
key-recording = Enter again does nothing: it is being recorded.
key-bounced = Enter came twice and counted once. Read what the button says now.
key-waited = The server does not answer: what you typed meanwhile does not count.
key-wait = Enter does nothing now: { $what }
key-missing = Enter does nothing: { $what }
key-no-link = Without a connection nothing can be done.
key-changed = The screen changed while you pressed: read it and press again.
key-not-yet = Not yet: { $secs ->
    [one] one second left.
   *[other] { $secs } seconds left.
  }
key-hold = Hold Enter for { $secs ->
    [one] a whole second.
   *[other] { $secs } whole seconds.
  }
key-means-nothing = That key does nothing here.
key-off = That key is off: { $what }
key-no-ball = No ball is coming: there is nothing to stop.
key-throws-away = What you wrote will be cleared. Press − again to clear it; any other key keeps it.
