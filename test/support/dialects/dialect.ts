import { noTwist, type Twist } from './twist.ts';

/** A form in which a service stores what it was sent, without changing what it means. */
export type Normalization =
  | 'ZIP+4'
  | 'ZIP as an integer'
  | 'country as USA'
  | 'country as null'
  | 'upper case texts'
  | 'lower case texts'
  | 'upper case ids'
  | 'no accents'
  | 'single spaces'
  | 'default entity'
  | 'day alone'
  | 'midnight'
  | 'milliseconds'
  | 'no milliseconds'
  | 'local offset'
  | 'float noise'
  | 'numeric texts'
  | 'three decimals'
  | 'more fields'
  | 'reordered lines'
  | 'new line ids'
  | 'no nulls'
  | 'blanks for nulls';

/** A change of meaning: a service that stores something else than it was sent. */
export type Distortion = 'whole amounts' | 'amounts as cents' | 'state of the seller' | 'the next day' | 'no purpose';

/** What the body of a success is. */
export type SuccessBody = 'stored' | 'as sent' | 'id' | 'empty' | 'success flag' | 'null' | 'HTML';

/** What the body of a 409 is. */
export type ExistsBody = 'issues' | 'empty' | 'HTML' | 'text' | 'stored' | 'wrapped' | 'id' | 'list of errors' | 'null';

/** The answer to a read of an id that is not there. */
export type UnknownAnswer = '404' | 'null data' | 'empty data' | 'empty object';

export type ListContents = 'everything' | 'id and name' | 'id, name and tax' | 'no lines';

/** How long a stored transaction is missing from the list. */
export type ListDelay = null | { readonly requests: number } | { readonly milliseconds: number };

/** Requires of a body what another service does not. */
export interface Demands {
  /** Our path to theirs: `{ transactedAt: 'occurredAt' }`. */
  readonly names: Readonly<Record<string, string>>;
  readonly amounts: 'number' | 'string' | 'minorUnits';
  /** Address parts: `no nulls` takes a missing part, `texts` needs `line1` and `city` as texts. */
  readonly parts: 'any' | 'no nulls' | 'texts';
  /** The longest name that is accepted. */
  readonly maxName: number | null;
  /** The longest product name that is accepted. */
  readonly maxProductName: number | null;
  readonly marketplaces: readonly string[] | null;
  readonly entities: readonly string[] | null;
  readonly zeroTotals: boolean;
  /** Fields that every body must carry with just this value. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Refuses every body, and names this path. */
  readonly refusedPath: string | null;
}

/** What goes wrong with the answers to some pushes, by their number from 1. */
export interface Trouble {
  readonly pushes: readonly number[];
  readonly answer: '502 HTML' | '200 HTML' | '500';
  readonly isStored: boolean;
}

/** Everything in which one service differs from another, as data. */
export interface Dialect {
  /** Who assigns ids: the client's are kept, or the service makes texts or its own numbers. */
  readonly ids: 'client' | 'own texts' | 'own numbers';
  readonly refuses: { readonly equalIds: boolean; readonly equalNames: boolean };
  readonly success: {
    readonly status: 200 | 201 | 202 | 204;
    readonly body: SuccessBody;
    readonly isWrapped: boolean;
  };
  readonly exists: ExistsBody;
  /** The answer to a read of one transaction. */
  readonly single: 'plain' | 'wrapped' | 'always 404';
  readonly unknown: UnknownAnswer;
  readonly stores: readonly Normalization[];
  readonly distorts: readonly Distortion[];
  readonly list: {
    readonly carries: ListContents;
    readonly delay: ListDelay;
    readonly cursors: 'offset' | 'position';
    readonly largestPage: number;
  };
  /** The status and the form of a refusal. */
  readonly refusal: {
    readonly status: 400 | 422;
    readonly form: 'dotted paths' | 'paths in parts' | 'brackets' | 'code alone';
  };
  readonly demands: Demands;
  readonly trouble: Trouble | null;
  readonly twist: Twist;
}

/** The service as the sandbox plays it. */
const plainDialect: Dialect = {
  ids: 'client',
  refuses: { equalIds: true, equalNames: true },
  success: { status: 200, body: 'stored', isWrapped: false },
  exists: 'issues',
  single: 'plain',
  unknown: '404',
  stores: [],
  distorts: [],
  list: { carries: 'everything', delay: null, cursors: 'offset', largestPage: 100 },
  refusal: { status: 422, form: 'dotted paths' },
  demands: {
    names: {},
    amounts: 'number',
    parts: 'any',
    maxName: null,
    maxProductName: null,
    marketplaces: null,
    entities: null,
    zeroTotals: true,
    constants: {},
    refusedPath: null,
  },
  trouble: null,
  twist: noTwist,
};

/** What a dialect differs in from the plain one; parts of parts may be left out. */
export interface DialectDifferences extends Partial<
  Pick<Dialect, 'ids' | 'exists' | 'single' | 'unknown' | 'stores' | 'distorts' | 'trouble'>
> {
  readonly refuses?: Partial<Dialect['refuses']>;
  readonly success?: Partial<Dialect['success']>;
  readonly list?: Partial<Dialect['list']>;
  readonly refusal?: Partial<Dialect['refusal']>;
  readonly demands?: Partial<Demands>;
  readonly twist?: Partial<Twist>;
}

/**
 * The plain dialect, but for some differences.
 *
 * @example
 * aDialect({ success: { status: 204, body: 'empty' } })
 */
export const aDialect = (differences: DialectDifferences = {}): Dialect => ({
  ...plainDialect,
  ...differences,
  refuses: { ...plainDialect.refuses, ...differences.refuses },
  success: { ...plainDialect.success, ...differences.success },
  list: { ...plainDialect.list, ...differences.list },
  refusal: { ...plainDialect.refusal, ...differences.refusal },
  demands: { ...plainDialect.demands, ...differences.demands },
  twist: { ...noTwist, ...differences.twist },
});
