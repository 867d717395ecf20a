import { saleIdWithin } from './naming.ts';

/** Whose records are meant. */
interface Owner {
  readonly platform: string;
  /** Id of the shop or account. */
  readonly account: string;
}

/**
 * The record of `Shopify #1001 · 5012345678` and of `Shopify #1001 · 5012345678 · refund 901`; undefined for any other text.
 * The number may have dots of its own.
 */
const recordOfName = (name: string): string | undefined => {
  const parts = name.split(' · ');
  const isLater = parts.length > 2 && /^(?:refund|edit|return) ./.test(parts.at(-1) ?? '');
  const record = parts.length > 1 ? (parts.at(isLater ? -2 : -1) ?? '') : '';
  return record === '' || record.includes(' ') ? undefined : record;
};

/**
 * What a connector takes for a record, out of what people copy from a report, a reconciliation or the service: the id of a
 * transaction or of a finding of this account, or the name of a transaction. Anything else stays as it was given, ids of
 * other accounts too, so that they are found by nobody.
 *
 * @example
 * recordNamed({ platform: 'shopify', account: '1' }, 'shopify:1:5012:refund:901') // "5012"
 * recordNamed({ platform: 'shopify', account: '1' }, 'Shopify #1001 · 5012') // "5012"
 */
export const recordNamed = ({ platform, account }: Owner, given: string): string => {
  const written = given.trim();
  const own = `${platform}:${account}:`;
  if (written.startsWith(own)) {
    // Behind a slash stands which finding of a reconciliation it is; no platform has one within an id.
    const [record = ''] = saleIdWithin(written.slice(own.length)).split('/', 1);
    return record;
  }
  const isName = written.toLowerCase().startsWith(`${platform.toLowerCase()} `);
  return isName ? (recordOfName(written) ?? written.slice(platform.length).trim()) : written;
};
