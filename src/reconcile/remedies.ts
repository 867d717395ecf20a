import type { FailureReason, FindingKind } from '../domain/run.ts';
import type { HoldReason } from '../domain/exclusion.ts';

/** What can be done about something that waits for a person. */
interface Remedy {
  /** In words of a bookkeeper, who cannot edit a configuration: it names no setting. */
  readonly todo: string;
  /** What is to be said instead of a sale that a setting has sent nevertheless. */
  readonly told?: string;
  /** Settings that decide it, as docs/ name them: for whoever runs the app, and shown apart. */
  readonly settings?: readonly string[];
}

/** What a person can do about everything that waits for one. */
export const remedies: Readonly<Record<HoldReason | FailureReason | FindingKind | 'drift', Remedy>> = {
  'undecodable record': {
    todo: 'The platform gave these records in a shape that we do not know. Report them with their ids.',
  },
  'incomplete record': {
    todo: 'Something needed is missing, or could not be read. Correct what the messages name, or grant the permission that the check names; then retry.',
  },
  'does not balance': {
    todo: 'The parts do not add up to what the platform states. Look at the order, then retry.',
  },
  'no destination': {
    todo: 'There is no address that decides where the sale counts. Complete it at the platform, then retry.',
  },
  'unknown currency': {
    todo: 'The currency is not one of ISO 4217. Correct the order at the platform, then retry.',
  },
  'amount not exact': {
    todo: 'An amount is too fine or too large to be sent exactly. Correct the order, then retry.',
  },
  'tax still estimated': {
    todo: 'The platform may still change the tax. Retry once it is final; or decide that such sales are sent as they stand.',
    told: 'Sent as they stood, though the platform may still have changed the tax. Look at them.',
    settings: ['policy.estimatedTax'],
  },
  'partially paid': {
    todo: 'Retry once they are paid; or decide that such sales are sent as sold, or are left out until then.',
    told: 'Sent as sold, though only a part of them was paid. Look at them.',
    settings: ['policy.partiallyPaid'],
  },
  'sale not confirmed': {
    todo: 'These refunds wait for their sales. Settle the sales first, then retry.',
  },
  'hook failed': {
    todo: 'A rule that your own app adds failed, or changed a transaction so that it does not balance. Have it corrected, then retry.',
    settings: ['hooks.beforePush'],
  },
  'code not accepted': {
    todo: 'The service takes no such marketplace or kind of exempt buyer. Have its code mapped to one that the service knows, then retry.',
    settings: ['service.wire.marketplaces', 'service.wire.entities', 'policy.marketplaces', 'policy.exemptTags'],
  },
  'zero total held': {
    todo: 'Nothing was paid for these sales. Decide whether the service counts them, then retry.',
    settings: ['service.wire.zeroTotals'],
  },
  'marketplace sale held': {
    todo: 'A marketplace remits the tax of these sales. Decide whether the service should count them, then retry.',
    settings: ['policy.marketplaceSales'],
  },
  'ambiguous duplicate': {
    todo: 'The same sales may be sent already by another storefront. Do what their messages say, then retry.',
  },
  'told before': {
    todo: 'A part of these sales was sent already as a sale of its own, or they as a part of another one. Do what their messages say, and note that you did.',
  },
  'period closed': {
    todo: 'Their months are closed: the taxes are filed. Reopen the month, or agree to send into closed periods; then retry.',
    settings: ['--into-closed', 'intoClosedPeriods'],
  },
  refused: {
    todo: 'The service refused them. Correct what the messages name, then retry.',
  },
  'gave up': {
    todo: 'The service gave no clear answer. Retry later; nothing is doubled.',
  },
  'exempt, reason unknown': {
    todo: 'The platform calls these buyers exempt without saying why. Find out why; the reason can be kept for all of them, or by tags of orders and customers.',
    settings: ['policy.exemptEntity', 'policy.exemptTags', 'policy.resaleTags'],
  },
  'no tax, no exemption': {
    todo: 'No tax was collected and nothing says why. Check whether you had to collect in these states.',
  },
  'state derived from ZIP': {
    todo: 'The state was missing, or what was written for it is none of the US, and was derived from the ZIP. Look at them.',
  },
  'state and ZIP disagree': {
    todo: 'State and ZIP name two places; the state was taken. Correct the addresses if it is wrong.',
  },
  'marketplace without a name': {
    todo: 'A marketplace remits the tax, and we do not know its name. Find out which one it is, and have it named.',
    settings: ['policy.marketplaces'],
  },
  'liability unknown': {
    todo: 'The platform does not say who remits the tax. The marketplace is known to, so none of it was sent as collected by you. Look at them.',
  },
  'channel with open liability': {
    todo: 'The platform does not state who remits the tax of these channels, so they were sent as your own sales. Check each channel that the explanation names.',
    settings: ['policy.marketplaces'],
  },
  'liability mixed': {
    todo: 'You and a marketplace each remit a part of the tax. Look at them.',
  },
  'total not stated': {
    todo: 'The platform states no total to compare with. Look at some of them.',
  },
  differs: {
    todo: 'The service holds these with other values than the sale has. The messages name the fields. Correct them in the service.',
  },
  'not compared': {
    todo: 'The service holds these and does not show their amounts in its list. Reconcile to compare them one by one.',
  },
  likeness: {
    todo: 'They look like sales of another storefront, and both are sent. Compare them; if two are one sale, decide at the service which of them stays. A payment that names its order is sent once.',
    settings: ['policy.metadata'],
  },
  'marketplace sale': {
    todo: 'A marketplace collects and remits the tax, so the transaction has none of yours.',
  },
  'exempt sale': {
    todo: 'Sent with a purpose or an entity, on the evidence that its explanation names.',
  },
  'changed by the host': {
    todo: 'A rule that your own app adds changed them before they were sent.',
    settings: ['hooks.beforePush'],
  },
  drift: {
    todo: 'The orders changed after they were sent. What was sent stays; correct it at the service if it has to change.',
  },
};

const nothing: Remedy = { todo: '' };

/** What can be done about a reason or a finding; nothing to say about what needs nobody. */
export const remedyOf = (what: string): Remedy =>
  Object.entries(remedies).find(([known]) => known === what)?.[1] ?? nothing;
