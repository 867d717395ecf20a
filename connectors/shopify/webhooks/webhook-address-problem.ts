/** Why Shopify would not deliver to an address, and what to do about it; undefined when nothing speaks against it. */
export const webhookAddressProblem = (address: string): string | undefined => {
  const remedy = 'give the address of the handler as the internet sees it, such as https://app.example/tax-nexus/…';
  if (!URL.canParse(address)) return `the address of the webhooks is no web address; ${remedy}`;
  const { protocol, hostname, username, password, hash } = new URL(address);
  if (protocol !== 'https:') return `Shopify delivers webhooks over https only; ${remedy}`;
  if (username !== '' || password !== '') return `the address of the webhooks holds credentials; ${remedy}`;
  if (hash !== '') return `the address of the webhooks ends in a fragment (#…), which is never sent; ${remedy}`;
  const isOutside = hostname.includes('.') && !/^\d+(\.\d+){3}$/.test(hostname) && !hostname.endsWith('.internal');
  return isOutside ? undefined : `Shopify cannot reach a host of this network; ${remedy}`;
};
