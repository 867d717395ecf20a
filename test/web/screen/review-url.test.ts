import { describe, expect, it } from '@jest/globals';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { aReportLine } from '../../support/a-report-line.ts';

const lines = [
  aReportLine({ id: 'shopify:1:7' }),
  aReportLine({ id: 'shopify:1:8', outcome: 'failed', reason: 'refused', message: 'refused' }),
];

const pagesOf = async (reviewUrl: string | null, dryRun = false): Promise<readonly string[]> => {
  const { html, finish } = aScreenInMemory({}, { reviewUrl });
  await finish('run-1', lines, { dryRun });
  const paths = [
    '',
    '/entries',
    '/entry?id=shopify:1:7&storefront=us-store',
    '/entry?id=shopify:1:8&storefront=us-store',
  ];
  return Promise.all(paths.map((path) => html(`/runs/run-1${path}`)));
};

describe('service.reviewUrl on the screen', () => {
  it('links each state and month to its page', async () => {
    const [report = ''] = await pagesOf('https://app.example.com/t?s={state}&f={from}&t={to}');
    expect(report).toContain('href="https://app.example.com/t?s=CA&amp;f=2026-02-01&amp;t=2026-02-28"');
    expect(report).toContain('aria-label="Review CA Feb 2026"');
    expect(report).not.toContain('Open the Tax Nexus Service');
  });

  it('links the prompt to the days of the run', async () => {
    const [report = ''] = await pagesOf('https://app.example.com/t?f={from}&t={to}');
    expect(report).toMatch(/href="https:\/\/app\.example\.com\/t\?f=2026-01-01&amp;t=2026-03-31"[^>]*>\s*Open the Tax/);
  });

  it('links each transaction in the service to its page', async () => {
    const [, list = '', there = '', refused = ''] = await pagesOf('https://app.example.com/t/{id}');
    expect(list.match(/href="https:\/\/app\.example\.com[^"]*"/g)).toEqual([
      'href="https://app.example.com/t/shopify%3A1%3A7"',
    ]);
    expect(there).toContain('href="https://app.example.com/t/shopify%3A1%3A7"');
    expect(refused).not.toContain('app.example.com');
  });

  it('has no links when it is not set; the prompt names the service', async () => {
    const [report = '', ...others] = await pagesOf(null);
    expect(report).toContain('in the Tax Nexus Service, by state and month.');
    expect([report, ...others].join()).not.toContain('https://');
  });

  it('has no links in a preview, whose sales are not in the service yet', async () => {
    const [report = ''] = await pagesOf('https://app.example.com/t?s={state}', true);
    expect(report).not.toContain('app.example.com');
  });
});
