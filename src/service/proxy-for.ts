/** Finds the proxy that the machine's environment sets for an address, because many companies allow no direct connection. */

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address, by the usual variables: `HTTPS_PROXY` or `HTTP_PROXY` by the address's protocol, and `NO_PROXY`
 * with hosts that need no proxy; lower case first. Null for no proxy.
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
