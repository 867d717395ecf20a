type Environment = Readonly<Record<string, string | undefined>>;

const valueOf = (env: Environment, name: string): string => (env[name.toLowerCase()] ?? env[name] ?? '').trim();

/** Whether a host is one of `NO_PROXY`: names, suffixes with or without a dot or a star, with a port or without. */
const isExcepted = ({ hostname, port }: URL, noProxy: string): boolean =>
  noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', only = ''] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const suffix = name.replace(/^\*?\./, '');
      const isHost = hostname === suffix || hostname.endsWith(`.${suffix}`);
      return isHost && (only === '' || only === port);
    });

/**
 * The proxy for an address, by the variables that other tools honor: `HTTPS_PROXY` and `HTTP_PROXY` by the address's own
 * protocol, `NO_PROXY` with the hosts that need none; lower case first. Null for none.
 *
 * @example
 * proxyFor('https://api.example.com/v1', { HTTPS_PROXY: 'http://proxy:3128' }) // "http://proxy:3128"
 */
export const proxyFor = (address: string, env: Environment): string | null => {
  const url = new URL(address);
  const proxy = valueOf(env, url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (proxy === '' || isExcepted(url, valueOf(env, 'NO_PROXY'))) return null;
  const written = proxy.includes('://') ? proxy : `http://${proxy}`;
  return URL.canParse(written) ? written : null;
};
