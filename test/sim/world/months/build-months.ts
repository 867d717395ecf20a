import { drawLives } from '../../../reconcile/months/draw-lives.ts';
import { goWrongLate } from '../../../reconcile/months/draw-late.ts';
import { courier } from '../courier.ts';
import { service } from '../service/service.ts';
import type { MonthsSetting } from '../setting.ts';
import { newTruth } from '../truth.ts';
import type { World } from '../world.ts';
import type { Surroundings } from '../build-world.ts';
import { accountOfMonths, shopOfMonths } from './shown-sales.ts';

/** Builds everything outside of the processes where sales go on living for months. */
export const buildMonths = (surroundings: Surroundings, { platform, sales, months }: MonthsSetting): World => {
  const { kernel, faults, setting } = surroundings;
  const { now } = kernel;
  const dice = surroundings.dice.fork('what happens to sales');
  const history = goWrongLate(dice, drawLives(dice, platform, sales, false, months));
  const shown = { now, pageSize: setting.pageSize };
  return {
    kernel,
    faults,
    setting,
    truth: newTruth(),
    service: service({ now, dialect: setting.dialect, refuses: () => false, refusal: '422' }),
    shops: platform === 'shopify' ? [shopOfMonths(history, shown)] : [],
    accounts: platform === 'stripe' ? [accountOfMonths(history, shown)] : [],
    courier: courier(surroundings),
    history,
    stir: () => undefined,
  };
};
