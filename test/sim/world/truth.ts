import type { Content, Expectation, Fact } from '../checker/fact.ts';

/** The facts of the sources, recorded as they happen; only the checker reads them. */
export interface Truth {
  readonly begin: (fact: Fact) => void;
  /** Its source changed, so that it has to be looked at whatever its date. */
  readonly touch: (key: string, expected: 'pushed' | 'never', content: Content) => void;
  /** Its source has it no longer: it may have been sent before, and its refunds as well. */
  readonly vanish: (key: string) => void;
  /** Another source used its id or name, or the service takes no such body: it is not pushed by us. */
  readonly obstruct: (key: string, expected: 'conflict' | 'refused') => void;
  readonly expectationOf: (key: string) => Expectation | undefined;
  /** What must happen to a refund of this sale: it may follow one that exists, also by another client. */
  readonly expectationOfRefund: (key: string) => 'pushed' | 'either' | 'never';
  readonly facts: () => readonly Fact[];
}

const isSame = (a: Content, b: Content | undefined): boolean =>
  a.currency === b?.currency && a.total === b.total && a.tax === b.tax && a.state === b.state && a.at === b.at;

const withVersion = (fact: Fact, latest: Content): Fact => ({
  ...fact,
  versions: isSame(latest, fact.versions.at(-1)) ? fact.versions : [...fact.versions, latest],
});

/** What a sale that vanished is expected to be. */
const whenVanished = (expected: Expectation): Expectation => (expected === 'never' ? 'never' : 'either');

export const newTruth = (): Truth => {
  const facts = new Map<string, Fact>();
  const find = (key: string): Fact | undefined => [...facts.values()].find(({ keys }) => keys.includes(key));
  const change = (key: string, by: (fact: Fact) => Fact): void => {
    const before = find(key);
    if (before !== undefined) facts.set(before.keys[0], by(before));
  };
  const childrenOf = (key: string): readonly Fact[] => [...facts.values()].filter(({ parent }) => parent === key);
  const expectationOfRefund = (key: string): 'pushed' | 'either' | 'never' => {
    const ofSale = find(key)?.expected;
    return ofSale === 'pushed' ? 'pushed' : ofSale === 'conflict' ? 'either' : 'never';
  };
  return {
    begin: (fact) => void facts.set(fact.keys[0], fact),
    touch: (key, expected, content) => {
      change(key, (fact) => ({
        ...withVersion(fact, content),
        expected: fact.expected === 'conflict' || fact.expected === 'refused' ? fact.expected : expected,
      }));
      // A refund goes where its sale went, and is pushed when that is.
      const ofRefund = expectationOfRefund(key);
      for (const { keys, versions } of childrenOf(key)) {
        const latest = { ...(versions.at(-1) ?? versions[0]), state: content.state };
        change(keys[0], (fact) => ({ ...withVersion(fact, latest), expected: ofRefund }));
      }
    },
    vanish: (key) => {
      for (const { keys } of [...childrenOf(key), ...(find(key) === undefined ? [] : [{ keys: [key] as const }])]) {
        change(keys[0], (fact) => ({ ...fact, expected: whenVanished(fact.expected), inHistoryOf: [] }));
      }
    },
    obstruct: (key, expected) => {
      change(key, (fact) => ({ ...fact, expected }));
      const ofRefund = expectationOfRefund(key);
      for (const { keys } of childrenOf(key)) change(keys[0], (fact) => ({ ...fact, expected: ofRefund }));
    },
    expectationOf: (key) => find(key)?.expected,
    expectationOfRefund,
    facts: () => [...facts.values()],
  };
};
