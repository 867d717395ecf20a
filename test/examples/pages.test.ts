import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

const examples = readdirSync(join(docs, 'examples'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));

/** A line without its margin and without a comment at its end. */
const bare = (line: string): string => line.replace(/\s\/\/ .*$|^\/\/ .*$/, '').trim();

const started = new Set(examples.flatMap((text) => text.split('\n').map(bare)));

/** What the pages show besides the examples, because they have no use for it. */
const ownLines: ReadonlySet<string> = new Set(
  `
const run = await taxNexus.historicalSync.start({ storefronts: ['us-store'], from: '2025-01-01', to: '2025-12-31' });
for await (const { attempted, succeeded, failed, alreadyPresent } of taxNexus.historicalSync.watch(run.id)) {
console.log(attempted, succeeded, failed, alreadyPresent);
const { review } = await taxNexus.historicalSync.report(run.id);
console.log(review.prompt);
listShops: () => prisma.session.findMany({ where: { isOnline: false }, select: { shop: true } }),
export const taxNexus = createTaxNexus({
authorize: async (request) => {
const user = await userOfSession(request.headers.get('cookie'));
return user?.mayDoTaxes ? { name: user.name } : null;
`.split('\n'),
);

const codeIn = (page: string): readonly string[] =>
  [...readFileSync(join(docs, page), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].flatMap(([, code = '']) =>
    code.split('\n').map(bare),
  );

describe('the code of docs/install.md and docs/hosts.md', () => {
  it('is that of the examples, line by line', () => {
    const code = ['install.md', 'hosts.md'].flatMap(codeIn).filter((line) => line !== '');
    expect(code.length).toBeGreaterThan(50);
    expect(code.filter((line) => !started.has(line) && !ownLines.has(line))).toStrictEqual([]);
  });
});
