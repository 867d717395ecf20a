import type { FC } from 'hono/jsx';
import { Page, type PageContext } from '../page.tsx';
import { type LiveSales, LiveStorefront } from '../parts/live-storefront.tsx';

/** Sales from webhooks and catch-up. */
export const LiveSalesPage: FC<{ readonly page: PageContext; readonly sales: readonly LiveSales[] }> = ({
  page,
  sales,
}) => (
  <Page page={page} title="Live sales">
    <h1>Live sales</h1>
    <p class="soft">
      New sales, sent as they come in. Those that need your attention are first. A retry reads the records again within
      moments, in the process that takes new sales.
    </p>
    {sales.map((one) => (
      <LiveStorefront links={page.links} sales={one} />
    ))}
  </Page>
);
