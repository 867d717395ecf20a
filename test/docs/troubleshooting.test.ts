import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const sources = ['src', 'connectors', 'sandbox']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(name, 'utf8'))
  .join('\n');

const page = readFileSync('docs/troubleshooting.md', 'utf8');
const quoted = [...page.matchAll(/^- `([^`]+)`: /gm)].flatMap(([, message]) => message ?? []);

describe('the page of troubles', () => {
  it('has messages to explain', () => {
    expect(quoted.length).toBeGreaterThan(25);
  });

  it.each(quoted)('explains a message that is really given: %s', (message) => {
    expect(sources).toContain(message);
  });
});
