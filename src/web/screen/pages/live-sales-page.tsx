import type { FC } from 'hono/jsx';
import { Page, type Setting } from '../page.tsx';
import { type LiveSales, LiveStorefront } from '../parts/live-storefront.tsx';

/** What came in since the history was sent: by webhooks and by catch-up. */
export const LiveSalesPage: FC<{ readonly at: Setting; readonly sales: readonly LiveSales[] }> = ({ at, sales }) => (
  <Page at={at} title="Live sales">
    <h1>Live sales</h1>
    <p class="soft">
      Sales that came in day by day, without a historical sync; what waits for you stands first. A retry reads the
      records again, as soon as the app that takes new sales comes to it.
    </p>
    {sales.map((one) => (
      <LiveStorefront links={at.links} sales={one} />
    ))}
  </Page>
);
