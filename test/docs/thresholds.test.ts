import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { facilitatorLaws } from '../../src/mapping/facilitator-laws.ts';
import type { NexusRule, NexusThreshold } from '../../src/mapping/nexus-rule.ts';
import { nexusThresholds } from '../../src/mapping/nexus-thresholds.ts';

const page = 'docs/thresholds.md';

const amounts = ({ sales, isReachedAtAmount, transactions, needsBoth, minTransactions }: NexusRule): string =>
  `${isReachedAtAmount ? '≥' : '>'} ${sales.toLocaleString('en-US')}` +
  (minTransactions === 0 ? '' : ` in at least ${minTransactions} sales`) +
  (transactions === null ? '' : ` ${needsBoth ? 'and' : 'or'} ${transactions} sales`);

const yesNo = (yes: boolean): string => (yes ? 'yes' : 'no');

const marketplaceSales = (state: string): string => {
  const counts = facilitatorLaws[state]?.countsTowardThreshold;
  return counts === null ? 'yes; sources differ' : yesNo(counts === true);
};

/** What else was different from the present rule. */
const otherTerms = (before: NexusRule, now: NexusRule): readonly string[] => [
  ...(before.countsResale === now.countsResale ? [] : [before.countsResale ? 'resale counted' : 'resale not counted']),
  ...(before.countsMarketplaceSales === true ? ['marketplace sales counted'] : []),
  ...(before.collects === now.collects ? [] : [`collect from: ${before.collects}`]),
];

const rowOf = (state: string, { rules, disagreements, source }: NexusThreshold): string => {
  const rule = rules.at(-1) ?? rules[0];
  const earlier = rules
    .slice(0, -1)
    .map((one, index) =>
      [amounts(one), ...otherTerms(one, rule), `until ${rules[index + 1]?.from}`]
        .join(', ')
        .replace(/, (?=until)/, ' '),
    );
  const differ = disagreements.filter((about) => about !== 'marketplace sales');
  return [
    ...['', state, amounts(rule), rule.period, yesNo(rule.countsExemptSales), yesNo(rule.countsResale)],
    ...[marketplaceSales(state), rule.collects ?? 'not found', rule.ends ?? 'not found'],
    ...[`${rules[0].from}${earlier.length === 0 ? '' : `: ${earlier.join('; ')}`}`],
    ...[`[${source.name}](${source.link})${differ.length === 0 ? '' : `. Sources differ: ${differ.join(', ')}`}`, ''],
  ]
    .join(' | ')
    .trim();
};

const head = [
  '| state | enough | measured over | exempt sales | resale | marketplace sales | collect from | the duty lasts | since; earlier rules | source |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

const table = [...head, ...Object.entries(nexusThresholds).map(([state, threshold]) => rowOf(state, threshold))];

it('lists the rules that the program counts by', () => {
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf('\n| state | enough');
  const kept = start < 0 ? text.trimEnd() : text.slice(0, start).trimEnd();
  const whole = `${kept}\n\n${table.join('\n')}\n`;
  if (process.env['THRESHOLDS'] === 'write') writeFileSync(page, whole);
  else
    expect(text.slice(start).replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-').trim()).toBe(
      table.join('\n').replaceAll(/-+/g, '-'),
    );
});

it('says of each state whose sources differ what they say, and what is counted', () => {
  const text = readFileSync(page, 'utf8');
  const [, section = ''] = text.split('## Where sources differ');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([A-Z]{2}) +\| ([^|]+?) +\| /gm)];
  expect(rows.map(([, state, about]) => `${state}: ${about}`)).toStrictEqual(
    Object.entries(nexusThresholds).flatMap(([state, { disagreements }]) =>
      disagreements.map((about) => `${state}: ${about}`),
    ),
  );
});
