// First paint of the screen on a slow phone: `npm run paint`. Starts the demo in a folder of its own, opens its pages in
// Chromium at a phone's width, processor and network slowed down by Chromium itself, and prints the median of five first
// contentful paints of each page, with the bytes that came over the network. Nothing is asserted: the machine decides.
// --times <n> takes another number than five, --address <url> measures a screen that runs already (of its newest run).
/* global fetch, performance */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const option = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

const times = Number(option('times') ?? 5);

/** Chromium adds the latency to every request, and none for opening a connection. */
const profiles = [
  { name: 'slow 3G', latency: 400, kilobits: 400 },
  { name: 'slow 4G', latency: 150, kilobits: 1600 },
];

const startDemo = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-paint-'));
  const demo = spawn(process.execPath, [resolve('dist/src/cli/main.js'), 'demo', '--port', '0'], { cwd: folder });
  const address = await new Promise((found, failed) => {
    let printed = '';
    demo.stderr.on('data', (chunk) => {
      printed += chunk;
      const match = /Look around: (\S+\/screen)\/runs\//.exec(printed);
      if (match !== null) found(match[1]);
    });
    demo.once('exit', () => failed(new Error(`the demo ended:\n${printed}`)));
  });
  const stop = () =>
    new Promise((stopped) => {
      demo.removeAllListeners('exit').once('exit', () => {
        rmSync(folder, { recursive: true, force: true });
        stopped();
      });
      demo.kill('SIGINT');
    });
  return { address, stop };
};

const executable = async () => {
  if (process.env.CHROME_PATH !== undefined) return process.env.CHROME_PATH;
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
};

/** One cold visit: no cache, no cookie, an open connection. */
const paint = async (browser, url, { latency, kilobits }) => {
  const context = await browser.newContext({ viewport: { width: 375, height: 700 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  const throughput = (kilobits * 1000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  const first = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? false,
  );
  const milliseconds = await first.jsonValue();
  await context.close();
  return { milliseconds, bytes };
};

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

const { address, stop } =
  option('address') === undefined ? await startDemo() : { address: option('address'), stop: async () => undefined };
const browser = await chromium.launch({
  executablePath: await executable(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  const list = await (await fetch(address)).text();
  const run = /runs\/([\w-]+)"/.exec(list)?.[1];
  const pages = {
    runs: '',
    report: `/runs/${run}`,
    list: `/runs/${run}/lines`,
    'new sync': '/new',
    calendar: '/calendar',
  };
  console.log(
    `${cpus().length} processors, load ${loadavg()[0].toFixed(1)}; ${times} cold visits each; processor slowed down 4 times`,
  );
  for (const profile of profiles) {
    console.log(`\n${profile.name}: ${profile.latency} ms, ${profile.kilobits} kbit/s`);
    for (const [name, path] of Object.entries(pages)) {
      const seen = [];
      // The first visit is not counted: it warms what the server loads once.
      for (let time = 0; time <= times; time += 1) seen.push(await paint(browser, `${address}${path}`, profile));
      const counted = seen.slice(1).map(({ milliseconds }) => milliseconds);
      const range = `${Math.round(Math.min(...counted))} to ${Math.round(Math.max(...counted))}`;
      console.log(`  ${name.padEnd(9)} ${Math.round(middle(counted))} ms (${range}), ${seen[1].bytes} bytes`);
    }
  }
} finally {
  await browser.close();
  await stop();
}
