import { sampleRange, startSampleStripeAccount, startTaxService } from '../../../sandbox/index.ts';

/*
 * The sample Stripe account and an empty service in a process of their own: `node main.js <sales> <latency in ms>`. Prints
 * where they are on one line, and what the account was asked for each line that comes in.
 */

const [sales = '', latency = ''] = process.argv.slice(2);
const account = await startSampleStripeAccount({
  sales: Number(sales),
  latencyMs: Number(latency),
  perEndpointPerSecond: 25,
});
const service = await startTaxService();

process.stdin.on('data', () => {
  process.stdout.write(`${JSON.stringify(account.answers())}\n`);
});
const { origin, secretKey } = account;
process.stdout.write(`${JSON.stringify({ origin, secretKey, service: service.origin, range: sampleRange })}\n`);
