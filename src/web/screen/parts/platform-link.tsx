/** Links a sale to its page at Shopify or Stripe, where a bookkeeper can correct it. */
import type { FC } from 'hono/jsx';

const platforms: Readonly<Record<string, string>> = { shopify: 'Shopify', stripe: 'Stripe' };

/** Opens a new window. Nothing is shown if the platform has no page for the record. */
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
