import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect } from '@jest/globals';
import type { Frame, Page } from 'playwright-core';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import { type Example, examples } from '../../examples/an-example.ts';
import { aBrowser } from '../../support/a-browser.ts';
import { eventually } from '../../support/a-plugin.ts';
import { type Admin, anAdmin } from '../../support/an-admin.ts';
import { idTokenClaims, signedIdToken } from '../../support/an-id-token.ts';
import { leaksIn } from '../../support/leaks-in.ts';
import { shopifySecret } from '../../support/signed-webhook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const inBrowser = await aBrowser();
const anExample = examples();
const folder = temporaryFolder();
const sandboxes: Sandbox[] = [];
afterAll(async () => {
  await Promise.all(sandboxes.map(({ stop }) => stop()));
});

interface App extends Example {
  readonly screen: string;
  readonly shop: string;
  readonly journal: () => number;
  /** Of the app and of Shopify, in milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (seconds: number) => void;
}

let apps = 0;

/** The example of the Shopify app template, whose clock a file shifts. */
const anApp = async (): Promise<App> => {
  apps += 1;
  const file = join(folder, `clock-${apps}`);
  writeFileSync(file, '0');
  const shifted = `import{readFileSync}from'node:fs';const real=Date.now;Date.now=()=>real()+Number(readFileSync(${JSON.stringify(file)},'utf8'))`;
  const sandbox = await startSandbox({ shop: { orders: 40 } });
  sandboxes.push(sandbox);
  const clock = `data:text/javascript,${encodeURIComponent(shifted)}`;
  const example = await anExample(sandbox, ['--import', clock, 'hosts.mjs', 'shopify-app']);
  const shift = (): number => Number(readFileSync(file, 'utf8'));
  return {
    ...example,
    screen: `${example.origin}/tax-nexus/screen`,
    shop: sandbox.shop.domain,
    journal: () => sandbox.taxService.journal().length,
    now: () => Date.now() + shift(),
    wait: (seconds) => writeFileSync(file, String(shift() + seconds * 1_000)),
  };
};

const frameOf = (page: Page, { origin }: App): Frame => {
  const frame = page.frames().find((one) => one.url().startsWith(origin));
  if (frame === undefined) throw new Error('the app is in no frame');
  return frame;
};

/** A session cookie that the browser withholds in a frame of another site; notes requests that carry any cookie. */
const withoutCookies = async (page: Page, { origin }: App): Promise<readonly string[]> => {
  const { hostname: domain } = new URL(origin);
  await page.context().addCookies([{ name: 'session', value: 'x', domain, path: '/', sameSite: 'Strict' }]);
  const sent: string[] = [];
  page.on('request', (request) => {
    void request.allHeaders().then(
      (headers) => {
        if (request.url().startsWith(origin) && headers['cookie'] !== undefined)
          sent.push(new URL(request.url()).pathname);
      },
      () => undefined,
    );
  });
  return sent;
};

const heading = (page: Page, name: string): Promise<void> =>
  page.frameLocator('iframe').getByRole('heading', { name }).waitFor();

const opened = async (admin: Admin, page: Page, { screen }: App, hasToken?: boolean) => {
  await admin.open(page, screen, hasToken);
  await heading(page, 'Home');
  return page.frameLocator('iframe');
};

describe("the screen of the example app in Shopify's admin, in a frame without cookies", () => {
  inBrowser('syncs from links and forms, with tokens that last a minute', async (visitor) => {
    const app = await anApp();
    const { page, context, complaints, shoot } = await visitor();
    const admin = await anAdmin(context, app.shop, shopifySecret, app.now);
    const cookies = await withoutCookies(page, app);
    const first = signedIdToken(idTokenClaims(app.now(), app.shop), shopifySecret);
    const screen = await opened(admin, page, app);
    expect(frameOf(page, app).url()).not.toContain('id_token');
    expect(admin.issued()).toBe(0);

    await screen.getByRole('link', { name: 'New sync' }).click();
    await screen.getByLabel('First day').fill('2025-01-01');
    await screen.getByLabel('Last day, included').fill('2026-03-31');
    expect(await screen.getByRole('checkbox').count()).toBe(1);
    await screen.getByRole('button', { name: 'Check' }).click();
    await screen.getByRole('button', { name: 'Start the sync' }).click();
    await screen.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
    expect(app.journal()).toBeGreaterThan(10);
    const report = new URL(frameOf(page, app).url());
    expect(report.pathname).toMatch(/\/screen\/runs\/[\w-]+$/);
    expect(report.searchParams.get('shop')).toBe(app.shop);

    app.wait(120);
    const stale = await fetch(app.screen, { headers: { authorization: `Bearer ${first}` } });
    expect(stale.status).toBe(401);
    await screen.getByRole('link', { name: 'Sign-off' }).click();
    await screen.getByRole('button', { name: 'Sign off' }).click();
    await screen.getByText('signed off').first().waitFor();
    await shoot('screen-in-shopify-admin');
    app.wait(120);
    await screen.getByRole('link', { name: 'Months', exact: true }).click();
    await screen.getByRole('link', { name: 'Calendar', exact: true }).waitFor();
    await frameOf(page, app).evaluate('history.back()');
    await screen.getByText('signed off').first().waitFor();
    const download = page.waitForEvent('download');
    await screen.getByRole('link', { name: 'Sums and files' }).click();
    await screen.getByRole('link', { name: /csv/i }).first().click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^tax-nexus-.*\.csv$/);
    expect(readFileSync(await file.path(), 'utf8').split('\n').length).toBeGreaterThan(10);

    expect(cookies).toStrictEqual([]);
    expect(complaints).toStrictEqual([]);
    expect(leaksIn(app.printed())).toStrictEqual([]);
  });

  inBrowser('fetches a token for a document that has none, or whose token has expired', async (visitor) => {
    const app = await anApp();
    const { page, context, complaints } = await visitor();
    const admin = await anAdmin(context, app.shop, shopifySecret, app.now);
    await opened(admin, page, app, false);
    expect(admin.issued()).toBe(1);
    expect(frameOf(page, app).url()).toBe(app.screen);
    app.wait(120);
    await frameOf(page, app).evaluate('location.reload()');
    await eventually(() => admin.issued() === 2);
    await heading(page, 'Home');
    await eventually(() => frameOf(page, app).url() === app.screen);
    expect(complaints).toStrictEqual([]);
  });

  inBrowser('stops with a message, and does not load forever, when no token is accepted', async (visitor) => {
    const app = await anApp();
    const { page, context } = await visitor();
    const admin = await anAdmin(context, app.shop, 'shpss_OTHER', app.now);
    await admin.open(page, app.screen);
    await page.frameLocator('iframe').getByText('check clientSecret').waitFor();
    expect(admin.issued()).toBe(1);
  });
});
