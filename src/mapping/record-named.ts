import { saleIdWithin } from './naming.ts';

/** Whose records are meant. */
interface Owner {
  readonly platform: string;
  /** Id of the shop or account. */
  readonly account: string;
}

/** `Shopify #1001 · 5012345678`, whatever happened later behind it; the number may have dots of its own. */
const fullName = /^.+ · ([^ ]+?)(?: · (?:refund|edit|return) .+)?$/;

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
    return saleIdWithin(written.slice(own.length)).replace(/\/.*$/, '');
  }
  const isName = written.toLowerCase().startsWith(`${platform.toLowerCase()} `);
  return isName ? (fullName.exec(written)?.[1] ?? written.slice(platform.length).trim()) : written;
};
