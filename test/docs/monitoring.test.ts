import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { notificationKinds } from '../../src/app/notifications/notification.ts';

const textOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

const found = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])),
];

const page = readFileSync('docs/operating.md', 'utf8');
const events = found(
  ['src/app/plugin', 'src/web', 'src/live'].map(textOf).join('\n'),
  /type: '([a-z]+[A-Za-z]*\.[a-zA-Z]+)'/g,
);
const measures = found(textOf('src/app/telemetry'), /'(tax_nexus\.[a-z_.]+)'/g);

describe('the notifications on the page about operating', () => {
  it.each(notificationKinds)('name %s', (kind) => {
    expect(page).toContain(`- \`${kind}\`: `);
  });
});

describe('what an operator can watch', () => {
  it.each([...events, ...measures])('stands on the page about operating: %s', (name) => {
    expect(page).toContain(`\`${name}\``);
  });

  it('is all that the page names', () => {
    const named = found(
      page.replace(/^## Notifications$.*?^## /ms, ''),
      /`(tax_nexus\.[a-z_.]+|[a-z]+[A-Za-z]*\.(?:settled|held|failed|parked|stopped|uninstalled|added|removed|refused|finished|dataRequested|erased))`/g,
    );
    expect([...named].sort()).toStrictEqual([...events, ...measures].sort());
  });
});
