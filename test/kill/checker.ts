import type { SoldOrder } from './shop-truth.ts';

/** One insert at the service, in minor units. */
export interface Pushed {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly total: bigint;
  readonly tax: bigint;
}

/** What the sync database says of one transaction that was tried. */
export interface Kept {
  readonly id: string;
  readonly status: string;
}

/** Source ids (or transaction ids, where there is no source), by what went wrong; all empty when nothing did. */
export interface Findings {
  /** Sold, and not at the service. */
  readonly lost: readonly string[];
  /** More than one transaction for one order. */
  readonly doubled: readonly string[];
  /** At the service with other amounts than it was sold for. */
  readonly centsOff: readonly string[];
  /** At the service, though it must not be, or it is unknown what it is. */
  readonly unexpected: readonly string[];
  /** The sync database says that the service has it, and it does not. */
  readonly falselyConfirmed: readonly string[];
  /** Still open in the sync database at the end. */
  readonly open: readonly string[];
}

/** The number of the edit, return or refund that a transaction is about, or the part of an order; undefined for a whole sale. */
const partOf = ({ id, name }: Pushed): string | undefined => {
  const addition = /:(?:edit|return|refund):(\d+)$/.exec(id)?.[1] ?? /(?:edit|return|refund) (\d+)$/.exec(name)?.[1];
  const order = /(\d+):marketplace$/.exec(id)?.[1] ?? /(\d+) · marketplace part$/.exec(name)?.[1];
  return addition ?? (order === undefined ? undefined : `${order}:marketplace`);
};

/** An order's own number, wherever in an id it stands; the own number of an addition or a part. */
const isAbout = (one: Pushed, sourceId: string): boolean => {
  const part = partOf(one);
  if (part !== undefined) return part === sourceId;
  return one.id.split(':').includes(sourceId) || one.name.split(' ').includes(sourceId);
};

/**
 * Compares what the shop sold with what the service was sent and what the sync database believes. Pure, and it knows nothing
 * of the pipeline: a defect there cannot hide itself here.
 */
export const check = (sold: readonly SoldOrder[], journal: readonly Pushed[], store: readonly Kept[]): Findings => {
  const bySource = sold.map((order) => ({ order, pushed: journal.filter((one) => isAbout(one, order.sourceId)) }));
  const eligible = bySource.filter(({ order }) => order.pushed !== null);
  const known = new Set(eligible.flatMap(({ pushed }) => pushed));
  const ids = new Set(journal.map(({ id }) => id));
  const sources = (found: typeof bySource): readonly string[] => found.map(({ order }) => order.sourceId);
  const isOff = ({ order, pushed }: (typeof bySource)[number]): boolean =>
    pushed.some(
      ({ currency, total, tax }) =>
        currency !== order.currency || total !== order.pushed?.total || tax !== order.pushed.tax,
    );
  return {
    lost: sources(eligible.filter(({ pushed }) => pushed.length === 0)),
    doubled: sources(bySource.filter(({ pushed }) => pushed.length > 1)),
    centsOff: sources(eligible.filter(isOff)),
    unexpected: journal.filter((one) => !known.has(one)).map(({ id }) => id),
    falselyConfirmed: store.filter(({ id, status }) => status === 'confirmed' && !ids.has(id)).map(({ id }) => id),
    open: store.filter(({ status }) => status === 'intent').map(({ id }) => id),
  };
};

export const nothingWrong: Findings = {
  lost: [],
  doubled: [],
  centsOff: [],
  unexpected: [],
  falselyConfirmed: [],
  open: [],
};
