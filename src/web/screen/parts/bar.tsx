import type { FC } from 'hono/jsx';

/** A bar of so many thousandths of its cell. The number stands beside it; the policy allows no inline style. */
export const Bar: FC<{ readonly share: number }> = ({ share }) => (
  <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
    <rect width={share} height="10" rx="3" />
  </svg>
);
