import type { FailureReason, FindingKind } from '../../core/run.ts';
import type { HoldReason } from '../../core/set-aside.ts';

/** What a person can do about everything that waits for one. */
export const remedies: Readonly<Record<HoldReason | FailureReason | FindingKind | 'drift', string>> = {
  'undecodable record': 'The platform gave these records in a shape that we do not know. Report them with their ids.',
  'incomplete record': 'Something needed could not be read. Grant the permission that the check names, then retry.',
  'does not balance': 'The parts do not add up to what the platform states. Look at the order, then retry.',
  'no destination': 'There is no address that decides where the sale counts. Complete it at the platform, then retry.',
  'unknown currency': 'The currency is not one of ISO 4217. Correct the order at the platform, then retry.',
  'amount not exact': 'An amount is too fine or too large to be told exactly. Correct the order, then retry.',
  'tax still estimated':
    'The platform may still change the tax. Retry once it is final, or set the policy estimatedTax.',
  'partially paid': 'Retry once they are paid, or set the policy partiallyPaid.',
  'sale not confirmed': 'These refunds wait for their sales. Settle the sales first, then retry.',
  'hook failed': 'Your own hook threw, or changed a transaction so that it does not balance. Correct it, then retry.',
  'ambiguous duplicate': 'Another storefront may tell the same sales. Do what their messages say, then retry.',
  conflict: 'The service holds other transactions under these ids or names. Compare them there; nothing was changed.',
  refused: 'The service refused them. Correct what the messages name, then retry.',
  'gave up': 'The service gave no clear answer. Retry later; nothing is doubled.',
  'exempt, reason unknown':
    'The platform calls these buyers exempt without saying why. Set the policy exemptEntity or tags.',
  'no tax, no exemption':
    'No tax was collected and nothing says why. Check whether you had to collect in these states.',
  'state derived from ZIP': 'The state was missing and was derived from the ZIP. Look at them.',
  'state and ZIP disagree': 'State and ZIP name two places; the state was taken. Correct the addresses if it is wrong.',
  'marketplace without a name':
    'A marketplace remits the tax, and its name is unknown. Name it in the policy marketplaces.',
  'liability unknown': 'The platform does not say who remits the tax; it was told as collected by you.',
  'liability mixed': 'You and a marketplace each remit a part of the tax. Look at them.',
  'total not stated': 'The platform states no total to compare with. Look at some of them.',
  likeness: 'They look like sales of another storefront. If they are the same, set the precedence of the storefronts.',
  'marketplace sale': 'A marketplace collects and remits the tax, so the transaction has none of yours.',
  'exempt sale': 'Told with a purpose or an entity, on the evidence that its explanation names.',
  'changed by the host': 'Your own hook changed them before they were told.',
  drift: 'The orders changed after they were told. What was told stays; correct it at the service if it has to change.',
};
