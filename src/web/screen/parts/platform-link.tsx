import type { FC } from 'hono/jsx';

const platforms: Readonly<Record<string, string>> = { shopify: 'Shopify', stripe: 'Stripe' };

/** A record's page at its platform, in a window of its own; nothing where it has none. */
export const PlatformLink: FC<{ readonly url: string | null; readonly lineId: string; readonly name: string }> = ({
  url,
  lineId,
  name,
}) => {
  if (url === null) return null;
  const label = `View in ${platforms[lineId.split(':', 1)[0] ?? ''] ?? 'your shop'}`;
  return (
    <a class="small" href={url} target="_blank" rel="noopener noreferrer" aria-label={`${label}: ${name}`}>
      {label}
    </a>
  );
};
