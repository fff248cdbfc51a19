# What players read on the monitors of the hall. A text of several lines breaks where they end.

# Any scene.
flag-demo = DEMONSTRATION: NOT A REAL GAME
flag-draft = DRAFT: RULES NOT VERIFIED
camera-says = Camera
advert-says = Advert
no-picture = NO PICTURE
page-of = { $page } of { $pages }
hour-says = Time: { $hour }

# Games, series and cards.
game = Game { $game }
game-capitals = GAME { $game }
series-one = Series { $series }
series-two = Series { $first } & { $second }
series-many = { $n } series
card-one = Card { $card }
cards-two = Cards { $first } and { $second }
cards =
    { $n ->
        [one] { $count } card
       *[other] { $count } cards
    }

# The two prizes.
line-capitals = LINE
bingo-capitals = BINGO
line = Line
bingo = Bingo
line-before = Previous line
bingo-before = Previous bingo
before-won = { $prize }: { $money }
prize-says = { $prize }: { $money }
prize-now-says = { $prize }, now: { $money }
prize-won-says = { $prize }, won: { $money }
prize-closed-says = { $prize }, closed: { $money }
prize-now = NOW
prize-good-one = 1 CARD
prize-good-many = { $n } CARDS
nobody-won = Not called
nobody-won-yet = not called

# The sale.
sale = CARDS ON SALE
sale-of = { $game }  ·  { $series }
sale-of-last = { $game } · the last  ·  { $series }
each-card = EACH CARD
each-card-says = Each card: { $money }
so-far = so far
so-far-says = { $prize } so far: { $money }
sold-lines =
    CARDS
    SOLD
sold-says = Cards sold: { $count }
sale-open = SALE OPEN
sale-open-do = Buy your cards from the seller.
sale-closing = The sale is about to close.
sale-closes = Closes at { $hour }
sale-closes-says = The sale closes in { $left }

# The totals.
totals = PRIZES FOR GAME { $game }
totals-sold = CARDS SOLD
totals-sold-page = CARDS SOLD ({ $page })
totals-one-card = no. { $card }
totals-cards = { $first } to { $last }
rectified = CORRECTION
rectified-figures =
    { $n ->
        [one] { $count } card, { $money }
       *[other] { $count } cards, { $money }
    }
rectified-both = Before: { $before }. Now: { $now }.
rectified-both-lines =
    Before: { $before }.
    Now: { $now }.
rectified-before = Before: { $money }

# The draw.
draw-begins = EYES DOWN
last-ball-says = Last ball: { $ball }
last-ball-by-hand-says = Last ball: { $ball }, entered by hand
last-ball-by-caller-says = Last ball: { $ball }, read by the caller
by-hand = ENTERED BY HAND
by-hand-short = BY HAND
by-caller = L · read by the caller
by-caller-short = L
uncalled =
    { NUMBER($place, type: "ordinal") ->
        [one] { $place }ST BALL · NOT CALLED
        [two] { $place }ND BALL · NOT CALLED
        [few] { $place }RD BALL · NOT CALLED
       *[other] { $place }TH BALL · NOT CALLED
    }
uncalled-short = NOT CALLED
uncalled-says =
    { NUMBER($place, type: "ordinal") ->
        [one] The { $place }st ball is not called: it does not count yet
        [two] The { $place }nd ball is not called: it does not count yet
        [few] The { $place }rd ball is not called: it does not count yet
       *[other] The { $place }th ball is not called: it does not count yet
    }
balls-last-says = Last balls: { $balls }
balls-before-says = Balls before: { $balls }
balls =
    { $n ->
        [one] ball
       *[other] balls
    }
balls-says =
    { $n ->
        [one] { $n } ball
       *[other] { $n } balls
    }
called-none-says = No number called
called-says = Numbers called: { $balls }
order =
    { $n ->
        [one] ORDER OF THE DRAW: { $n } BALL
       *[other] ORDER OF THE DRAW: { $n } BALLS
    }
order-says = Order of the draw: { $balls }
played-with-says = Played with: { $what }

# The question.
question-line = ANY MORE LINES?
question-line-lines =
    ANY
    MORE
    LINES?
question-bingo = ANY MORE BINGOS?
question-bingo-lines =
    ANY
    MORE
    BINGOS?
question-both =
    ANY MORE LINES?
    ANY MORE BINGOS?
question-both-lines =
    ANY MORE
    LINES?
    ANY MORE
    BINGOS?
question-do = Call now
question-left = { $secs } s
question-left-says =
    { $secs ->
        [one] { $secs } second left
       *[other] { $secs } seconds left
    }

# A card is checked.
check-line = CHECKING A LINE
check-bingo = CHECKING A BINGO
check-of = { $card }  ·  { $series }
check-card = CHECKING A CARD
check-card-then = No numbers are being called.
check-moment = ONE MOMENT, PLEASE
check-moment-then = The game goes on shortly. Keep your cards.
check-runs = CHECKING
check-runs-so-far = { $heard } of { $all } so far, in the order of the draw.
check-no-card = There is no card to show.
check-says = Card: called { $called }; not called { $uncalled }

# The winners.
no-bingo = BINGO NOT CALLED
no-bingo-then = Nobody called bingo.
no-line = Not called
drawn = DRAWN
drawn-balls =
    { $n ->
        [one] ball
       *[other] balls
    }
drawn-says =
    { $n ->
        [one] { $n } ball drawn
       *[other] { $n } balls drawn
    }
won-by-one = ONE CARD
shared = SHARED BY
shared-cards = cards
shared-says = Shared by { $n } cards
line-each = LINE, EACH
line-says = Line: { $money }
rest = Remainder not shared: { $money }
thanks = Last game. Thank you for coming.
next-sale-at = Next sale at { $hour }.
cards-back = Cards are collected at the tables.

# A game that stands still, is void or was not held.
held = GAME STOPPED
suspended = GAME SUSPENDED
no-ball-yet = No ball has come out yet.
time-left =
    TIME
    LEFT
time-left-says = Time left: { $left }
void = GAME { $game } VOID
refund = REFUND
refund-per-card = per card
refund-says = Refund: { $money } per card
refunded = Refunded: { $count }
not-held = GAME { $game } NOT HELD
not-held-no-game = GAME NOT HELD
not-held-why = No cards were sold.
not-held-last = It was the last game of the session.
not-held-then = The next sale is announced shortly.

# Between games.
idle-first = First game of the session
idle-last = That was the last game. Thank you.
next-game = Next game
next-game-says = Next game: { $game }
next-sale = Next sale
next-sale-says = Next sale: { $when }
soon = SOON
soon-says = soon
shortly = SHORTLY
shortly-says = Shortly
closed = HALL CLOSED
follow =
    Follow the game
    on your phone
follow-says = Code of the page: { $address }
follow-digits = Code { $digits }

# No connection.
lost = NO CONNECTION
lost-do = Listen to the caller.
lost-since = As of { $hour }.
refused-revoked = Technician: this panel was put out. Tab Devices, another code.
refused-foreign = Technician: this panel is of another hall. Another code, here.
refused-expired = Technician: the certificate has expired, or the server’s clock is wrong.
refused-other = Technician: the server does not admit this panel. Its log says why.
behind = Technician: the server ends at line { $ends }; this panel saw line { $saw }.
behind-rewritten = Technician: line { $saw } of the server is not the one this panel saw.
behind-older = Technician: the server is of epoch { $ends }; this panel saw epoch { $saw }.

# A technician hangs a monitor.
trial-flag = PANEL TEST: THIS IS NO GAME
trial = TEST PICTURE
trial-panel = { $name }  ·  { $wide } × { $high }  ·  margin { $margin }%
trial-panel-of = { $name }  ·  monitor { $monitor } of { $of }  ·  { $wide } × { $high }  ·  margin { $margin }%
trial-least = The smallest letters of the hall: 1 2 3 4 5 6 7 8 9 0
trial-look =
    The white frame is seen whole; if not, --inset.
    The circle is round.
    The eight greys can be told apart.
    The amber is not taken for the ivory.
trial-last = LAST
trial-called = CALLED
trial-ok = GOOD
trial-no = NO
trial-hold = HOLD
