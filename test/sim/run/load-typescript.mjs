import { readFile } from 'node:fs/promises';
import { transform } from '@swc/core';

const optionsOf = (filename) => ({
  filename,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', tsx: filename.endsWith('.tsx') },
    transform: { react: { runtime: 'automatic', importSource: 'hono/jsx' } },
  },
  module: { type: 'es6' },
});

/**
 * Files that the product loads when it first needs them are there from the start: a loader takes real time for each `import()`, over
 * which a virtual clock leaps, and no world would go the same way again.
 */
const loadedAhead = (code) => {
  const files = [];
  const ahead = code.replace(/\bimport\(('\.[^']+')\)/g, (_, file) => {
    files.push(file);
    return `Promise.resolve(loadedAhead${files.length})`;
  });
  return files.map((file, index) => `import * as loadedAhead${index + 1} from ${file};`).join('') + ahead;
};

/** Takes the types off, so that the simulation runs from its sources. */
export const load = async (url, context, next) => {
  if (!/\.tsx?$/.test(url)) return next(url, context);
  const file = new URL(url);
  const text = await readFile(file, 'utf8');
  const isLazy = file.pathname.includes('/src/live/') && !file.pathname.includes('/jobs/');
  const { code } = await transform(isLazy ? loadedAhead(text) : text, optionsOf(file.pathname));
  return { format: 'module', shortCircuit: true, source: code };
};
