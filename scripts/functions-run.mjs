// Which of our files and functions run between two moments, by the profiler of V8, for `sale-path.mjs` and `traces.mjs`.
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../dist/', import.meta.url));
const session = new Session();
session.connect();
await session.post('Profiler.enable');

/** Begins to watch, from now on. */
export const watch = () => session.post('Profiler.startPreciseCoverage', { callCount: true });

/** What has run since `watch`; undefined if nothing was watched. */
export const seen = async () => {
  const taken = await session.post('Profiler.takePreciseCoverage').catch(() => undefined);
  return taken === undefined ? undefined : ofOurs(taken.result);
};

/** Each of our files that ran, with its number of functions that ran. A file that was only loaded is left out. */
export const ofOurs = (scripts) => {
  const files = new Map();
  for (const { url, functions } of scripts) {
    if (!url.startsWith('file:') || !fileURLToPath(url).startsWith(top)) continue;
    const path = relative(top, fileURLToPath(url)).replace(/\.js$/, '.ts');
    // A function that begins the file is the file itself, as it is loaded.
    const ran = functions.filter(({ ranges: [{ startOffset, count }] }) => startOffset > 0 && count > 0);
    if (ran.length > 0 && /^(src|connectors)\//.test(path)) files.set(path, ran.length);
  }
  return files;
};
