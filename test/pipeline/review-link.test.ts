import { describe, expect, it } from '@jest/globals';
import { monthReviewLink, reviewLink, transactionReviewLink } from '../../src/reconcile/review-link.ts';
import { aReportLine } from '../support/a-report-line.ts';

describe('a link to the page where people review', () => {
  it('has its placeholders filled in, each as often as it stands there, safe for an address', () => {
    expect(reviewLink('https://app.example.com/{state}/{id}#{id}', { id: 'shopify:1:2 &', state: 'CA' })).toBe(
      'https://app.example.com/CA/shopify%3A1%3A2%20%26#shopify%3A1%3A2%20%26',
    );
    expect(reviewLink('https://app.example.com/t', {})).toBe('https://app.example.com/t');
  });

  it('is missing without the setting, and where a value is not known', () => {
    expect(reviewLink(null, { id: '1' })).toBeNull();
    expect(reviewLink('https://app.example.com/{state}', { id: '1' })).toBeNull();
  });

  it('takes a value as it is, also one that looks like a placeholder', () => {
    expect(reviewLink('https://app.example.com/{id}/{state}', { id: '{state} $&', state: 'CA' })).toBe(
      'https://app.example.com/%7Bstate%7D%20%24%26/CA',
    );
  });

  it('of a month goes no further than the days of the run', () => {
    const range = { from: '2026-02-10', to: '2026-03-05' };
    const url = 'https://app.example.com/{state}?{from}..{to}';
    const link = (month: string): string | null => monthReviewLink(url, { state: 'NY', month }, range);
    expect(link('2026-02')).toBe('https://app.example.com/NY?2026-02-10..2026-02-28');
    expect(link('2026-03')).toBe('https://app.example.com/NY?2026-03-01..2026-03-05');
  });

  it('of a transaction is there only when the service holds it', () => {
    const url = 'https://app.example.com/{id}';
    expect(transactionReviewLink(url, aReportLine({ id: 'a' }))).toBe('https://app.example.com/a');
    expect(transactionReviewLink(url, aReportLine({ id: 'a', outcome: 'alreadyPresent' }))).not.toBeNull();
    expect(transactionReviewLink(url, aReportLine({ id: 'a', outcome: 'failed', reason: 'refused' }))).toBeNull();
    expect(transactionReviewLink(url, aReportLine({ id: 'a', outcome: 'held', amounts: null }))).toBeNull();
  });
});
