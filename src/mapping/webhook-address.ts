/** Compares the addresses of webhooks, and checks whether a platform can deliver to one. */

export const isSameAddress = (one: string | null, other: string): boolean =>
  one === other || (one !== null && URL.canParse(one) && new URL(one).href === new URL(other).href);

/** Why a platform would not deliver to an address, with the remedy; undefined when it would. */
export const webhookAddressProblem = (platformName: string, address: string): string | undefined => {
  const remedy = 'give the public address of the handler, such as https://app.example/tax-nexus/…';
  if (!URL.canParse(address)) return `the webhook address is not a web address; ${remedy}`;
  const { protocol, hostname, username, password, hash } = new URL(address);
  if (protocol !== 'https:') return `${platformName} delivers webhooks of live data over https only; ${remedy}`;
  if (username !== '' || password !== '') return `the webhook address contains credentials; ${remedy}`;
  if (hash !== '') return `the webhook address ends in a fragment (#…), which is never sent; ${remedy}`;
  const isOutside = hostname.includes('.') && !/^\d+(\.\d+){3}$/.test(hostname) && !hostname.endsWith('.internal');
  return isOutside ? undefined : `${platformName} cannot reach a host of this network; ${remedy}`;
};
