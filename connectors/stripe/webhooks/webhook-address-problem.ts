/** Why Stripe would not deliver to an address, and what to do about it; undefined when nothing speaks against it. */
export const webhookAddressProblem = (address: string): string | undefined => {
  const remedy = 'give the address of the handler as the internet sees it, such as https://app.example/tax-nexus/…';
  if (!URL.canParse(address)) return `the address of the webhooks is no web address; ${remedy}`;
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol !== 'https:') return `webhooks of live data go over https only; ${remedy}`;
  if (username !== '' || password !== '') return `the address of the webhooks holds credentials; ${remedy}`;
  const isOutside = hostname.includes('.') && !/^\d+(\.\d+){3}$/.test(hostname) && !hostname.endsWith('.internal');
  return isOutside ? undefined : `Stripe cannot reach a host of this network; ${remedy}`;
};
