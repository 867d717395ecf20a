import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { withMutants } from './mutations.mjs';

let chosenIn = new Map();

/** @param {Map<string, Map<number, number>>} chosen absolute path to the chosen changes: index to id */
export const initialize = (chosen) => {
  chosenIn = chosen;
};

export const resolve = (specifier, context, next) =>
  specifier === '@jest/globals'
    ? { url: new URL('./jest-globals.mjs', import.meta.url).href, shortCircuit: true }
    : next(specifier, context);

/** Takes the types off, and puts the chosen changes in. */
export const load = async (url, context, next) => {
  if (!/\.tsx?$/.test(url) || url.includes('/node_modules/')) return next(url, context);
  const path = fileURLToPath(url);
  const text = await readFile(path, 'utf8');
  const chosen = chosenIn.get(path);
  const { code } = await transform(chosen === undefined ? text : withMutants(path, text, chosen), {
    filename: path,
    configFile: false,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: path.endsWith('.tsx') },
      transform: { react: { runtime: 'automatic', importSource: 'hono/jsx' } },
    },
    module: { type: 'es6' },
  });
  return { format: 'module', shortCircuit: true, source: code };
};
