/**
 * The words for sales that need a decision: what each action does, how many sales wait and how much money, and what is unsent.
 */
import type { FC } from 'hono/jsx';
import { canCorrect, type DecisionAction, goneFromService } from '../../../domain/decision.ts';
import type { HoldReason } from '../../../domain/exclusion.ts';
import { moneyIn } from '../../../domain/money.ts';
import type { OpenGroup } from '../../../operations/decisions/open-groups.ts';
import { grouped, needsYouLabel, plural } from '../labels.ts';
import type { Links, Query } from '../links.ts';
import { IfMay } from './forms.tsx';

const actionLabels: Readonly<Record<DecisionAction, string>> = {
  send: 'Send anyway',
  'leave out': 'Leave out',
  accept: 'Keep as it is',
  later: 'Decide later',
};

export const isAction = (value: string): value is DecisionAction => Object.hasOwn(actionLabels, value);

/** @param what the reason or finding that is decided on */
export const actionLabel = (action: DecisionAction, what: string): string => {
  if (action !== 'send') return actionLabels[action];
  if (what === goneFromService) return 'Send again';
  return canCorrect(what) ? 'Correct at the service' : actionLabels.send;
};

const actionMeanings: Readonly<Record<DecisionAction, string>> = {
  send: 'They are sent, although a setting holds them, when you press “Send now” on the next page. Those of a closed month then wait for your decision on that. Until then you can undo this.',
  'leave out': 'They are never sent. Their reports name you and your note. You can undo this at any time.',
  accept: 'Nothing changes in the service. They leave this list. You can undo this at any time.',
  later: 'They leave this list for seven days. You can undo this at any time.',
};

const sendsAgain =
  'Each is read from its platform as it is now, and sent at once if the service still does not hold it. This cannot be undone.';

const corrects =
  'The service gets the opposite of each and, where the sale counts, what is right in its place. You can undo this until they are sent.';

const sendsIntoClosed =
  'They are sent, although their month is closed, when you press “Send now” on the next page. Until then you can undo this.';

/** Shown before a person confirms the action. */
export const actionMeaning = (action: DecisionAction, what: string): string => {
  if (action !== 'send') return actionMeanings[action];
  if (what === goneFromService) return sendsAgain;
  if (canCorrect(what)) return corrects;
  return what === ('closed period' satisfies HoldReason) ? sendsIntoClosed : actionMeanings.send;
};

/** Amounts by currency: `2,140.00 USD, 20.00 CAD`. */
export const totalsLabel = (totals: OpenGroup['totals']): string =>
  totals
    .filter(({ currency }) => currency !== null)
    .map(({ currency, total }) => `${grouped(total)} ${currency ?? ''}`)
    .join(', ');

/** `2 sales, 2,140.00 USD`; the count alone if no total is known. */
export const countAndMoney = ({ count: number, totals }: Pick<OpenGroup, 'count' | 'totals'>): string =>
  [plural(number, 'sale'), totalsLabel(totals)].filter((text) => text !== '').join(', ');

export const groupQuery = ({ what, isSent }: Pick<OpenGroup, 'what' | 'isSent'>): Query => ({
  what,
  sent: isSent ? 'yes' : '',
});

/** How many need you: of the sales that are in the service, or of the others. */
export const openCount = (groups: readonly OpenGroup[], ofSent: boolean): number =>
  groups.reduce((all, { isSent, count: number }) => (isSent === ofSent ? all + number : all), 0);

/**
 * `11 sales need you: 2,140.00 USD`. Sales in the service are not counted, because only unsent sales are missing from a filing.
 */
export const describeNeed = (groups: readonly OpenGroup[]): string => {
  const money = moneyOf(groups.filter(({ isSent }) => !isSent));
  return `${needsYouLabel(openCount(groups, false))}${money === '' ? '' : `: ${money}`}`;
};

/** Decided but unsent sales, with a button that sends them. */
export const ToSend: FC<{ readonly links: Links; readonly groups: readonly OpenGroup[] }> = ({ links, groups }) =>
  groups.length === 0 ? null : (
    <div class="note warn" role="status">
      <p>
        <strong>{describeToSend(groups)}.</strong> The service does not have them yet.
      </p>
      <IfMay links={links} right="operate">
        <form method="post" action={links.needsYou()}>
          <button class="main" name="do" value="send decided">
            Send now
          </button>
        </form>
      </IfMay>
    </div>
  );

/** The money of groups by currency: `2,140.00 USD, 20.00 CAD`. */
const moneyOf = (groups: readonly OpenGroup[]): string => {
  const sums = new Map<string, bigint>();
  for (const { currency, total } of groups.flatMap(({ totals }) => totals)) {
    if (currency === null) continue;
    // Totals of one currency have the same decimals.
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(total.replace('.', '')));
  }
  return [...sums].map(([currency, amount]) => `${grouped(moneyIn(currency)(amount))} ${currency}`).join(', ');
};

/** `4 decided sales, 803.30 USD, wait to be sent`; empty if nothing waits. */
const describeToSend = (groups: readonly OpenGroup[]): string => {
  const [sales, corrections] = [openCount(groups, false), openCount(groups, true)];
  const money = moneyOf(groups.filter(({ isSent }) => !isSent));
  const amount = money === '' ? ' ' : `, ${money}, `;
  return [
    ...(sales === 0
      ? []
      : [`${plural(sales, 'decided sale', 'decided sales')}${amount}${sales === 1 ? 'waits' : 'wait'} to be sent`]),
    ...(corrections === 0
      ? []
      : [plural(corrections, 'decided correction waits to be sent', 'decided corrections wait to be sent')]),
  ].join('; ');
};
