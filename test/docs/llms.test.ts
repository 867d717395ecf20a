import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const address = 'https://raw.githubusercontent.com/tax-nexus/tax-nexus-sync/main/';

/** The pages that help an assistant, the most useful first. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Start: [
    ...['AGENTS.md', 'README.md', 'docs/install.md', 'docs/hosts.md', 'docs/webhooks.md'],
    ...['docs/getting-started-shopify.md', 'docs/getting-started-stripe.md', 'docs/getting-started-platforms.md'],
    'docs/many-merchants.md',
  ],
  Reference: [
    ...['docs/commands.md', 'docs/configuration.md', 'docs/http-api.md', 'docs/openapi.json', 'docs/errors.md'],
    ...['docs/glossary.md', 'docs/database.md', 'docs/mapping.md', 'docs/adjustments.md', 'docs/shopify.md'],
    ...['docs/stripe.md', 'docs/thresholds.md', 'docs/exports.md', 'docs/import.md'],
  ],
  'Run it': [
    ...['docs/schedules.md', 'docs/screen.md', 'docs/operating.md', 'docs/backup.md', 'docs/change-a-key.md'],
    ...['docs/deploy.md', 'docs/postgres.md'],
    ...['docs/upgrade.md', 'docs/troubleshooting.md', 'docs/service.md', 'docs/reliability.md', 'docs/privacy.md'],
    'SECURITY.md',
  ],
  Optional: ['docs/write-a-connector.md', 'docs/what-a-sync-covers.md', 'docs/architecture.md', 'CHANGELOG.md'],
};

/** A link with the page's own title, and with what a reader knows afterwards. */
const linkTo = (page: string): string => {
  const text = readFileSync(page, 'utf8');
  const title = page.endsWith('.json') ? 'The HTTP API in OpenAPI' : (/^# (.+)$/m.exec(text)?.[1] ?? '');
  const [, promise] = /^After reading this page you (?:can|know) (.*?)\.(?:\s|$)/m.exec(text) ?? [];
  const about = promise?.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return `- [${title}](${address}${page})${about === undefined ? '' : `: ${about}`}\n`;
};

const written = readFileSync('llms.txt', 'utf8');
const [introduction = ''] = written.split('## ', 1);
const expected = `${introduction}${Object.entries(groups)
  .map(([name, pages]) => `## ${name}\n\n${pages.map(linkTo).join('')}`)
  .join('\n')}`;

if (process.env['LLMS'] === 'write') writeFileSync('llms.txt', expected);

describe('llms.txt', () => {
  it('has the title of each page, and what it is for', () => {
    expect(written).toBe(expected);
  });

  it('names files of the package that the package has', () => {
    const named = [...introduction.matchAll(/`node_modules\/tax-nexus-sync\/([^`]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(0);
    const sources = named.map((path) => path.replace(/^dist\/(.*)\.d\.ts$/, '$1.ts'));
    expect(sources.filter((path) => !existsSync(path))).toStrictEqual([]);
  });
});
