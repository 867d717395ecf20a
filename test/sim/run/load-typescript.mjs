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

/** Takes the types off, so that the simulation runs from its sources. */
export const load = async (url, context, next) => {
  if (!/\.tsx?$/.test(url)) return next(url, context);
  const file = new URL(url);
  const { code } = await transform(await readFile(file, 'utf8'), optionsOf(file.pathname));
  return { format: 'module', shortCircuit: true, source: code };
};
