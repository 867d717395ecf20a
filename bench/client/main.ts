import { keepHeapLean } from '../../src/cli/process.ts';
import { bare } from './bare.ts';
import { mapping } from './mapping.ts';
import { readTexts } from './read-texts.ts';
import { sync } from './sync.ts';

/*
 * A measured process, which reports on one line:
 *   node main.js bare|durable|sync|hosted <origin> <book> <concurrency> <warmsUp>
 *   node main.js mapping <origin> <rounds>
 */

const [kind = '', origin = '', ...rest] = process.argv.slice(2);

const report = async (): Promise<unknown> => {
  if (kind === 'mapping') return Object.fromEntries(mapping(await readTexts(origin), Number(rest[0])));
  const [store = '', concurrency = '', warmsUp = ''] = rest;
  const task = { origin, store, concurrency: Number(concurrency), warmsUp: warmsUp === 'true' };
  // As `tax-nexus sync` does.
  if (kind === 'sync') keepHeapLean();
  return kind === 'sync' || kind === 'hosted' ? sync(task) : bare(task, kind === 'durable');
};

process.stdout.write(`${JSON.stringify(await report())}\n`);
