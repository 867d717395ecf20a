/** The US with where each state stands. The table below it holds the same. */
import type { FC } from 'hono/jsx';
import { nexusThresholds } from '../../../mapping/nexus-thresholds.ts';
import type { StateExposure } from '../../../reconcile/thresholds/exposure.ts';
import { count } from '../labels.ts';
import type { Links } from '../links.ts';
import { amountsLabel, nexusStatuses, nexusStatusOf } from './nexus-labels.tsx';
import { StateMap, stateName } from './us-map.tsx';

export const onlyWithBalances = 'reached only with opening balances';

interface NexusMapProps {
  readonly states: readonly StateExposure[];
  /** Two letters of states without sales in which the business is registered. */
  readonly registered: readonly string[];
  readonly links: Pick<Links, 'nexus'>;
}

export const NexusMap: FC<NexusMapProps> = ({ states, registered, links }) => {
  const byState = new Map(states.map((one) => [one.state, one]));
  const statuses = new Map([
    ...registered.map((state) => [state, 'registered'] as const),
    ...states.map((one) => [one.state, nexusStatusOf(one)] as const),
  ]);
  const shown = new Set(statuses.values());
  return (
    <StateMap
      label="Thresholds by state"
      tones={new Map([...statuses].map(([state, status]) => [state, classOf(status)]))}
      describe={(code) => {
        const found = byState.get(code);
        const none = Object.hasOwn(nexusThresholds, code) ? 'no sales in USD' : 'no threshold';
        const what = found === undefined ? (registered.includes(code) ? `registered, ${none}` : none) : describe(found);
        return `${code}, ${stateName(code)}: ${what}`;
      }}
      linkTo={(code) => (Object.hasOwn(nexusThresholds, code) ? links.nexus(code) : null)}
      legend={Object.entries(nexusStatuses)
        .filter(([status]) => [...shown].some((one) => one === status))
        .map(([status, { label }]) => ({ tone: classOf(status), text: label }))}
      marked={{
        states: states.flatMap(({ state, openingBalances }) => (openingBalances?.decide === true ? [state] : [])),
        legend: { tone: 'reached', text: onlyWithBalances },
      }}
    />
  );
};

const classOf = (label: string): string => label.replaceAll(' ', '-');

/** `TX, Texas: near, 96 % of 500,000 USD` */
const describe = (one: StateExposure): string =>
  [
    nexusStatuses[nexusStatusOf(one)].label.toLowerCase(),
    `${count(one.percent)} % of ${amountsLabel(one.threshold)}`,
    ...(one.openingBalances?.decide === true ? [onlyWithBalances] : []),
  ].join(', ');
