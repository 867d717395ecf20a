import { readFileSync } from 'node:fs';

const added = (sums, counts) => {
  for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
};

const lineOf = ([subject, sums]) =>
  `${subject}: ${[...sums].map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`).join(', ')}`;

/** The figures that suites have noted in a file (`reportCounts`), those of one subject added up: a line for each subject. */
export const countsLines = (path) => {
  const bySubject = new Map();
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const { subject, counts } = JSON.parse(line);
    bySubject.set(subject, added(bySubject.get(subject) ?? new Map(), counts));
  }
  return [...bySubject].sort(([a], [b]) => (a < b ? -1 : 1)).map(lineOf);
};
