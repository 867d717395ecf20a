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

const rowOf = (state: string, { rules, collects, ends, disagreements, source }: NexusThreshold): string => {
  const rule = rules.at(-1) ?? rules[0];
  const earlier = rules.slice(0, -1).map((one, index) => `${amounts(one)} until ${rules[index + 1]?.from}`);
  const differ = disagreements.filter((about) => about !== 'marketplace sales');
  return [
    ...['', state, amounts(rule), rule.period, yesNo(rule.countsExemptSales), yesNo(rule.countsResale)],
    ...[marketplaceSales(state), collects ?? 'not found', ends ?? 'not found'],
    ...[`${rules[0].from}${earlier.length === 0 ? '' : `: ${earlier.join('; ')}`}`],
    ...[`[${source.name}](${source.link})${differ.length === 0 ? '' : `. Sources differ: ${differ.join(', ')}`}`, ''],
  ]
    .join(' | ')
    .trim();
};

const head = [
  '| state | enough | measured over | exempt sales | resale | marketplace sales | collect from | the duty lasts | since; earlier amounts | source |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

const table = [...head, ...Object.entries(nexusThresholds).map(([state, threshold]) => rowOf(state, threshold))];

it('lists the rules that the program counts by', () => {
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf('\n| state |');
  const kept = start < 0 ? text.trimEnd() : text.slice(0, start).trimEnd();
  const whole = `${kept}\n\n${table.join('\n')}\n`;
  if (process.env['THRESHOLDS'] === 'write') writeFileSync(page, whole);
  else
    expect(text.slice(start).replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-').trim()).toBe(
      table.join('\n').replaceAll(/-+/g, '-'),
    );
});
