import { runMapping } from './client/run.ts';
import type { FarSide } from './far-side/start.ts';
import type { Plan } from './plan.ts';
import { ratioOf, type Row } from './row.ts';

const microseconds = (value: number): string => `${value.toFixed(1)} µs`;

/** The mapping without any input or output, step by step. */
export const mapAlone = async (farSide: FarSide, plan: Plan): Promise<readonly Row[]> => {
  await farSide.begin({ warmUp: 0, measured: 1_000 });
  const steps = await runMapping(farSide.origin, plan.mappingRounds);
  const { 'JSON.parse': parse = Number.NaN, 'hand-written map': bare = Number.NaN, ...ours } = steps;
  const all = Object.values(ours).reduce((sum, one) => sum + one, 0);
  return [
    {
      what: '(d) mapping alone, per order',
      ratio: ratioOf(all, parse),
      goal: '',
      measured: microseconds(all),
      'compared with': `JSON.parse ${microseconds(parse)}, hand-written map ${microseconds(bare)}`,
    },
    ...Object.entries(ours).map(([step, value]) => ({
      what: `    ${step}`,
      ratio: ratioOf(value, parse),
      goal: '',
      measured: microseconds(value),
      'compared with': '',
    })),
  ];
};
