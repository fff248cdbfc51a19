-- The whole database of a hall, as prose. SQLite 3.51.3 or later; STRICT tables.
--
-- Any tool that opens SQLite files can read it. Only hall-server writes it, and only
-- hall-server/src/journal names the library that does. What is written here is a copy, word
-- for word, of what the program executes, and `hall-server check` compares a database with it.
--
-- Six tables are the source: `event` is the record, the only ground truth. `sealed`, `request`,
-- `checkpoint` and `cosignature` stand beside it and cannot be rebuilt. `meta` says what this file is. All tables
-- after them are for people and their tools: they are written in the same transaction as
-- the events, and `hall-server rebuild` makes them again from `event`, identical.
--
-- Units are in the names: `_at_utc_ms` is milliseconds since 1970-01-01 UTC by the desk's
-- clock; `_cents` is whole cents of a euro. Order comes from `event.seq`, never from time.
-- Persons are numbers; who they are is in `sealed`. A yes-or-no is 0 or 1.
--
-- The tables for people have no foreign keys and few checks, on purpose: what happened in
-- the hall must be recorded even if a table has no good place for it. `check` finds that out.


-- What this file is. Also `pragma application_id` = 1112426319 ("BNGO") and `pragma
-- user_version` = the schema's version, which are read before any table is looked at.
create table meta (
  -- schema_version: the version of this schema, as in user_version.
  -- created_at_utc_ms: when the file was made.
  -- witness: "1" once `sala.db.testigo` is kept beside it; from then on it may not be missing.
  key text primary key,
  value text not null
) strict, without rowid;


-- The record: one row for each thing that became true, in the order it did.
create table event (
  -- 1 for the first row, and no gaps, ever. A gap means a row was removed. After an archive the
  -- file's first row is the one of kind "record_archived", which names the file with those before.
  seq integer primary key check (seq > 0),

  -- When the row was written. The events of one commit have the same.
  at_utc_ms integer not null,

  -- What happened, as in "ball_extracted", and the version of that kind's encoding.
  kind text not null check (kind <> ''),
  version integer not null check (version > 0),

  -- The request that led to it: an id made by the client. Empty where nobody asked: what the
  -- machine reported and what the server did by itself.
  request_id text not null,

  -- Who did it: "p7" is person 7, "maquina" the ball machine, "sistema" the server itself.
  actor text not null check (actor <> ''),

  -- Where it was asked, as in "mesa-1". Empty where there is no device.
  device text not null,

  -- The event: JSON, fields in a fixed order (hall_core::record::v1). No secret and no name
  -- of a person is ever in it: {"id", "sha256"} refers to a row of `sealed`.
  body text not null,

  -- SHA-256 over the hash of the row before (32 zero bytes before row 1) and every column of
  -- this row, each with its length before it (hall_core::record::Line::bytes). Whoever
  -- changes a row must change all rows after it, and then the last hash is not the one
  -- printed on the acta.
  hash blob not null check (length(hash) = 32)
) strict;

-- These stop mistakes, not thieves. Thieves are what the printed hash is for.
create trigger event_is_never_updated before update on event
begin select raise(abort, 'the record is append-only'); end;

create trigger event_is_never_deleted before delete on event
begin select raise(abort, 'the record is append-only'); end;


-- Values that may not be in the record: keys of matrices and codes, hashes of PINs and
-- tokens, names of people. The record has the id and SHA-256(salt, value). A row is deleted
-- by a line of kind "values_deleted", in the same transaction, and the chain stays whole;
-- one that is missing without such a line is a fault.
create table sealed (
  -- Random, below 2^53, so that nothing can be read from the order of ids.
  id integer primary key check (id >= 0 and id < 9007199254740992),

  -- 32 random bytes, so that a short value cannot be guessed from its hash.
  salt blob not null check (length(salt) = 32),

  -- The value itself.
  value blob not null,

  -- From when on it is deleted: what the last line of kind "deletion_set" about it says; null if none does.
  delete_after_utc_ms integer
) strict;

create index sealed_by_delete_after on sealed (delete_after_utc_ms)
  where delete_after_utc_ms is not null;


-- The requests that were accepted, so that one sent twice acts once and gets the same
-- answer, also after a restart. Like `sealed` it cannot be rebuilt: the record does not hold
-- what was asked, and without the body's hash an id used again for another request could
-- not be refused.
create table request (
  -- An id is unique on the device that made it, nowhere else.
  device text not null,
  request_id text not null,

  -- SHA-256 of the request's body as it came in. After each session a line of kind
  -- "requests_digested" takes in those of its requests.
  body_sha256 blob not null check (length(body_sha256) = 32),

  -- The events it led to. They are consecutive, and the answer is made from them.
  first_seq integer not null check (first_seq > 0),
  last_seq integer not null check (last_seq >= first_seq),

  primary key (device, request_id)
) strict, without rowid;


-- Checkpoints: the size and the root of the record, signed by the hall (C2SP signed-note and tlog-checkpoint). They stand
-- beside the record: what they say follows from it, but the signatures do not.
create table checkpoint (
  -- Of the record when it was signed. Each epoch is a log of its own name, so that none ever contradicts itself.
  epoch integer not null check (epoch > 0),

  -- How many lines it covers: it was the last one's number.
  size integer not null check (size >= 0),

  -- The note with the hall's signature.
  note text not null check (note <> ''),

  primary key (epoch, size)
) strict, without rowid;

create index checkpoint_by_size on checkpoint (size);


-- That screens, and servers of others, saw a checkpoint (C2SP tlog-cosignature). Each was checked when it came.
create table cosignature (
  epoch integer not null,
  size integer not null,

  -- Who, as in "mesa-1": the key is in the event of kind "witness_met".
  name text not null check (name <> ''),

  -- The line as it stands below the note.
  line text not null check (line <> ''),

  primary key (epoch, size, name)
) strict, without rowid;


-- ---- everything below is rebuilt from `event` ------------------------------------------------


-- The tree over the lines (RFC 6962): a leaf is what is hashed of a line without the hash before it, with 0x00 in front. Only the
-- roots of whole subtrees of 2^8, 2^16, 2^24 leaves are kept. With archives too the whole tree is here.
create table subtree (
  -- 8, 16, 24, ...: it has 2^height leaves.
  height integer not null check (height > 0),
  -- How many of its height stand before it.
  place integer not null check (place >= 0),
  hash blob not null check (length(hash) = 32),
  primary key (height, place)
) strict, without rowid;


-- The keys with which the hall signs its checkpoints.
create table record_key (
  -- The event that names it.
  seq integer primary key,
  -- The public half, Ed25519.
  key blob not null check (length(key) = 32),
  -- The one it had before; null for the first.
  before blob
) strict;


-- Those who sign that they saw one.
create table record_witness (
  seq integer primary key,
  -- As in `cosignature`.
  name text not null,
  key blob not null check (length(key) = 32)
) strict;


-- The epochs of the record after the founding's: it was cut, restored from a copy, or taken over by
-- another computer. Lines that a witness knows of and that are lost are accepted here or nowhere.
create table epoch (
  -- From 2.
  epoch integer primary key,
  -- The event: its first line. Those before it are of earlier epochs.
  seq integer not null,
  begun_at_utc_ms integer not null,
  -- loss_accepted, restored, promoted.
  cause text not null,
  -- The last line known to be lost: from `seq` to it. Null where nobody knows of any.
  lost_to_seq integer,
  -- The two who answer for it, as in `event.actor`, with a space between.
  people text not null
) strict;


-- The hall itself: one row.
create table hall (
  -- Always 1.
  id integer primary key check (id = 1),
  -- As printed on its cards.
  name text not null,
  -- The IANA zone of its clock, as in "Europe/Madrid".
  zone text not null,
  founded_at_utc_ms integer not null,
  -- SHA-256 of the profile's file at the founding.
  profile_sha256 blob not null,
  -- The rules then, as in the event.
  rules text not null
) strict;


-- The staff and the inspectors (arts. 24 and 37.5). Names are in `sealed`.
create table person (
  id integer primary key,
  -- The roles, with spaces between: jefe_de_sala jefe_de_mesa cajero vendedor_locutor
  -- auxiliar admision inspector.
  roles text not null,
  added_at_utc_ms integer not null,
  -- Rows of `sealed`: user, name and document; hash of the PIN.
  identity_sealed integer not null,
  pin_sealed integer not null,
  -- The last day of the professional card, as in 2028-05-31.
  card_until text,
  -- 1: somebody else chose the PIN, which opens nothing but its own change.
  first_pin integer not null check (first_pin in (0, 1)),
  -- Null while on the staff; else since when not, and why.
  left_at_utc_ms integer,
  left_reason text
) strict;


-- Matrices (matrices, cartones-matriz): lists of faces, equal number = equal face.
create table matrix (
  matrix integer primary key,
  -- How many cards it has.
  size integer not null,
  -- single, strip: made here from a key (docs/cards.md). imported: made by others.
  kind text not null,
  -- 1: no two cards have an equal row.
  clean integer not null,
  -- The version of the generator; null for an imported one, as all about the key.
  generator integer,
  -- What people added to the key's randomness, and the row of `sealed` with the system's part.
  mixed text,
  seed_sealed integer,
  -- The row of `sealed` with the key, kept secret until the matrix is retired.
  key_sealed integer,
  -- For the day the key is revealed.
  key_sha256 blob,
  -- An imported one: who made it, SHA-256 of the file, the row of `sealed` with the faces.
  maker text,
  file_sha256 blob,
  faces_sealed integer,
  -- SHA-256 over all faces.
  faces_sha256 blob not null,
  made_at_utc_ms integer not null,
  made_by text not null,
  -- Since when no card of it is sold any more, who said so and why.
  retired_at_utc_ms integer,
  retired_by text,
  reason text
) strict;


-- Series (series): printings of a matrix with a price.
create table series (
  -- Letter and number without a space, as in "A17".
  series text primary key,
  matrix integer not null,
  -- How many cards, from the matrix; null if the record has no such matrix.
  size integer,
  -- The price of a card (valor facial).
  face_value_cents integer not null,
  -- The card after the last one sold in a closed sale, or burned: where the next sale of the
  -- series begins (3.5.2). size + 1 when none is left.
  next_card integer not null,
  received_at_utc_ms integer not null,
  -- The last printing: pages and SHA-256 of the PDF.
  pages integer,
  pdf_sha256 blob
) strict, without rowid;


-- Printings of cards: who ordered which, and what became of it.
create table printing (
  printing integer primary key,
  series text not null,
  -- The cards, both numbers included.
  first integer not null,
  last integer not null,
  -- The template's name.
  template text not null,
  -- 1 for the first paper of these cards; from 2 on the pages are marked COPIA.
  copy integer not null,
  -- ordered, done, cancelled, failed.
  state text not null,
  ordered_at_utc_ms integer not null,
  ordered_by text not null,
  ended_at_utc_ms integer,
  -- The file within the hall's folder, its pages and SHA-256.
  file text,
  pages integer,
  pdf_sha256 blob,
  -- What the printer said of a failure.
  words text
) strict;


-- Sets of balls (juegos de bolas, Catálogo II).
create table ball_set (
  -- As the machine gives it, as in "J2".
  ball_set text primary key,
  -- pneumatic: a machine with air, whose sets serve a limited number of games. drum: bombo.
  extractor text not null,
  -- The reference of its homologation (homologación).
  homologation text not null,
  -- Games with at least one ball extracted from it; void ones count too.
  games integer not null,
  registered_at_utc_ms integer not null,
  -- Who made it, and its serial number or invoice. Null where nobody was asked.
  maker text,
  reference text,
  -- The SHA-256 of the table of its tags, when it was agreed, and by which two people, as in "p2 p1".
  table_sha256 blob,
  enrolled_at_utc_ms integer,
  enrolled_by text,
  -- A table that somebody proposed and nobody has confirmed.
  enrolment_asked_sha256 blob,
  enrolment_asked_by text,
  -- Taken out of use for ever: when, by whom, why.
  withdrawn_at_utc_ms integer,
  withdrawn_by text,
  withdrawn_reason text
) strict, without rowid;


-- Inspections of sets of balls, written down by one person and confirmed by another. The last confirmed one
-- of a set is in force.
create table ball_set_inspection (
  -- The line by which it was written down.
  inspection integer primary key,
  ball_set text not null,
  -- The numbers of the seals put on (precintos); whether those before were found whole.
  seals text not null,
  seals_whole integer not null,
  -- 0: the set is not played with until an inspection that it passes.
  passed integer not null,
  note text,
  asked_at_utc_ms integer not null,
  asked_by text not null,
  -- Null until the other person has confirmed it.
  confirmed_at_utc_ms integer,
  confirmed_by text
) strict;


-- Weighings of sets of balls, and how light and heavy a ball might be.
create table ball_weighing (
  -- The line that has it.
  weighing integer primary key,
  ball_set text not null,
  low_mg integer not null,
  high_mg integer not null,
  at_utc_ms integer not null,
  by text not null
) strict;


-- What each ball weighed, in milligrams.
create table ball_weight (
  weighing integer not null,
  ball integer not null,
  weight_mg integer not null,
  primary key (weighing, ball)
) strict, without rowid;


-- Counts of the balls of a set at the reader (34.1).
create table ball_count (
  count integer primary key,
  ball_set text not null,
  -- running; ended; cancelled: it was broken off, or its result was set aside by another person.
  state text not null,
  begun_at_utc_ms integer not null,
  begun_by text not null,
  ended_at_utc_ms integer,
  ended_by text,
  -- What it found: how many balls of the set passed; which did not, and which more than once; what one
  -- ball was read as; the balls of other sets. JSON arrays, empty when all is well.
  balls integer,
  missing text,
  doubled text,
  unsure text,
  foreign_balls text,
  -- Why it was cancelled.
  reason text,
  -- The session at whose opening, change or close it stood for the count by hand.
  session integer
) strict;


-- Sessions (sesiones): from the diligencia de comienzo to the diligencia de cierre (37.3).
create table session (
  session integer primary key,
  -- The local date of the opening.
  date text not null,
  -- The jefe de mesa, who opened it, and the jefe de sala, who counted the balls.
  mesa integer not null,
  sala integer not null,
  opened_at_utc_ms integer not null,
  -- What was checked at the opening (34.1, 34.5, Catálogo IV).
  balls_counted_at_opening integer not null,
  ball_set text not null,
  reserve_set text not null,
  seals_whole integer not null,
  installations_work integer not null,
  public_witness integer not null,
  -- A spare drum or machine (34.5, 39.1.b), and the local time at which the hall has to close,
  -- as in "2026-11-22 04:00". Null where the record is older than the question.
  reserve_machine integer,
  closes_local text,
  -- The regulation of the day, as in "estatal-2002", and the SHA-256 of its file. The rules
  -- whole are in the event.
  rules_id text not null,
  profile_sha256 blob not null,
  -- The close; null while the session is open.
  closed_at_utc_ms integer,
  closed_by text,
  balls_counted_at_close integer,
  public_witness_at_close integer,
  -- Prizes due or withheld at the close, and their amount.
  prizes_pending integer,
  amount_pending_cents integer
) strict;


-- Games (partidas). A number is never used again, not even after a void (G1).
create table game (
  game integer primary key,
  -- Its order in the session, from 1.
  in_session integer not null,
  session integer,
  -- The series announced, the first card and the price.
  series text not null,
  first_card integer not null,
  face_value_cents integer not null,
  -- on_sale, closed, drawing, stopped, ended, not_held (no celebrada), void (anulada).
  -- A HOLD does not change it: see `hold`.
  state text not null,
  -- The sale's close (37.1): cards, money and the words of M13, as publicly put right since
  -- (39.3.a). Null before.
  -- takings = line + bingo + house + resto.
  sold integer,
  takings_cents integer,
  line_cents integer,
  bingo_cents integer,
  house_cents integer,
  resto_cents integer,
  formula text,
  -- What could not be shared among winners; to the account resto too.
  remainder_cents integer not null,
  -- Amounts nobody sang for: linea_no_cantada and bingo_no_cantado.
  unsung_line_cents integer not null,
  unsung_bingo_cents integer not null,
  -- The set and the power-up of the machine at the start of the draw.
  ball_set text,
  boot text,
  -- Since when it is provisionally suspended (36.1); null while it is not.
  suspended_at_utc_ms integer,
  -- Who keyed the balls when the machine was given up (36.2).
  by_hand_caller integer,
  by_hand_second integer,
  -- When the sheet of a game finished on paper was typed in, and by which two people.
  transcribed_at_utc_ms integer,
  transcribed_by text,
  opened_at_utc_ms integer not null,
  closed_at_utc_ms integer,
  started_at_utc_ms integer,
  -- The closing order; also when it was not held.
  ended_at_utc_ms integer,
  -- The void: when, who asked, who confirmed, why.
  voided_at_utc_ms integer,
  void_asked_by text,
  voided_by text,
  void_cause text
) strict;


-- The balls of each game, in order of exit. Extracted, announced and shown are three facts
-- with three times (G8).
create table game_ball (
  game integer not null,
  -- 1 for the first.
  ordinal integer not null,
  -- The number in force.
  ball integer not null,
  extracted_at_utc_ms integer not null,
  -- How the number is known, as in the event: JSON.
  evidence text not null,
  -- When it was said in the hall, by whom, and what the caller goes by: JSON.
  announced_at_utc_ms integer,
  announced_by text,
  announced_evidence text,
  -- When the first panel showed it, and which.
  shown_at_utc_ms integer,
  panel text,
  -- A correction: when, and what had been recorded. Null is also: it could not be read.
  corrected_at_utc_ms integer,
  corrected_from integer,
  primary key (game, ordinal)
) strict, without rowid;


-- Where the cards of each game are: one row for consecutive cards with the same seller and
-- state. A card is in at most one row of its game.
create table card_sale (
  game integer not null,
  series text not null,
  -- First and last card.
  first integer not null,
  last integer not null,
  -- The person who has them, sold them or gave them back.
  seller integer not null,
  -- issued: with the seller. returned: back unsold, or found unsold in a recount. sold: with
  -- the seller when the sale closed, or found sold in a recount. burned: given back, not to
  -- be found and never sold. refunded: of a void game, paid back against the card.
  state text not null,
  -- When they came into this state.
  since_utc_ms integer not null,
  primary key (game, series, first)
) strict, without rowid;


-- Stops of the draw, and the question (G10 to G12).
create table stop (
  game integer not null,
  -- From 1 in each game.
  stop integer not null,
  stopped_at_utc_ms integer not null,
  -- How many balls were announced: those a claim in this stop counts.
  announced integer not null,
  -- called, claim, restart.
  cause text not null,
  -- «¿Alguna línea más? ¿Algún bingo más?»: when, and for which.
  asked_at_utc_ms integer,
  asked_line integer,
  asked_bingo integer,
  -- The order to go on.
  resumed_at_utc_ms integer,
  primary key (game, stop)
) strict, without rowid;


-- Claims (cantes) and their judgement.
create table claim (
  game integer not null,
  -- From 1 in each game.
  claim integer not null,
  stop integer not null,
  -- line or bingo.
  play text not null,
  -- The card, and the place of its face in the list of all cards (digits, as text); null
  -- where there is no such card.
  series text not null,
  card integer not null,
  face text,
  claimed_at_utc_ms integer not null,
  -- good, unknown_series, no_such_card, forged, not_sold, returned, play_closed, repeated,
  -- incomplete.
  verdict text not null,
  -- The judgement with its data, as in the event: JSON.
  judgement text not null,
  -- The jefe de mesa's word on a good one: accepted or rejected, when, who, why
  -- (manipulated, illegible, not_original: 33.7, 33.8).
  decision text,
  decided_at_utc_ms integer,
  decided_by text,
  reason text,
  primary key (game, claim)
) strict, without rowid;


-- Prizes (premios): one row for each winner's share.
create table prize (
  game integer not null,
  -- From 1 in each game.
  prize integer not null,
  -- line or bingo.
  play text not null,
  claim integer not null,
  series text not null,
  card integer not null,
  amount_cents integer not null,
  awarded_at_utc_ms integer not null,
  -- awarded: until the game ends. due: to be paid. paid. withheld: in dispute. unclaimed:
  -- nobody had come when the session closed; still paid against the card. void.
  state text not null,
  -- When it came into this state and who brought it there.
  since_utc_ms integer not null,
  by text not null,
  -- Why it is withheld.
  reason text,
  primary key (game, prize)
) strict, without rowid;


-- Money in and out, game by game.
create table cash_movement (
  -- The event.
  seq integer primary key,
  game integer not null,
  -- sale: cards sold. correction: what a recount of them changes (39.3.a); sale and
  -- corrections are the game's takings. prize: paid against a card (35.6). refund: cards of a void game (M18).
  kind text not null,
  -- Above zero into the till, below zero out of it: the sum is what must be there.
  amount_cents integer not null,
  at_utc_ms integer not null,
  actor text not null
) strict;


-- What the ball machine and its line did, balls of the draw apart (see `game_ball`).
create table machine_event (
  -- The event.
  seq integer primary key,
  at_utc_ms integer not null,
  -- The event's kind, as in "machine_saw".
  kind text not null,
  -- The power-up and the frame; null where there is none.
  boot text,
  frame integer,
  -- The event itself: JSON.
  body text not null
) strict;


-- HOLDs (ALTO): nothing is announced until two people find a way out.
create table hold (
  hold integer primary key,
  game integer not null,
  raised_at_utc_ms integer not null,
  raised_by text not null,
  -- The reason's word, as in "repeated", and the reason with its data: JSON.
  why text not null,
  detail text not null,
  -- The way out as proposed, later as taken: JSON; who proposed it and who agreed.
  exit text,
  exit_asked_by text,
  left_at_utc_ms integer,
  left_by text
) strict;


-- Diligencias: what the acta has to say besides the games' rows (37.3, 37.4). The words are
-- made by the program; a newer one may say them better and then rebuilds the table.
create table diligencia (
  -- The event.
  seq integer primary key,
  at_utc_ms integer not null,
  -- Null before the first session.
  session integer,
  -- Null where no game is meant.
  game integer,
  -- The event's kind, as in "session_opened".
  kind text not null,
  -- In Spanish.
  text text not null,
  -- Who answers for it, as in `event.actor`, with spaces between.
  signatories text not null,
  -- Of one that a person wrote (37.4): its number in the hall; incidencia or reclamacion.
  number integer,
  about text,
  -- The row of `sealed` with the claimant's name and document, and whether they signed: a
  -- claim without signature and document has no value.
  claimant_sealed integer,
  claimant_signed integer
) strict;


-- Actas put on disk as files.
create table acta (
  -- The event.
  seq integer primary key,
  session integer not null,
  -- Relative to the folder of the database.
  file text not null,
  -- SHA-256 of the file.
  sha256 blob not null,
  -- The last row of the record it covers.
  covers_seq integer not null,
  issued_at_utc_ms integer not null
) strict;


-- Copies of issued actas, marked COPIA. What is in them follows from the acta and this row.
create table acta_copy (
  session integer not null,
  -- From 1 in each session.
  copy integer not null,
  reason text not null,
  made_at_utc_ms integer not null,
  -- Who asked for it.
  by text not null,
  primary key (session, copy)
) strict;


-- Books of actas (libros diligenciados, 37.1). One that is opened again has two rows.
create table book (
  -- The event that opened it.
  seq integer primary key,
  book text not null,
  -- Who stamped it, and the local date of that.
  authority text not null,
  date text not null,
  -- The folios that were free when it was opened.
  first integer not null,
  last integer not null,
  -- Where books are split by face value, the price of the cards whose games stand in it.
  face_value_cents integer,
  opened_at_utc_ms integer not null,
  opened_by text not null,
  closed_at_utc_ms integer,
  closed_by text,
  -- How many folios stay empty.
  left_empty integer,
  reason text
) strict;


-- The folios on which actas stand.
create table acta_folio (
  book text not null,
  first integer not null,
  last integer not null,
  session integer not null,
  primary key (book, first)
) strict;
