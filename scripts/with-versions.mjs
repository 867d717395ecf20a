// Lets a process use other versions of packages than this checkout has: VERSIONS has the folder of each, as JSON by name.
// npm run legs starts the suites of peers with it: NODE_OPTIONS=--import=./scripts/with-versions.mjs
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Runs in the thread of the hooks. An import of a named package is resolved as if a file of that folder imported it. */
export const resolve = (specifier, context, next) => {
  const name = Object.keys(folders).find((one) => specifier === one || specifier.startsWith(`${one}/`));
  const parentURL = name === undefined ? context.parentURL : pathToFileURL(`${folders[name]}/package.json`).href;
  return next(specifier, { ...context, parentURL });
};

const folders = JSON.parse(process.env.VERSIONS ?? '{}');

if (!import.meta.url.includes('?')) register(`${import.meta.url}?hooks`);
