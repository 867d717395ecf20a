/** A place at which something can go wrong. */
export type Site =
  | 'push'
  | 'find'
  | 'list'
  | 'shopify'
  | 'bulk'
  | 'result'
  | 'stripe'
  | 'webhook'
  | 'change'
  | 'book'
  | 'life'
  | 'commit'
  | 'nemesis'
  | 'death';

/**
 * What goes wrong, and where. A world asks at each pass of a site and names what could fail there; the chooser may be
 * random or follow a plan.
 */
export interface Faults {
  /** Undefined when nothing goes wrong this time. */
  readonly at: <Fault extends string>(site: Site, menu: readonly Fault[]) => Fault | undefined;
  /** From now on nothing goes wrong any more. */
  readonly end: () => void;
  /** Things go wrong again. */
  readonly begin: () => void;
  /** How often each fault happened: `push 500 after`. */
  readonly counts: () => ReadonlyMap<string, number>;
}
