# F1: the help of each screen. The first line is its name; lines that begin with a key and a point say what it does; those with «§», what the law says.
small-help = Help
f1-title = Help · { $title }
f1-prompt = read what this screen is for. F1 again shows all keys.
f1-keys = Keys of this screen
f1-law = What the law says
f1-law-of = Reglamento del Juego del Bingo, Orden of 9-1-1979, and its Catálogo. Where a region has its own, that one applies.

# Coming in.
help-log-in =
    Logging in
    Everybody logs in with a user and a PIN of their own: what they do is in their name. Your roles decide which desk you see.
    Intro · from the user to the PIN, and from the PIN to your desk
    Tab · from one field to the other
    − · back to the user; the PIN is erased
    F5 · changes the language
    F6 · enrols this device, with the code of the hall manager
help-locked =
    Locked desk
    Whoever was here is still logged in, but nobody can use the desk. Their PIN opens it again.
    Intro · unlocks, once the PIN is typed
    F8 · logs that person out, so that another can log in
    F5 · changes the language
help-new-device =
    Enrolment of the device
    This device comes into the hall for the first time. The hall manager gives it eight digits, good once and for ten minutes.
    0–9 · the code
    Intro · enrols the device, with all eight digits
    − · back to the log-in
help-own-pin =
    Your PIN
    Here you change the PIN you log in with. What is signed with it is yours: nobody else should know it, not even whoever gave you the first one.
    Intro · goes to the next field; in the last one, changes the PIN
    F8 · leaves the desk without changing it

# The desk: a game.
help-open-sale =
    Opening a sale
    Choose the series and open the sale of the next game. First tell the hall the series, how many cards it has, and their price.
    ↑↓ · chooses among the series that have cards
    Intro · opens the sale; the game takes its number
    F6 · ball count and sets of balls
    F7 · closes the session
    F11 · announces that the next game is the last
    § Art. 32.3 · The game begins with its sale. The last one is announced as such, and none begins after the closing hour.
    § Catálogo, IV · Series, cards and price are announced before the sale.
help-sale =
    Sale
    The cashier hands out cards, takes back what is left and closes the sale. The desk watches and waits.
    F6 · prepares the close from the desk, if the cashier cannot
    Intro · held for a second, closes the sale, after F6
    / · incidents: hold, fault, void the game
    § Art. 33.3 · Cards are sold in order and without gaps, from where the game before ended.
help-totals =
    Totals and prizes
    Read to the hall the cards sold, with their series and numbers, and the prizes. The line of the acta is already written.
    Intro · begins the draw; it waits some seconds, so that there is time to read
    / · incidents: rectifying the cards sold, too
    § Art. 37.1 · No ball is drawn until the figures of the sale are in the acta.
    § Catálogo, IV · Cards sold, series, numbers and prizes are announced.
help-draw =
    Draw
    Each ball that comes out is seen here, and nowhere else, until it is announced. Say it, press Intro, and it goes to the panel.
    Intro · announces the ball on the table
    − · the ball you see is not the one the machine read
    { "*" } · STOP: as soon as somebody calls
    / · incidents: hold, a number said wrong, a fault
    § Catálogo, IV · The number is announced first and shown on the panel afterwards; only then may it be marked.
    § Art. 34.3 · The order in which the balls came out is recorded.
help-reading =
    Draw read by the caller
    No machine reads the balls: the caller reads them, says them and keys them. If the hall’s rules ask for it, somebody else confirms each one.
    0–9 · the number of the ball
    Intro · takes it as read, confirms or announces it: the button says which
    − · puts the last one right, if it was misread or mistyped
    { "*" } · STOP: as soon as somebody calls
    / · incidents: hold, fault and others
    § Catálogo, IV · The number is announced first and shown on the panel afterwards; only then may it be marked.
    § Art. 34.3 · The order in which the balls came out is recorded.
help-second-word =
    The second person
    The caller reads the balls, and you key the same ball, read by yourself, without seeing what the caller keyed. If they differ, the game is held.
    0–9 · the number you see on the ball
    Intro · takes it as read
    − · closes
help-other-ball =
    Not the ball the machine read
    Look at the ball on the camera and type the number you see. If it is not the machine’s, the game is held, and two people settle it.
    0–9 · the number you see
    Intro · announces it, or holds the game: the button says which
    − · goes back and does nothing
    § Catálogo, V · A substantial error in announcing voids the game.
help-check =
    Checking a card
    The draw has stopped. Each card called is checked against what was announced so far. If it is good, compare the original with the screen.
    0–9 · the number of the card; or scan it
    ↑↓ · whether a line or a bingo was called
    Intro · what the button says: check, give and ask, or go on
    + · another card called in this same stop
    − · nobody called; or the card is not the same
    F8 · see again what was filmed
    § Art. 33.8 · The jefe de mesa reads the original card while its matrix is shown on the monitors.
    § Art. 35.5 · It counts even if the last ball did not complete it.
help-question =
    The question
    Ask the hall whether there are more, and let the time run. Time alone closes nothing: the order does, with Intro.
    Intro · the order to go on, or the end of the game; only once the time is over
    + · checks another card that was called
    − · the card that waits is not the same as on the screen
    / · incidents
    § Catálogo, IV · A prudent time is given. Once the order is given, nobody may claim in that play any more.
    § Art. 35.5 · The prize is shared among those who called it.
help-payments =
    Prizes of the game
    The game is over and the cashier pays. Meanwhile the desk may prepare the next sale.
    + · prepares the next game while the cashier pays
    Intro · goes on, once all is paid
    F7 · closes the session
    F11 · announces that the next game is the last
    / · incidents: withholding a prize, too
    § Art. 35.6 · Prizes are paid when the game is over, against the whole card, not tampered with.
    § Art. 35.7 · Once prizes are paid, nobody may complain of numbers announced wrong.

# Looking.
help-search =
    Search
    Finds anything with one field: a card, a game, a person, a set of balls, an amount, an hour, or words of the acta. It stops nothing, and what was typed below is still there.
    Intro · searches; then goes to the game of what is chosen, or closes
    0–9 · a card (A17,301), a game (5 or 5,28/11), an amount (98,50) or, of a torn card, its numbers with commas
    ↑↓ · chooses in the list
    Tab · the space between words, which stops the draw while balls come out
    − · closes
    § Art. 37.5 · A copy of the acta is kept for the agents of the authority. Of what the inspection searches for the kind is recorded.
help-order =
    Order of exit
    The balls announced, in order, and those that remain. Looking stops nothing.
    F5 · what the hall sees on its monitors
    F8 · replay: see a ball again
    § Art. 34.3 · The order in which the balls of each game came out is recorded.
help-acta =
    Actas
    The sessions, with their games and their acta. The acta is written when the session closes.
    ↑↓ · chooses the session
    Intro · opens its acta
    F5 · signatures: who has signed and who has not
    F8 · exports sessions to a USB stick
    Inicio Fin · prints the paper, or keeps it on a USB stick
    § Art. 37.4 · Incidents are signed by the jefe de sala and the jefe de mesa; complaints, by the jefe de sala and whoever complains.
    § Art. 37.5 · A copy is kept for the agents of the authority.
help-film =
    Replay
    What was filmed round each ball, to settle a doubt. It is only looked at: it changes no ball.
    ↑↓ · chooses the ball; its number does too
    ←→ · a picture back or forward
    Intro · runs it, or stops it
    F5 F6 · the photo of the exit; the sound of a stop
    F8 · another camera
    + · another game
    § Catálogo, IV · The camera is on the ball exit at all times.
help-cables =
    Cables and network
    How the server, the ball machine, the cameras and this console are. If something fails, begin with the cable.
    F5 · the ball machine and its line, for the technician
    F6 · ball count and sets of balls
    F7 · the hall’s voice: volume, trial, silence
    F8 · what the hall sees on its monitors
    + · the STOP button or pedal: try it, choose it
help-pedal =
    The button
    A USB button or pedal that stops the draw from any view of this desk. Press it, and what came is shown here.
    Intro · takes what came as the button, if it can be
    − · closes
    § Catálogo, IV · As soon as somebody sings, the draw stops and the card is checked.
help-hall =
    What the hall sees
    The same picture as on the hall’s monitors, at this moment.
    F5 · as 16:9, as 4:3 or upright
    − · closes
    § Art. 34.2 · Announced numbers are shown on a panel that can be read from every seat.
help-machine =
    The ball machine
    How its line is, what it sends, and how long it takes from ball to ball. It is for the technician; it stops nothing.
    F6 · rehearses the spare computer, once a month and with no game on
    − · closes
help-voice =
    The hall’s voice
    It says the announced balls over the loudspeakers. Silent or without sound, the game goes on: the caller says them.
    F5 · silences it, or lets it speak again
    F6 F7 · lower, louder
    F8 · says something as a trial
    + · records what it says, with a microphone
    § Catálogo, IV · Each number is said over the loudspeakers before it is on the panel.
help-recorder =
    Recording the voice
    The words to say stand here in large letters. They are recorded one by one, and what is not clear is said again.
    ↑↓ · chooses what is recorded
    Intro · records, stops, then keeps it and goes to the next
    F5 · records it again
    F6 · plays it
    F7 · goes to the next one missing; or keeps the take although it is not good
    F8 · another language
    − · drops the take, or goes back to the voice
help-study =
    What a set of balls has done
    How often each ball came out, and whether one comes more or less than it should. Only finished games count.
    ↑↓ · another set
    F5 · saves the table on this console
    Fin · keeps it on a USB stick
    § Catálogo, II · A set of a pneumatic machine is changed after 1,000 games at most, or earlier if a ball is not perfect.

# Incidents and forms.
help-trouble =
    Incidents
    What is not the plain run of a game. Choosing does nothing yet: first you read what will happen. No ball is announced meanwhile.
    1–9 · opens that incident, if it is for your desk
    F5 · copies the sheet of a game that was finished on paper
    F11 · announces that the next game is the last
    − · back, as before
    § Art. 37.4 · Each incident has its diligencia in the acta, signed by the jefe de sala and the jefe de mesa.
help-raise-hold =
    Holding the game
    A ball is in doubt. Nothing is announced until it is clear, and leaving the hold takes two people.
    1–9 · chooses the reason
    Intro · holds the game
    − · goes back and does nothing
    § Art. 34.4 · If a ball is missing, repeated or of the wrong weight, the game is suspended and the agent is called, who decides whether the session goes on.
help-rectify-ball =
    I said another number
    The ball is the one on record, but another number was said. It is put right aloud, before the next ball.
    0–9 · which ball of the game it was, and the number that was said
    Intro · goes on; at the end, puts it right
    − · a step back; at the first one, does nothing
    § Catálogo, V · If the error is substantial, the game is voided and everything refunded.
    § Art. 35.7 · Once prizes are paid, nobody may complain any more.
help-rectify-reading =
    A ball read wrong
    The last ball was misread or mistyped. The right number is put in and said aloud. If somebody else had confirmed it, the game is held.
    0–9 · the number on the ball
    Intro · goes on; at the end, puts it right
    − · a step back; at the first one, does nothing
    § Catálogo, V · If the error is substantial, the game is voided and everything refunded.
help-suspend =
    A fault before the first ball
    The game is suspended, and there is some time to repair it. Players keep their cards.
    1–9 · chooses what has failed
    Intro · suspends the game
    − · goes back and does nothing
    § Art. 36.1 · If it is not repaired in fifteen minutes, everything is refunded against the cards.
    § Art. 36.3 · The paragraph that applies is read to the hall first.
help-read-and-hold =
    A fault with balls out
    Paragraph 2 is read to the hall and the game is held. Going on by hand is chosen afterwards, on the way out of the hold.
    1–9 · chooses what has failed
    Intro · goes on; once the paragraph is read, holds the game
    − · a step back; at the first one, does nothing
    § Art. 36.2 · The game goes on by hand, only with the balls that remain.
    § Art. 36.3 · The paragraph that applies is read to the hall first.
help-withhold =
    Withholding a prize
    A prize in dispute is not paid: it stays with the cashier. The jefe de sala releases it, here as well.
    1–9 · chooses the prize and the reason
    Intro · goes on; at the end, notes it
    − · a step back; at the first one, does nothing
    § Art. 35.1 · The money for prizes is in the hall, with the cashier, and leaves only by order of the authority.
help-diligencia =
    Note or complaint
    What is written here is in the acta with its time: an incident, the complaint of a player, or a note of the hall. With no session open, in that of the next one.
    1–9 · chooses what it is about
    Intro · goes on; at the end, writes it
    − · a step back; at the first one, does nothing
    § Art. 37.4 · A complaint is signed by the jefe de sala and whoever complains; without signature and document it has no value.
    § Art. 39.2.g · To refuse to note a complaint is a grave infraction.
help-rectify-sale =
    Rectifying the cards sold
    A recount found cards too many or too few. It is put right in public: takings and prizes change, and are read again.
    1–9 · chooses what was found, the series and the seller
    0–9 · from the first card to the last
    Intro · goes on; at the end, rectifies the sale
    − · a step back; at the first one, does nothing
    § Art. 39.3.a · To declare the wrong number of cards is very grave, unless it is put right in public before the line is given.
help-material =
    Balls, authority, posts
    Calling the authority and noting what it decides, changing the set of balls or the machine, or somebody taking another’s post.
    1–9 · chooses what is to be done, and why
    Intro · goes on; at the end, notes it
    − · a step back; at the first one, does nothing
    § Art. 34.4 · With an irregular ball, the agent decides whether the session goes on.
    § Art. 26.2.b · Substitutions among managers and cashier are in the acta.
    § Catálogo, II · The change of a set of balls is in the acta.
help-void =
    Voiding the game
    The game does not count, and every card is refunded. One asks, and the jefe de sala confirms. It cannot be undone.
    1–9 · chooses the cause
    0–9 · the number of the game, so that no other is voided
    Intro · goes on; at the end, hold it for 2 s
    − · do NOT void: goes back and does nothing
    § Catálogo, V · A game is void after an error of the caller that affects it substantially.
    § Art. 36.1 · And after a fault before the first ball that is not repaired in time.
help-without-camera =
    Beginning without the camera
    The camera of the ball exit gives no picture. First have it looked at. Without it the draw begins only if two people agree.
    0–9 · number and PIN of the second person
    Intro · goes on; at the end, begins without the camera, this game only
    − · waits for the camera
    § Catálogo, IV · The camera is on the ball exit at all times.
help-numbering =
    The numbers on paper
    The record lost lines, or goes on from a copy. Two people read the last numbers on the papers, each alone.
    1–9 · who reads now
    0–9 · each number, as it is on paper
    Intro · goes on; at the end, notes them
    − · a step back
help-transcription =
    Typing in the paper sheet
    The game was finished on paper. Two people copy it, each from the paper and without seeing the other copy. If they are equal, that is the game.
    0–9 · the ball of each row; in a call or a payment, the card
    Intro · adds the row; at the end, hands the sheet in or confirms it
    + · a call; behind the closing order, a payment
    F5 · removes the last row, or the one chosen with ↑ and ↓
    F6 · inserts before the chosen row; when looking through, hands it in as the first copy
    F7 · the closing order
    F8 · looks the sheet through, to hand it in
    § Art. 37.1 · What is typed in so is marked in the acta.
help-last-ball =
    The last ball, after a restart
    The server restarted in mid-draw and the game waits. Whoever is at the mesa reads the last announced ball in the hall and types its number. If it is not the recorded one, the game is in ALTO.
    0–9 · the two digits of the ball
    Intro · confirms the ball, and the draw goes on
    − · goes back and does not go on
help-last-game =
    Announcing the last game
    One more sale will be opened, and no other. The monitors say so. It cannot be undone.
    Intro · announces it
    − · goes back and does nothing
    § Art. 32.3 · The last game is announced expressly, and none begins after the closing hour.
help-rules =
    Change the regulation
    The law leaves some values to the hall: the rounding, the question, the staff. One is changed here, or another regulation is adopted from a file, with its reason, by two people. It counts from the next session on.
    ↑↓ · chooses in the list
    Intro · goes to the next step; at the end, held, changes it
    F7 · the text of article 36
    − · goes back a step, or leaves the form
    § Art. 35.2 · What the law fixes is not the hall's to change.
help-article-36 =
    The text of article 36
    It is read to the hall before a game is suspended and before it goes on by hand. The official text is given here, whole and once. If it lies in the hall's folder, as articulo-36.txt, it stands here already.
    Intro · goes to the next step; at the end, keeps it
    1–9 · whether it was compared with the official text
    − · goes back a step, or leaves the form
    § Art. 36.3 · Before it is applied, the paragraph is read to the hall.
help-close-session =
    Closing the session
    The jefe de sala counts the balls, as at the opening, and signs with the PIN. With 90 it is closed, and the acta is written.
    0–9 · the balls counted, and the PIN
    F4 · the acta, as far as it is written
    Intro · signs and closes; hold it for 1 s
    − · a step back; at the first one, does not close
    § Art. 34.1 · The jefe de sala counts, before the jefe de mesa and one of the public, if there is any.
    § Art. 37.3 · The closing diligencia is signed by the jefe de mesa.
help-opening =
    Opening the session
    The checks, one by one: staff, machine, panel and sound, sets of balls, seals, count and closing hour.
    1–9 · chooses; ↑ and ↓ do too
    Intro − · goes to the next, or to the one before; at the end, Intro opens the session
    F5 · the permit has no closing hour
    F6 · ball count and sets of balls
    / · incidents: a complaint too, with no session open
    § Art. 34.1 · The jefe de sala counts the balls, before the jefe de mesa and one of the public, if there is any.
    § Art. 34.5 · There is always a complete set of balls in reserve.
    § Art. 37.3 · The opening diligencia is signed by the jefe de mesa.
help-clock =
    The server’s clock
    The server started with its clock behind. Two people say the time, each by their own watch. Meanwhile cards are checked and prizes paid.
    0–9 · day and hour; then number and PIN of the second person
    Intro · goes on; at the end, confirms the time
    − · a step back
    § Art. 32.3 · No game begins after the closing hour.
help-by-hand =
    Draw by hand
    Balls are drawn by hand. Two people read each one and key it, each at their own desk, without seeing the other’s. If they differ, the game is held.
    0–9 · the number of the ball
    Intro · agreed; or announces it, once both are the same
    F3 · the order of exit, and the balls that remain
    { "*" } · STOP: as soon as somebody calls
    / · incidents
    § Art. 36.2 · The game goes on by hand, only with the balls that remain.
help-leave-hold =
    Leaving the hold
    Nothing is announced until two people look at the ball and agree on a way out: misread, fault repaired, on by hand, or the authority.
    1–9 · chooses the way out
    Intro · goes on; with both people, leaves the hold
    F5 · proposes it: somebody else confirms at another desk
    F6 · not that one: choose another way out
    F8 · replay: see the ball again
    / · incidents: voiding, too
    § Art. 34.4 · With a ball repeated, faulty or missing, the agent decides whether the session goes on.
    § Art. 36.2 · After a fault the game goes on by hand, with the balls that remain.
help-suspended =
    Suspended
    The time to repair the fault is running. Read the paragraph to the hall, then choose: resume, or refund. Once the time is over only the refund is left.
    1–9 · chooses what is done
    Intro · paragraph read; then lifts the suspension or voids the game
    / · incidents
    § Art. 36.1 · If it is not repaired in fifteen minutes, everything is refunded against the cards.
    § Art. 36.3 · The paragraph that applies is read to the hall first.
help-authority =
    The authority was called
    Nothing goes on until the agent decides, who draws up an acta of their own. Their number and their decision are noted here.
    0–9 · the agent’s number, with its letters
    1–9 · what was decided
    Intro · goes on; at the end, notes the decision
    / · incidents
    § Art. 34.4 · The agent of the authority decides whether the session goes on or ends.
help-voided =
    A void game
    The cashier refunds each card, against the card. The next sale may be opened now.
    Intro · prepares the next sale, or closes the session if this was the last game
    F7 · closes the session
    / · incidents
    § Art. 36.1 · The whole price is refunded, against the cards.

# Papers.
help-paper =
    Taking a paper
    The paper goes to a printer, or to a USB stick on this console. What the screen says is true: «in the queue» is not yet «printed».
    ↑↓ · chooses the printer or the stick
    0–9 · how many copies
    Intro · prints it, or keeps it
    F5 · another paper of this screen
    F6 · opens it on this console
    Inicio Fin · to the printer instead; to the stick instead
    − · closes; the paper goes on, and you are told when it is done
help-sign =
    Signatures
    Read what you sign, and sign in the box, or with your key and its PIN. What is signed is the exact hash of what is shown.
    ↑↓ · chooses the paper
    Intro · signs
    F5 · draw again; sign with the key; or see your keys: the button says which
    F6 · somebody else signs
    F7 · shows the acta
    Inicio Fin · prints the sheet of signatures, or keeps it on a USB stick
    § Art. 37.3 · The acta has the signature of the jefe de mesa, at the opening and at the close.
    § Art. 37.4 · A complaint is signed by the jefe de sala and whoever complains.
help-own-key =
    Your key
    With a key you sign by typing its PIN, without drawing. It is encrypted on this computer and never leaves it; nobody can use it without the PIN.
    ↑↓ · chooses one of your keys
    Intro · makes the key or enrols it: the button says which
    F5 · changes the key’s PIN
    F6 · retires the chosen one: nobody signs with it any more
    F7 · deletes the one on this console
    − · back to the signatures
help-export =
    Exporting sessions
    A USB stick in the server takes the record, the actas, and a verifier that anybody can open on any computer.
    ↑↓ · chooses the session
    F5 · several, from the chosen one; or only one
    1–3 · marks personal data to take along: only if the inspection asks for them
    Intro · exports; with personal data, hold it
    § Art. 37.5 · A copy of the acta is kept for the agents of the authority.
help-balls =
    Balls
    The hall’s sets of balls: which one is in use, which in reserve, and how many games each has played.
    ↑↓ · chooses a set
    F6 · what can be done with it: inspection, weights, count
    1–9 · after F6, chooses which
    F7 · cancels a count
    Intro · what the button says
    § Catálogo, II · Only homologated balls. The change of a set is in the acta.
    § Art. 34.5 · There is always a complete set in reserve.
help-take-in =
    Bought cards
    The maker’s file is read and checked whole before anything is kept. Then its cards are one more matrix of the hall.
    ↑↓ · chooses the file
    Intro · reads it; then takes the cards in
    F5 · another file
    − · closes

# The cashier.
help-selling =
    Selling at the cashier’s
    Hand cards out to sellers, in order; take back what they do not sell; and close the sale once everybody has settled.
    F5 · hands cards out to a seller
    F6 · takes back what was not sold
    F7 · gives the cards of a gap to another seller
    F8 · writes off cards that cannot be found, by two people
    + · goes to the prizes that are due, and to the refunds
    Intro · what the button says; to close the sale, hold it for 1 s
    § Art. 33.3 · Cards are sold in order and without gaps.
    § Art. 33.4 · A second series begins at 1, at the same price, and stops before the card the first one began with.
help-payment =
    Paying a prize
    Ask for the card, scan it, look at it, and pay. No prize is paid without the card in front of you.
    0–9 · the number of the card, if it is not scanned
    Intro · pays
    − · another card
    F5 · what each seller has
    F8 · key the ball as the second person
    + · goes to the refunds, or back to the sale
    Inicio Fin · prints the receipt, or keeps it on a USB stick
    § Art. 35.6 · Prizes are paid when the game is over, against the whole card, not tampered with, which goes with the acta.
help-refunds =
    Refunds
    Each card of a void game is refunded once, against the card, whenever it is brought: with another game on sale, too.
    0–9 · the first card, and the last one if there are several; ↑ and ↓, another void game
    Intro · goes to the other field, or refunds
    − · another card
    + · goes to the prizes that are due, or back to the sale
    § Art. 36.1 · The whole price is refunded, against the cards.

# The hall manager.
help-today =
    Today
    What waits for your decision comes first: voiding, leaving a hold, beginning without the camera. Below, the session and the material.
    ↑↓ · chooses what to decide
    Intro · what the button says: decide, or ask for a copy of the acta
    1–7 · another tab
    F8 · key the ball as the second person
    F5 F6 · the list of what is missing, until the first session; changes a value of the hall, with no session open
    F11 · announces the last game
    Inicio Fin · prints the acta or the sheet, or keeps them on a USB stick
    § Art. 37.4 · Incidents are signed by the jefe de sala and the jefe de mesa.
help-founding =
    Making the hall ready
    All that the hall needs before its first night, with what there is of each thing and what is missing. What is done at the server is asked for there by bombo-instalar.
    ↑↓ · chooses the line
    Intro · goes where it is done
    1–7 · another tab
    F6 · changes a value of the hall
    / · incidents
    − · closes the list
help-games =
    Games and actas
    The sessions with their actas, and the books of actas. Of an acta that was issued you can take a copy, with a number and a reason.
    ↑↓ · chooses the session
    Intro · asks for its acta; in a form, goes to the next field
    F5 · opens a book of actas that the authority has stamped
    F6 · closes a book
    F7 · takes a copy of the chosen acta
    Inicio Fin · prints the acta, or keeps it on a USB stick
    § Art. 37 · Books of actas are bound and foliated.
    § Art. 37.7 · With permission there may be a book for each price.
help-people =
    People
    The staff: who everybody is, which roles they have, and until when their card is valid. A change counts at once, at every desk.
    ↑↓ · chooses a person
    F5 · takes somebody on
    F6 · changes their data or their roles
    F7 · gives them a new PIN, which they change when they log in
    F8 · dismisses them, or takes them back; there F7 only ends their log-in at the desks
    Intro · notes that the person comes to the hall, or goes; gives an inspector a code to come in at a browser; in a form, it goes to the next field, and at the end does it
    § Art. 25 · The least staff, by the category of the hall: what is missing is warned of, and is in the acta.
    § Art. 26.2.b · Jefe de sala, jefe de mesa and cashier stand in for one another, and it is in the acta.
help-series =
    Series and matrices
    A matrix is the list of cards; a series is a printing of it, with its letter, number and price. They are made here or bought.
    ↑↓ · chooses the series or the matrix
    F5 · receives a series
    F6 · makes a matrix, or announces or takes the draw of its key: the button says which
    F7 · retires a matrix for ever; or announces a draw
    F8 · takes in bought cards; or requires the draw
    Intro · the certificate of the matrix; in a form, goes to the next field
    § Art. 33.3 · The cards of a series are sold in order.
    § Catálogo, II · A card says its series, number and price, and how many the series has.
help-sets-of-balls =
    Balls and machines
    The hall’s sets of balls and its machines. Of each set there are homologation, seals, weights and games.
    ↑↓ · chooses a set
    F5 · registers a set of balls
    F6 · what can be done with the chosen one: inspection, weights, withdrawal
    F7 · registers a machine, after F5; or cancels a count
    + · its statistics
    Intro · what the button says
    § Catálogo, II · Only homologated balls. Those of a pneumatic machine last 1,000 games at most.
    § Art. 34.5 · There is always a complete set in reserve.
help-devices =
    Devices
    The devices of the hall: desks at which people log in, panels, cameras and the voice. From the first desk on, people log in at those on this list only; the inspection, at any: its code is given in People.
    ↑↓ · chooses the device
    F5 · enrols: the first, this one; the others, with a code that is keyed there
    F6 · before the first is enrolled, gives the code of a panel, a camera or the voice
    F8 · revokes: whoever is at it is out at once
    Intro · does what the form says
    / · incidents
help-printing =
    Printing cards
    The cards of a series are made as a PDF and printed. Those that were in another PDF before are marked COPIA.
    ↑↓ · chooses a printing
    F5 · prepares cards: from which, to which, and with which template
    F6 · shows the front or the back of the sheet
    F7 · cancels what is being prepared
    Intro · opens the pages; in a form, goes to the next field
    Inicio Fin · prints them, or keeps them on a USB stick
    § Catálogo, II · A card says its series, number and price, and how many the series has.

# The inspection.
help-inspected-game =
    Inspection: the current game
    Everything about the game at the time of your visit: series, numbers, price, amount and balls. Nothing you do here changes the game.
    Intro · a copy of the acta
    F5 · looks again; it is noted
    F7 · the sheet of the game
    1–3 · another tab
    Inicio Fin · prints the paper, or keeps it on a USB stick
    § RD 2221/1984, art. 12 · The numbers of the cards in use and their amount are put on record.
    § Art. 37.5 · A copy of the acta is kept for the agents.
help-inspected-actas =
    Inspection: games and actas
    The sessions, with their games and their acta. Nothing you do here changes them; your visit is noted.
    ↑↓ · chooses the session
    Intro · asks for its acta
    F5 · looks at the game again; it is noted
    F7 · the sheet of the game
    1–3 · another tab
    Inicio Fin · prints the paper, or keeps it on a USB stick
    § Art. 37.5 · A copy of the acta is kept for the agents.
help-inspected-stock =
    Inspection: series and balls
    The series with their next card, and the sets of balls with their games. Here you only look.
    ↑↓ · chooses the series
    F5 · looks at the game again; it is noted
    + · the statistics of a set of balls
    1–3 · another tab
    Intro · a copy of the acta
    § Art. 33.3 · The cards of a series are sold in order.
    § Catálogo, II · Only homologated balls. The change of a set is in the acta.
