import { aDialect, type Dialect } from '../../../support/dialects/dialect.ts';
import { drawDialect } from '../../../support/dialects/draw-dialect.ts';
import type { Dice } from '../../kernel/dice.ts';
import type { Twist } from '../../../support/dialects/twist.ts';
import type { CursorKind } from './service.ts';

/** What of its world a dialect has to fit. */
export interface Circumstances {
  readonly cursors: CursorKind;
  readonly pageSize: number;
  /** Processes that share the sync database. */
  readonly processes: number;
  readonly hasForeignWriter: boolean;
}

/** Where nothing is refused, a list may be much later: only there does it matter. */
const tenMinutes = 10 * 60_000;

/**
 * Whether the service stores one transaction as often as it is sent. Then the store must stay whole: when it is lost, what is
 * on its way, or not in the list yet, is not known to anyone.
 */
export const refusesNothing = ({ refuses }: Dialect): boolean => !refuses.equalIds && !refuses.equalNames;

/**
 * Whether the setting `identity: service` is required: where the service refuses nothing and its list is much later,
 * even the first push may be stored unseen when it gets no response (docs/service.md).
 */
export const needsItsIdentitySet = (dialect: Dialect): boolean =>
  dialect.ids !== 'client' &&
  refusesNothing(dialect) &&
  dialect.list.delay !== null &&
  'milliseconds' in dialect.list.delay &&
  dialect.list.delay.milliseconds === tenMinutes;

const refusesFor = (dialect: Dialect, { hasForeignWriter, processes }: Circumstances): Dialect['refuses'] => {
  const isClients = dialect.ids === 'client';
  // Another source may be quicker by a moment: then the refusal is all that keeps a sale from being there twice.
  if (hasForeignWriter) return { equalIds: isClients, equalNames: true };
  // Where ids are ours, a process pushes what another one has just pushed; the service has to know it again.
  if (refusesNothing(dialect) && isClients && processes > 1) return { equalIds: true, equalNames: false };
  return dialect.refuses;
};

/** What the list or a single read may not show. */
const hidden = ['total', 'taxCollected', 'transactedAt', 'shipToAddress.state', 'shipToAddress'] as const;

/** What a service does besides, or leaves undone; nothing for most. */
const twistFor = (dice: Dice, { ids, refuses }: Dialect, { hasForeignWriter }: Circumstances): Partial<Twist> => {
  const number = dice.int(2, 3);
  const some = (): readonly string[] => hidden.filter(() => dice.chance(0.4));
  switch (dice.pick(['none', 'locks', 'fails', 'hides', 'hides', 'writes', 'cursors', 'names'] as const)) {
    case 'none':
      return {};
    case 'locks':
      return { locksEach: number };
    case 'fails':
      return { failsEach: { number, body: dice.pick([{ error: 'try again' }, { success: false }] as const) } };
    case 'hides':
      return { listHides: some(), singleHides: dice.chance(0.5) ? some() : [] };
    case 'writes':
      return { writes: dice.pick(['money for people', 'days for people'] as const) };
    case 'cursors':
      return { cursorAs: 'number' };
    case 'names':
      // Where ids are ours, names prove nothing; a service that changes them refuses no equal ones.
      return ids === 'client' && refuses.equalIds && !hasForeignWriter
        ? { names: dice.pick(['prefixed', 'as Latin-1', 'as entities', 'suffixed', 'cut off'] as const) }
        : {};
  }
};

/** The dialect of a world's service: the plain one for some, for others any that can be pushed apart from a lie. */
export const dialectFor = (dice: Dice, circumstances: Circumstances): Dialect => {
  const { cursors, pageSize } = circumstances;
  const isPlain = dice.chance(0.3);
  const drawn = drawDialect(dice);
  const cut = (dialect: Dialect): Dialect => ({
    ...dialect,
    list: { ...dialect.list, cursors, largestPage: pageSize },
  });
  if (isPlain) return cut(aDialect());
  const refuses = refusesFor(drawn, circumstances);
  const isLater = dice.chance(0.5) && drawn.list.delay !== null && !refuses.equalIds && !refuses.equalNames;
  const list = isLater ? { ...drawn.list, delay: { milliseconds: tenMinutes } } : drawn.list;
  const dialect = { ...drawn, refuses, list };
  // The interface promises that one transaction can be read by its id; where that is ours, we know it.
  const isFound = dialect.ids === 'client' && dialect.single === 'always 404';
  const twist = { ...dialect.twist, ...twistFor(dice.fork('twist'), dialect, circumstances) };
  const single = isFound ? (dialect.success.isWrapped ? 'wrapped' : 'plain') : dialect.single;
  return cut({ ...dialect, single, twist });
};
