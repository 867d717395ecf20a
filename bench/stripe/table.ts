import type { Measured } from './run.ts';

const columns: readonly (readonly [title: string, value: (measured: Measured) => string])[] = [
  ['charges', ({ charges }) => String(charges)],
  ['charges/s', ({ charges, wallMs }) => ((charges / wallMs) * 1000).toFixed(0)],
  ['calls/100', ({ calls, charges }) => ((calls / charges) * 100).toFixed(2)],
  ['429s', ({ refused }) => String(refused)],
  ['µs CPU/charge', ({ cpuUs, charges }) => (cpuUs / charges).toFixed(0)],
  ['µs CPU of its database', ({ databaseCpuUs, charges }) => (databaseCpuUs / charges).toFixed(0)],
  ['charges per CPU s', (measured) => perCpuSecond(measured).toFixed(0)],
  ['peak RSS', ({ peakRssKb }) => `${(peakRssKb / 1024).toFixed(0)} MB`],
  ['result', ({ result }) => result],
];

/** Charges for each second of CPU, the database's included. */
export const perCpuSecond = ({ charges, cpuUs, databaseCpuUs }: Measured): number =>
  charges / ((cpuUs + databaseCpuUs) / 1_000_000);

export const callsPerCharge = ({ calls, charges }: Measured): number => calls / charges;

/** The measurements under each other, one row each. */
export const table = (rows: readonly (readonly [name: string, measured: Measured])[]): string => {
  const cells = [
    ['', ...columns.map(([title]) => title)],
    ...rows.map(([name, measured]) => [name, ...columns.map(([, value]) => value(measured))]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
