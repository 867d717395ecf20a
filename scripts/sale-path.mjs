// Prints which of our files run for one sale on its happy path, from the mapped page to the committed row, by folder.
// Fails when docs/architecture.md shows another list. Run it after `npm run build`.
import { readFileSync } from 'node:fs';
import { aSync, paged, sales } from '../dist/test/support/a-sync.js';
import { right } from '../dist/test/support/right.js';
import { withoutTurns } from '../dist/test/support/without-turns.js';
import { sqliteStore } from '../dist/src/store/sqlite/sqlite-store.js';
import { seen, watch } from './functions-run.mjs';

const store = right(await sqliteStore(':memory:')());
const reading = [];
// It stands still: on a busy machine a lease would be renewed within the page.
const now = Date.now();
const sync = aSync({
  // The first page warms everything that is made once; the second is looked at.
  script: { pages: paged(sales(2), 1) },
  store,
  clock: { now: () => now, sleep: () => () => Promise.resolve(), run: withoutTurns((task) => task()) },
  ports: {
    crashPoint: (point) => {
      if (point === 'after_page_read') reading.push(watch());
      if (point === 'after_page_commit') reading.push(seen());
    },
  },
});
await sync.finish();
const files = [
  ...(await Promise.all(reading))
    .filter((one) => one instanceof Map)
    .at(-1)
    .keys(),
];
const folders = new Map();
for (const path of files.sort()) {
  const [, folder, name] = /^(.*)\/(.*)\.ts$/.exec(path);
  folders.set(folder, [...(folders.get(folder) ?? []), name]);
}
const list = [...folders].map(([folder, names]) => `- \`${folder}\`: ${names.join(', ')}`).join('\n');
console.log(list);
if (
  !readFileSync('docs/architecture.md', 'utf8').includes(
    `lists the ${files.length} files that one sale runs after it was mapped:\n\n${list}\n`,
  )
) {
  console.error(`docs/architecture.md shows another list than these ${files.length} files: correct it.`);
  process.exitCode = 1;
}
