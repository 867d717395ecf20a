import * as t from 'io-ts';

const Total = t.type({ count: t.number, total: t.string, taxCollected: t.string });
const Counts = t.record(t.string, t.number);

/** The one JSON object that a run prints: every documented key. */
export const PrintedReport = t.type({
  runId: t.string,
  storefronts: t.array(t.string),
  range: t.type({ from: t.string, to: t.string, timeZone: t.record(t.string, t.string) }),
  dryRun: t.boolean,
  considered: t.number,
  attempted: t.number,
  succeeded: t.number,
  failed: t.number,
  alreadyPresent: t.number,
  differing: t.number,
  notCompared: t.number,
  skipped: Counts,
  held: Counts,
  failures: t.array(
    t.type({ storefront: t.string, sourceId: t.string, name: t.string, reason: t.string, message: t.string }),
  ),
  totals: t.record(t.string, t.record(t.string, Total)),
  startedAt: t.string,
  finishedAt: t.union([t.string, t.null]),
  review: t.type({ service: t.string, prompt: t.string, look: t.array(t.unknown), decide: t.array(t.unknown) }),
});
export type PrintedReport = t.TypeOf<typeof PrintedReport>;

/** Exactly one JSON object on exactly one line; anything else fails the test. */
export const readReport = (out: string): PrintedReport => {
  if (!/^\{[^\n]*\}\n$/.test(out)) throw new Error(`not one JSON object on one line: ${out.slice(0, 200)}`);
  const value: unknown = JSON.parse(out);
  if (!PrintedReport.is(value)) throw new Error(`not a report: ${out.slice(0, 200)}`);
  return value;
};

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Both identities of the glossary. */
export const addsUp = ({
  considered,
  attempted,
  succeeded,
  alreadyPresent,
  failed,
  skipped,
  held,
}: PrintedReport): boolean =>
  considered === attempted + sumOf(skipped) + sumOf(held) && attempted === succeeded + alreadyPresent + failed;
