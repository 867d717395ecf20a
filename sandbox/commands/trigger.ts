/** `tax-nexus trigger`: sends a webhook to an app as the platform would, signed with the storefront's own secret. */
import * as E from 'fp-ts/lib/Either.js';
import type {
  ShopifyConfiguration,
  StorefrontConfiguration,
  StripeConfiguration,
} from '../../src/app/configuration/configuration.ts';
import { isThisMachine } from '../../src/domain/fields.ts';
import type { CliIo } from '../../src/cli/cli-io.ts';
import { paint } from '../../src/cli/colors.ts';
import { exitCode, type ExitCode } from '../../src/cli/exit-code.ts';
import { type CommonOptions, openConfiguration } from '../../src/cli/open-command.ts';
import { json } from '../../src/cli/render/text.ts';
import { type Delivery, shopifyDelivery, stripeDelivery, topicNamed, topicsOf } from './signed-delivery.ts';

interface TriggerOptions extends CommonOptions {
  /** Default: the first storefront whose platform has the topic. */
  readonly storefront?: string;
  /** Default, in the sandbox: its first order, charge or invoice. */
  readonly record?: string;
  /** Default: the address of `tax-nexus serve` on this machine. */
  readonly address?: string;
  readonly json?: boolean;
}

const hints: Readonly<Record<number, string>> = {
  200: 'It was accepted: the server reads the record again and pushes it within seconds.',
  401: 'The signature was refused: the app at that address has another secret, or the storefront another name.',
  404: 'No webhook handler answers at this address. Check the path.',
  413: 'It was too large.',
  503: 'The app cannot accept webhooks now: its log says why. The platform would send it again.',
};

/** Pushes nothing itself. */
export const trigger = async (io: CliIo, topic: string, options: TriggerOptions): Promise<ExitCode> => {
  const configuration = await openConfiguration(io, options);
  if (E.isLeft(configuration)) return configuration.left;
  const { storefronts } = configuration.right;
  const names = Object.keys(storefronts);
  const first = names.find((one) => withTopic(storefronts[one], topic) !== undefined) ?? names[0] ?? '';
  const name = options.storefront ?? first;
  const storefront = Object.hasOwn(storefronts, name) ? storefronts[name] : undefined;
  if (storefront === undefined) {
    io.err(`There is no storefront "${name}". Configured: ${names.join(', ') || 'none'}. Correct the name.\n`);
    return exitCode.usage;
  }
  const found = withTopic(storefront, topic);
  if (found === undefined) {
    const known = storefront.connector === 'own' ? ['none'] : topicsOf(storefront.connector);
    io.err(`${name} has no topic "${topic}"; it has ${known.join(', ')}.\n`);
    return exitCode.usage;
  }
  const { triggered, topic: sent } = found;
  const [secret] = triggered.webhookSecrets;
  if (secret === undefined) {
    io.err(`Nothing can be signed: add webhookSecrets to storefronts.${name}.\n`);
    return exitCode.usage;
  }
  const record = options.record ?? sampleRecord(triggered, sent);
  if (record === undefined) {
    io.err(
      `Name a sale of ${name} with --record: the id of an order, charge, invoice or session, as the platform shows it.\n`,
    );
    return exitCode.usage;
  }
  const address = options.address ?? `http://127.0.0.1:4000/tax-nexus/webhooks/${name}`;
  const delivery =
    triggered.connector === 'shopify'
      ? shopifyDelivery(triggered, sent, record, secret.reveal())
      : stripeDelivery(triggered, sent, record, { secret: secret.reveal(), now: io.now() });
  const answer = await send(address, delivery);
  const status = answer?.status ?? null;
  const isAccepted = status !== null && status >= 200 && status < 300;
  if (options.json === true) io.out(json({ storefront: name, topic: sent, record, address, status }));
  else {
    const result = paint(isAccepted ? 'green' : 'red', status === null ? 'no answer' : String(status));
    const hint =
      answer === null
        ? 'Start tax-nexus serve or your app, or name its address with --address.'
        : (hints[answer.status] ?? printed(answer.text));
    io.out(`${sent} of ${record} to ${address}: ${result}\n${hint === '' ? '' : `${hint}\n`}`);
  }
  return isAccepted ? exitCode.settled : exitCode.needsAttention;
};

type Triggered = ShopifyConfiguration | StripeConfiguration;

/** The storefront with its platform's spelling of the topic; undefined if the platform does not have the topic. */
const withTopic = (
  storefront: StorefrontConfiguration | undefined,
  topic: string,
): { readonly triggered: Triggered; readonly topic: string } | undefined => {
  if (storefront === undefined || storefront.connector === 'own') return undefined;
  const named = topicNamed(storefront.connector, topic);
  return named === undefined ? undefined : { triggered: storefront, topic: named };
};

/** A sale of the sandbox that a topic can be about. */
const sampleRecord = ({ connector, apiOrigin }: Triggered, topic: string): string | undefined => {
  if (apiOrigin === null || !isThisMachine(new URL(apiOrigin).hostname)) return undefined;
  if (connector === 'shopify') return '5400000000000';
  if (/^(?:charge|refund)\./.test(topic)) return 'ch_1Sbx000000000';
  return /^(?:invoice|invoice_payment|credit_note)\./.test(topic) ? 'in_1Sbx000000200' : undefined;
};

/** Milliseconds; platforms cancel a delivery after some seconds. */
const maxWait = 10_000;

const send = async (
  address: string,
  { headers, body }: Delivery,
): Promise<(Pick<Response, 'status'> & { text: string }) | null> => {
  try {
    const answer = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(maxWait) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
};

/** The beginning of an app's answer, on one line. */
const printed = (text: string): string =>
  text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 400);
