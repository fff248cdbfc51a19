# People: the staff, their papers and their PINs.
people-change = Change details
people-reset = New PIN
people-dismiss = Dismiss
people-back = Take back
people-left = has left
people-has-left = has left the staff
people-own-pin = your own: F1 and +
people-field-document = Document
people-field-card = Card until (day-month-year)
people-bad-card = the date of the card, as 31-5-2028
people-first-pin-sub = to be changed at the first log-in
people-change-verb = CHANGE DETAILS
people-change-do = CHANGE { $name }
people-nothing-changed = nothing has changed
people-reset-verb = GIVE A NEW PIN
people-reset-do = NEW PIN FOR { $name }
people-reset-help = For somebody who forgot the PIN, or fears that others know it. The person is logged out everywhere and, coming in with this one, has to choose another that nobody else knows.
people-dismiss-verb = DISMISS
people-dismiss-do = DISMISS { $name }
people-dismiss-sub = logged out everywhere
people-dismiss-help = The person no longer comes in and has no role. The name stays in the actas of the days worked, and the person can be taken back.
people-back-verb = TAKE BACK
people-back-do = TAKE BACK { $name }
people-back-help = With the roles the person had, and with this PIN, to be changed at the first log-in.
people-user = no. { $n } · user { $user }
people-document = Document { $document }
people-card-until = Professional card until { $date }
people-card-until-few = { $n ->
    [0] Professional card: expires today, { $date }
    [one] Professional card until { $date }: 1 day left
   *[other] Professional card until { $date }: { $n } days left
  }
people-card-over-since = Professional card expired on { $date }
people-card-over = card expired
people-card-few = { $n ->
    [0] the card expires today
    [one] card: 1 day left
   *[other] card: { $n } days left
  }
people-first-pin = Has not changed the given PIN yet
people-col-in = In the hall
people-in = yes
people-since = since { $hour }
people-in-since = In the hall since { $hour }
people-in-chief = In the hall: answers for the session
people-comes = { $name } IS HERE
people-comes-sub = noted as in the hall
people-goes = { $name } LEAVES
people-goes-sub = noted as gone

# The user's own PIN.
own-pin = My PIN
own-pin-title = Your PIN
own-pin-old = Present PIN
own-pin-new = New PIN, 6 to 12 digits
own-pin-again = New PIN, again
own-pin-do = CHANGE MY PIN
own-pin-done = PIN changed
own-pin-prompt = Type the present PIN and the new one
own-pin-first-prompt = First of all, choose a PIN of your own
own-pin-how = Changing it logs you out at your other desks. What is signed with the PIN is yours: let nobody know it.
own-pin-first-how = Somebody else knows the PIN you came in with. What is signed with the PIN is yours: choose one that nobody else knows.
own-pin-missing-old = the present PIN is missing

# Among the material of today.
today-card = { $days ->
    [0] { $name }'s card expires today
    [one] { $name }'s card has 1 day left
   *[other] { $name }'s card has { $days } days left
  }
today-card-over = { $name }'s card has expired

# Why a PIN is not taken.
pin-length = 6 to 12 digits
pin-few-digits = more different digits: that one is easy
pin-steps = no digits in a row: that one is easy
pin-again = no digits that repeat: that one is easy
pin-pairs = no doubled digits: that one is easy
pin-mirror = not the same backwards: that one is easy
pin-keypad = no lines of the keypad: that one is easy
pin-common = another: many people choose that one
pin-day = another: that one is a date
pin-own-user = another: that is your number or user
pin-own-document = another: that is from your document

# Log-ins: who is at which desk, and ending them.
people-log-in = At { $device } since { $hour }
people-out = End the log-in
people-out-nowhere = they are at no other desk
people-out-do = END THE LOG-IN OF { $name }
people-out-done = { $name } is at no desk now

# The code with which an inspector comes in at a browser.
people-code-sub = they come in with it at a browser
people-code-again = the one before is good no more
people-code-how = In any browser on the hall's network: the server's address, ending in /inspeccion. There, “Con un código de la sala” and these eight digits. That it was given is in the record; the code is not.
