/** `tax-nexus explain`: every number and decision of one sale with its reason, as text or JSON. Reads only. */
import type { ExplainedSale } from '../../app/plugin/tax-nexus.ts';
import { describeRequest } from '../../reconcile/describe-request.ts';
import { type ExplainedTransaction, serviceView } from '../../reconcile/explanation.ts';
import { reviewLink, type ReviewUrl } from '../../reconcile/review-link.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, withAccount } from '../open-command.ts';
import { json, describeSettings, table } from '../render/text.ts';
import type { PartsOfSale } from '../../reconcile/parts-of-sale.ts';
import { reasonTitle, remedyOf } from '../../reconcile/reasons/reasons.ts';

interface ExplainOptions extends CommonOptions {
  readonly json?: boolean;
}

export const explain = (io: CliIo, storefront: string, record: string, options: ExplainOptions): Promise<ExitCode> =>
  withAccount(
    io,
    options,
    async (account) => {
      const explanation = await account.explain(storefront, record);
      io.out(options.json === true ? json(explanation) : explanationText(explanation));
      const link = linkOf(explanation, account.reviewUrl);
      if (link !== null && options.json !== true) io.out(`Review it at ${link}\n`);
      return isKeyRefused(explanation) ? exitCode.credentials : exitCode.settled;
    },
    { storefronts: [storefront] },
  );

/** The text for a person. From the address it has only state, ZIP and country. */
const explanationText = (explained: ExplainedSale): string => {
  const { storefront, sourceId, name, url, result, marketplacePart, adjustments } = explained;
  const head = `${storefront} ${name} (${sourceId})${url === null ? '' : `\n${url}`}`;
  const after = adjustments.length === 0 ? [] : [`After the sale:\n${adjustments.map(adjustmentLine).join('\n')}`];
  const results =
    marketplacePart === undefined
      ? resultText(result)
      : ['Your part:', ...resultText(result), "The marketplace's part:", ...resultText(marketplacePart)];
  return `${[head, ...results, ...after, ...sentText(explained), requestsText(explained)].join('\n\n')}\n`;
};

const adjustmentLine = ({
  kind,
  occurredAt,
  amount,
  currency,
  sent,
  message,
}: ExplainedSale['adjustments'][number]): string =>
  `  ${occurredAt}  ${kind}  ${amount} ${currency}${sent ? ' (sent)' : ''}  ${message}`;

const resultText = (result: ExplainedSale['result']): readonly string[] => {
  if (result._tag === 'Excluded') {
    const { outcome, reason, message, parts } = result;
    const why = `${outcome}: ${reasonTitle(reason)}. ${message}`;
    const settings = describeSettings(remedyOf(reason).settings ?? []);
    return [
      settings === '' ? why : `${why.replace(/\.$/, '')}.${settings}`,
      ...(parts === undefined ? [] : [partsText(parts)]),
    ];
  }
  const { shipTo } = result;
  const marks = [
    `${result.name} · ${result.id}`,
    `at ${result.transactedAt}, counts in ${[shipTo.state, shipTo.zip, shipTo.country].filter((part) => part !== null).join(' ')}`,
    ...(result.purpose === null ? [] : [`purpose ${result.purpose}`]),
    ...(result.entity === null ? [] : [`entity ${result.entity}`]),
    ...(result.marketplace === null ? [] : [`marketplace ${result.marketplace}`]),
  ].join('\n');
  const why = `Why:\n${decisionsOf(result)}`;
  return [marks, linesOf(result), amountsOf(result), why, `${bookSays(result)} ${serviceView(result)}`];
};

const partsText = ({ currency, pricesIncludeTax, parts, sum, stated }: PartsOfSale): string => {
  const rows = [
    [`in ${currency}`, 'quantity', pricesIncludeTax ? 'listed, with tax' : 'listed', 'discount', 'tax'],
    ...parts.map(({ name, quantity, listed, discount, tax }) => [
      name,
      quantity === null ? '' : String(quantity),
      listed,
      discount,
      tax,
    ]),
  ];
  const says = stated === null ? 'The platform states no total.' : `The platform states ${stated} ${currency}.`;
  return `${table(rows, [1, 2, 3, 4])}\n\nThe sum of its parts is ${sum} ${currency}. ${says}`;
};

const decisionsOf = ({ decisions }: ExplainedTransaction): string =>
  decisions
    .map(({ about, value, reason, fields, finding }) => {
      const from = fields.length === 0 ? '' : ` [${fields.join(', ')}]`;
      return `  ${about}: ${value}\n    because ${reason}${from}${finding === undefined ? '' : `\n    check this: ${finding}`}`;
    })
    .join('\n');

const linesOf = ({ lines }: ExplainedTransaction): string =>
  table(
    [
      ['line', 'sku', 'quantity', 'amount of one', 'discount', 'amount', 'tax'],
      ...lines.map(({ productName, productSku, quantity, amount, discount, total, tax }) => [
        productName,
        productSku ?? '',
        String(quantity),
        amount,
        discount,
        total,
        tax,
      ]),
    ],
    [2, 3, 4, 5, 6],
  );

const amountsOf = (transaction: ExplainedTransaction): string => {
  const rows = [
    ['discount', transaction.discount],
    ['subtotal', transaction.subtotal],
    ['shipping and handling', transaction.shippingHandling],
    ['tax collected', transaction.taxCollected],
    ['total', transaction.total],
  ];
  return table([['', transaction.currency], ...rows], [1]);
};

const bookSays = ({ store }: ExplainedTransaction): string => {
  const same = store.isSame === false ? ', and what was tried is not what would be sent now' : '';
  return `Sync database: ${store.status}${same}.`;
};

const sentText = ({ sent }: ExplainedSale): readonly string[] => {
  if (sent.length === 0) return [];
  const lines = sent.map(({ transactedAt, what, total, taxCollected, currency, status, id }) => {
    const amounts = total === null ? 'no amounts shown' : `${total} ${currency ?? ''}, tax ${taxCollected ?? '?'}`;
    return `  ${transactedAt ?? 'no date shown'}  ${what}  ${amounts}  ${status}\n    ${id}`;
  });
  return [`All that was sent of it:\n${lines.join('\n')}`];
};

const requestsText = ({ audit, result }: ExplainedSale): string => {
  if (audit.length === 0) {
    const isKnown = result._tag === 'Transaction' && result.store.status !== 'never tried';
    return isKnown ? 'Audit: no answer is recorded yet.' : 'Audit: nothing was sent.';
  }
  const lines = audit.map((record) => {
    const { what, answer } = describeRequest(record);
    return `  ${record.answeredAt}  ${record.id}\n    ${what}: ${answer}\n    SHA-256 ${record.digest}`;
  });
  return `Audit:\n${lines.join('\n')}`;
};

const linkOf = ({ result }: ExplainedSale, reviewUrl: ReviewUrl): string | null => {
  if (result._tag !== 'Transaction') return null;
  const { id, service, shipTo } = result;
  const isHeld = service._tag === 'Same' || service._tag === 'Differs';
  return isHeld ? reviewLink(reviewUrl, { id, ...(shipTo.state !== null && { state: shipTo.state }) }) : null;
};

const isKeyRefused = ({ result }: ExplainedSale): boolean =>
  result._tag === 'Transaction' && result.service._tag === 'Unknown' && result.service.cause === 'credentials';
