import type { Logger } from '../domain/environment.ts';
import type { ServicePage } from '../domain/tax-service.ts';

/** Pages in a row that hold nothing but what earlier pages had: the list begins again. */
const maxRepeated = 3;
/** Ids that are kept for that: a list that begins again shows its first pages. */
const maxKnown = 100_000;
/** Empty pages in a row, each with a cursor for the next one. */
const maxEmpty = 50;

/** A list must end. `repeats`: it begins again, so that all of it was read; `endless`: it names ever more pages without a row. */
type ListBound = 'repeats' | 'endless' | null;

/** Watches the pages of one reading of the list. */
export const watchPages = (log: Pick<Logger, 'warn'>): ((page: ServicePage) => ListBound) => {
  const known = new Set<string>();
  let [repeated, empty, isWarned] = [0, 0, false];
  return ({ transactions, withoutId = 0 }) => {
    if (withoutId > 0 && !isWarned) {
      isWarned = true;
      log.warn(
        'Rows of the list of the Tax Nexus Service have no id. They are passed over: if one of them is a sale of yours, only its name protects it from being sent again.',
        { rows: withoutId },
      );
    }
    const ids = new Set(transactions.map(({ id }) => id));
    empty = ids.size === 0 ? empty + 1 : 0;
    repeated = ids.size > 0 && [...ids].every((id) => known.has(id)) ? repeated + 1 : 0;
    if (known.size < maxKnown) for (const id of ids) known.add(id);
    if (repeated >= maxRepeated) {
      log.warn('The list of the Tax Nexus Service begins again after its end. It was read once, as far as that.');
      return 'repeats';
    }
    return empty >= maxEmpty ? 'endless' : null;
  };
};

export const endlessList = `The list of the Tax Nexus Service has no end: it names ever more pages, and ${maxEmpty} in a row hold nothing. Nothing more was pushed. Ask its support; the last page has to name no next one.`;
