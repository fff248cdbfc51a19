-- Version 7: checkpoints and who saw them. Table `subtree` is made from the record.
-- Checkpoints: the size and the root of the record, signed by the hall (C2SP signed-note and tlog-checkpoint). They stand
-- beside the record: what they say follows from it, but the signatures do not.
create table main.checkpoint (
  -- Of the record when it was signed. Each epoch is a log of its own name, so that none ever contradicts itself.
  epoch integer not null check (epoch > 0),

  -- How many lines it covers: it was the last one's number.
  size integer not null check (size >= 0),

  -- The note with the hall's signature.
  note text not null check (note <> ''),

  primary key (epoch, size)
) strict, without rowid;

create index main.checkpoint_by_size on checkpoint (size);


-- That screens, and servers of others, saw a checkpoint (C2SP tlog-cosignature). Each was checked when it came.
create table main.cosignature (
  epoch integer not null,
  size integer not null,

  -- Who, as in "mesa-1": the key is in the event of kind "witness_met".
  name text not null check (name <> ''),

  -- The line as it stands below the note.
  line text not null check (line <> ''),

  primary key (epoch, size, name)
) strict, without rowid;
