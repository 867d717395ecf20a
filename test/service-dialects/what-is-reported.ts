import type { ReportLine } from '../../src/domain/run.ts';
import type { Json } from '../support/dialects/json.ts';
import { aDialectWorld, type DialectWorld, type DialectWorldOptions, type Ran } from './a-dialect-world.ts';
import type { DrawnService } from './a-drawn-service.ts';
import { keyOfNumber, theSales } from './the-sales.ts';
import { heldOf, meaningOf } from './truth-of.ts';

const hour = 3_600_000;
const numbers = theSales.map((_sale, index) => index + 1);
const keyIn = (row: Json): string => /(\d{7})$/.exec(String(row['name']))?.[1] ?? '';
const timesIn = (rows: readonly Json[], number: number): number =>
  rows.filter((row) => keyIn(row) === keyOfNumber(number)).length;

/** What a message has to name so that a person knows what to do. */
const remedy = /service\.|run again|support|sync database|Retry|reconcile again/i;

const isFinished = ({ isRight, status }: Ran): boolean => isRight && status === 'finished';

/** What a person would do about a message, in settings of the wire. */
const settingsIn = (texts: string): Readonly<Record<string, unknown>> => {
  const cursor = /service\.wire\.nextCursor to .*such as "([^"]+)"/.exec(texts)?.[1];
  const id = /service\.wire\.names to \{ "id": "(\w+)" \}/.exec(texts)?.[1];
  return {
    ...(cursor !== undefined && { nextCursor: cursor }),
    ...(id !== undefined && { names: { id } }),
    ...(texts.includes('leaveOut') && { leaveOut: ['subtotal'] }),
  };
};

/** What lines say of sales that the service does not hold, or holds twice. */
const untruthsIn = (lines: readonly ReportLine[], label: string, rows: readonly Json[]): readonly string[] =>
  numbers.flatMap((number) => {
    const times = timesIn(rows, number);
    const line = lines.find(({ sourceId }) => sourceId === keyOfNumber(number));
    const isClaimed = line !== undefined && ['succeeded', 'alreadyPresent'].includes(line.outcome);
    return [
      ...(times > 1 ? [`${label}: ${number} is stored ${times} times`] : []),
      ...(isClaimed && times === 0 ? [`${label}: ${number} is called ${line.outcome}, and is not stored`] : []),
    ];
  });

/** The same of a run; and whether it stopped in time, with advice. */
const untruthsOf = (ran: Ran, label: string, rows: readonly Json[], storedBefore: number): readonly string[] => [
  ...untruthsIn(ran.entries, label, rows),
  ...(isFinished(ran) || remedy.test(ran.texts) ? [] : [`${label}: it stopped without advice: ${ran.texts}`]),
  // Two kinds of refusals in turns, at the most.
  ...(!isFinished(ran) && ran.posts > 40 && rows.length === storedBefore
    ? [`${label}: ${ran.posts} POSTs for nothing`]
    : []),
];

type State = 'absent' | 'other' | 'same' | 'unseen';

/** What is true of a sale at the service, and whether the service shows it. */
const stateOf = ({ event, hidden, dialect }: DrawnService, rows: readonly Json[], number: number): State => {
  const covers = (hides: readonly string[], path: string): boolean =>
    hides.some((one) => path === one || path.startsWith(`${one}.`));
  const isSeen = (path: string): boolean =>
    !covers(hidden.list, path) || (dialect.twist.singleStatus === null && !covers(hidden.single, path));
  const row = rows.find((one) => keyIn(one) === keyOfNumber(number));
  const sale = theSales[number - 1];
  if (row === undefined || sale === undefined) return 'absent';
  const ours = heldOf(sale).fields;
  if (meaningOf({ ...row, currency: ours['currency'] }) !== meaningOf(ours))
    return isSeen(event?.alter?.path ?? 'total') ? 'other' : 'unseen';
  const hasState = (sale.destinations[0]?.address.state ?? null) !== null;
  const decisive = [
    'total',
    'taxCollected',
    'transactedAt',
    hasState ? 'shipToAddress.state' : 'shipToAddress.country',
  ];
  return decisive.every(isSeen) ? 'same' : 'unseen';
};

const isMark = ({ event }: DrawnService): boolean =>
  ['purpose', 'entity', 'marketplace'].includes(event?.alter?.path ?? '');

/** Where single reads are refused, or the service writes its own names, it may be unknown what is there. */
const mayBeUnknown = ({ dialect, holds, words }: DrawnService): boolean =>
  dialect.twist.singleStatus !== null || holds.length > 0 || /names (come back|cut off|suffixed|upper)/.test(words);

const checkProof = async (world: DialectWorld, drawn: DrawnService, isWhole: boolean): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const rows = world.service.stored();
  const states = new Map(numbers.map((number) => [number, stateOf(drawn, rows, number)]));
  const { proof } = await world.reconcile();
  const all = [...states.values()];
  // A mark that is shown nowhere is not compared, and an exemption that is shown nowhere counts as none.
  const hidesMarks = ['purpose', 'entity', 'marketplace'].some(
    (mark) => drawn.hidden.list.includes(mark) && drawn.hidden.single.includes(mark),
  );
  const tied = await world.tieOut();
  if (tied.isTied !== proof.isComplete)
    wrong.push(`reconcile is complete: ${proof.isComplete}, tied out: ${tied.isTied}`);
  const named = proof.differences.filter(({ resolution }) => resolution === null);
  const [theirs, ours] = [tied.atService, named].map((some) => some.map(({ kind, id }) => `${kind} ${id}`).sort());
  if (theirs?.join() !== ours?.join() || tied.notCompared !== proof.notCompared)
    wrong.push(`reconcile names ${ours?.join()}, the tie-out ${theirs?.join()}`);
  const isNotShown = all.includes('unseen') && !isMark(drawn);
  if (proof.isComplete && (all.includes('absent') || all.includes('other') || isNotShown))
    wrong.push(`reconcile is complete: ${all.join(', ')}`);
  const isSame = all.every((state) => state === 'same');
  if (!proof.isComplete && isSame && isWhole && !hidesMarks && !mayBeUnknown(drawn))
    wrong.push(`reconcile is not complete: ${proof.notCompared}, ${JSON.stringify(proof.differences.slice(0, 2))}`);
  if (proof.isComplete && proof.totals.some((line) => !line.isSame))
    wrong.push('reconcile is complete, and totals differ');
  for (const [number, state] of isWhole ? states : []) {
    const found = proof.differences.find(({ sourceId }) => sourceId === keyOfNumber(number));
    if (found?.kind === 'missing at the service' && state !== 'absent')
      wrong.push(`reconcile calls ${number} missing: ${state}`);
    if (found?.kind === 'differs' && state === 'same' && !hidesMarks)
      wrong.push(`reconcile says ${number} differs: ${found.message}`);
  }
  const { lost = [], alter } = drawn.event ?? {};
  for (const number of isWhole ? [...lost.slice(0, 2), ...(alter?.numbers.slice(0, 2) ?? []), 3, 9] : []) {
    const [state, view] = [states.get(number) ?? 'absent', await world.explain(keyOfNumber(number))];
    const allowed: Readonly<Record<State, readonly string[]>> = {
      absent: ['Absent'],
      other: ['Differs', 'NotCompared'],
      same: ['Same'],
      unseen: ['NotCompared', 'Differs', ...(isMark(drawn) ? ['Same'] : [])],
    };
    const isAllowed = allowed[state].includes(view) || (view === 'Unknown' && mayBeUnknown(drawn));
    const isHiddenMark = isMark(drawn) && drawn.dialect.twist.singleStatus !== null;
    if (!isAllowed && !isHiddenMark) wrong.push(`explain says ${view} of ${number}, which is ${state}`);
  }
  return wrong;
};

/**
 * Syncs the sales to a drawn service, lets something happen there, reconciles, explains, and syncs with an empty sync database. Returns
 * each word that is not true.
 */
export const untruths = async (
  drawn: DrawnService,
  more: Pick<DialectWorldOptions, 'alter'> = {},
): Promise<readonly string[]> => {
  const world = await aDialectWorld({ ...drawn, ...more });
  const { service } = world;
  const wrong: string[] = [];
  const run = async (label: string): Promise<Ran> => {
    const before = service.stored().length;
    const ran = await world.run();
    wrong.push(...untruthsOf(ran, label, service.stored(), before));
    world.pass(2 * hour);
    return ran;
  };
  try {
    // What another source wrote was there long before.
    service.catchUp();
    world.pass(24 * hour);
    world.sell(theSales.slice(0, drawn.first));
    let ran = await run('the first run');
    world.sell(theSales);
    if (drawn.isLive) {
      const named = numbers.filter((number) => number > drawn.first || number % 5 === 0).map(keyOfNumber);
      wrong.push(...untruthsIn(await world.arrive(named), 'live', service.stored()));
    }
    let wire: Readonly<Record<string, unknown>> = {};
    for (const label of ['the second run', 'the third run', 'the fourth run']) {
      wire = { ...wire, ...settingsIn(ran.texts) };
      world.setWire(wire);
      ran = await run(label);
    }
    const isWhole = isFinished(ran) && ran.report.failed === 0;
    const { refusedAlone = numbers } = drawn;
    for (const number of numbers.filter((one) => !refusedAlone.includes(one)))
      if (timesIn(service.stored(), number) === 0) wrong.push(`${number} is not stored, and only others are refused`);
    const stored = numbers.filter((number) => timesIn(service.stored(), number) > 0).length;
    if (isWhole && stored < numbers.length) wrong.push(`finished, and ${stored} are stored`);
    const { lost, isReused, alter } = drawn.event ?? {};
    if (lost !== undefined) {
      const keys = new Set(lost.map(keyOfNumber));
      service.forget((name) => keys.has(name.slice(-7)));
      if (isReused === true && drawn.dialect.ids !== 'client') service.reuse(lost.length);
    }
    if (alter !== undefined) {
      const keys = new Set(alter.numbers.map(keyOfNumber));
      service.alter((row) => (keys.has(keyIn(row)) ? alter.change(row) : row));
    }
    if (drawn.event !== null) {
      const before = service.stored().length;
      // Single reads that are refused deny nothing; and what another source lost was never sent.
      const isKnown = drawn.dialect.twist.singleStatus === null;
      const after = await world.run();
      world.pass(2 * hour);
      const claims = untruthsOf(after, 'the run after that', service.stored(), before);
      // A run that had stopped goes on, with what it had found before.
      const isNew = isFinished(ran) && !(isReused === true && Object.keys(wire).length > 0);
      wrong.push(...claims.filter((claim) => (isKnown && isNew) || !claim.includes('is called')));
      const isSentAgain = service.stored().length > before;
      if (isSentAgain && isWhole && drawn.holds.length === 0) wrong.push('what was lost is sent again by itself');
    }
    const isRead = isFinished(ran) && !(isReused === true && Object.keys(wire).length > 0);
    if (isRead) wrong.push(...(await checkProof(world, drawn, isWhole)));
    world.loseBook();
    await run('the run with an empty sync database');
    return wrong;
  } finally {
    await world.close();
  }
};
