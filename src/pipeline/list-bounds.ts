/**
 * Notices a service's list that never ends, repeats itself or has rows without ids, so that a run neither reads forever nor
 * trusts a broken list.
 */
import type { Logger } from '../domain/environment.ts';
import type { ServicePage } from '../domain/tax-service.ts';

/**
 * How a list fails to end. `repeats`: after several pages it begins again with its first one, so all of it was read.
 * `circles`: it repeats itself, and the rest is unknown. `endless`: it names more and more pages without a row.
 */
type ListBound = 'repeats' | 'circles' | 'endless' | null;

/** Ids that are kept to notice this; the first pages are enough, because a list that begins again shows them. */
const maxKnown = 100_000;

/** Pages in a row that only repeat rows of earlier pages. */
const maxRepeated = 3;

/** Empty pages in a row, each with a cursor for the next one. */
const maxEmpty = 50;

/** Watches the pages of one reading of the list. */
export const watchPages = (log: Pick<Logger, 'warn'>): ((page: ServicePage) => ListBound) => {
  const known = new Set<string>();
  let first: ReadonlySet<string> | null = null;
  let [fresh, repeated, empty, isWarned] = [0, 0, 0, false];
  return ({ transactions, withoutId = 0, deleted = 0 }) => {
    if (withoutId > 0 && !isWarned) {
      isWarned = true;
      log.warn(
        'Rows of the list of the Tax Nexus Service have no id. They are passed over: if one of them is a sale of yours, only its name protects it from being sent again.',
        { rows: withoutId },
      );
    }
    const ids = new Set(transactions.map(({ id }) => id));
    empty = ids.size + deleted === 0 ? empty + 1 : 0;
    const isRepeated = ids.size > 0 && [...ids].every((id) => known.has(id));
    repeated = isRepeated ? repeated + 1 : 0;
    if (ids.size > 0 && !isRepeated) fresh += 1;
    if (known.size < maxKnown) for (const id of ids) known.add(id);
    // A service that ignores cursors shows its first page forever, which is not the end.
    if (isRepeated && fresh > 1 && first !== null && isSame(ids, first)) {
      log.warn('The list of the Tax Nexus Service begins again after its end. It was read once, up to that end.');
      return 'repeats';
    }
    if (ids.size > 0) first ??= ids;
    if (repeated >= maxRepeated) return 'circles';
    return empty >= maxEmpty ? 'endless' : null;
  };
};

export const endlessList = `The list of the Tax Nexus Service does not end: ${maxEmpty} consecutive pages without a row each named a next page. Nothing more was pushed. Ask its support: the last page must not name a next page.`;

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));
