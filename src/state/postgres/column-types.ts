const integer = 'integer[]';
const bigint = 'bigint[]';

/** The columns that are no text, by name: a name means the same in every table. */
const numbers: Readonly<Record<string, string>> = {
  run: integer,
  number: integer,
  position: integer,
  sent: integer,
  into_closed_periods: integer,
  walk: integer,
  is_deletion: integer,
  rings: integer,
  attempts: integer,
  parked: integer,
  one: integer,
  latest_walk: integer,
  complete_walk: integer,
  source: integer,
  service: integer,
  missing: integer,
  differing: integer,
  place: bigint,
  next_place: bigint,
  until: bigint,
  received_at: bigint,
  first_rung_at: bigint,
  due_at: bigint,
  claim_until: bigint,
  begun_at: bigint,
  paused_until: bigint,
  next_turn: bigint,
  seen_at: bigint,
};

/** The type of a list of values of a column. */
export const listType = (column: string): string => numbers[column] ?? 'text[]';
