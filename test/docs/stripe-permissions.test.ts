import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { permissionOf, permissions, permissionToRead } from '../../connectors/stripe/client/permissions.ts';

const page = 'docs/stripe.md';
const section = /( *)<!-- permissions -->\n[\s\S]*?<!-- \/permissions -->/;

const row = (cells: readonly string[]): string => `   | ${cells.join(' | ')} |`;

const table = (): string =>
  [
    '   <!-- permissions -->',
    '',
    row(['permission', 'without it']),
    '   |---|---|',
    ...Object.values(permissions).map(({ shown, name, without }) =>
      row([name === null ? shown : shown.replace(/^[^,(]*[^,( ]/, (title) => `${title} (\`${name}\`)`), without]),
    ),
    '',
    '   <!-- /permissions -->',
  ].join('\n');

/* Written again by PERMISSIONS=write npm test -- test/docs/stripe-permissions */
describe('the permissions of a restricted key', () => {
  it('are shown in the docs as the code needs them', () => {
    const before = readFileSync(page, 'utf8');
    const now = before.replace(section, table);
    if (process.env['PERMISSIONS'] === 'write') writeFileSync(page, now);
    expect(section.test(before)).toBe(true);
    expect(now).toBe(readFileSync(page, 'utf8'));
  });

  it('are each needed for something', () => {
    const needed = new Set<string>(Object.values(permissionOf));
    expect(Object.keys(permissions).filter((one) => !needed.has(one))).toStrictEqual([]);
  });

  it('are named in a message for every read, by words where Stripe has no known name', () => {
    expect(permissionToRead('invoice lines')).toBe('rak_invoice_read');
    expect(permissionToRead('tax calculation')).toBe('to read tax calculation');
    expect(permissionToRead('toString')).toBe('to read toString');
  });
});
