import type { Whereabouts } from '../far-side/start.ts';
import { lookOnly } from './look-only.ts';
import { measure, type Work } from './measure.ts';
import { naive } from './naive.ts';
import { readAndMap } from './read-and-map.ts';
import { receive } from './receive.ts';

/* A measured process: `node main.js <way> <whereabouts> <charges> [windows at a time]`. Reports on one line. */

const ways: Readonly<Record<string, (where: Whereabouts, charges: number, width: number) => Promise<Work>>> = {
  'look only': lookOnly,
  'read and map': readAndMap,
  receive,
  naive,
};

const [way = '', where = '', charges = '', width = '4'] = process.argv.slice(2);
const work = ways[way];
if (work === undefined) throw new Error(`there is no way "${way}"`);
const measured = await measure(() => work(JSON.parse(where) as Whereabouts, Number(charges), Number(width)));
process.stdout.write(`${JSON.stringify(measured)}\n`);
