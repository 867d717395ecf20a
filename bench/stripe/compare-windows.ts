import { median } from '../median.ts';
import { ratioOf, type Row } from '../row.ts';
import { run } from './run.ts';

const latencyMs = 100;
const widths = [1, 4, 16] as const;

export interface WindowsPlan {
  readonly sales: number;
  readonly rounds: number;
}

/** Charges a second of a Stripe account whose windows are read side by side, so many at a time; nothing is pushed. */
export const compareWindows = async ({ sales, rounds }: WindowsPlan): Promise<readonly Row[]> => {
  const rates = new Map<number, number[]>(widths.map((width) => [width, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const width of widths) {
      const measured = await run('client/main.js', { sales, latencyMs }, ({ whereabouts }) => [
        'read and map',
        JSON.stringify(whereabouts),
        String(sales),
        String(width),
      ]);
      rates.get(width)?.push((measured.charges * 1_000) / measured.wallMs);
    }
  }
  const rateAt = (width: number): number => median(rates.get(width) ?? []);
  return widths.map((width, index) => ({
    what: `${index === 0 ? '(f)' : '   '} Stripe, ${width} window${width === 1 ? '' : 's'} at a time`,
    ratio: ratioOf(rateAt(width), rateAt(1)),
    goal: '',
    measured: `${rateAt(width).toFixed(0)} charges/s`,
    'compared with': `one window; ${latencyMs} ms before each answer, 25 requests/s at each endpoint`,
  }));
};
