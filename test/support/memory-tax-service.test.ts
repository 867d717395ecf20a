import { describeTaxService } from '../contracts/tax-service.ts';
import { memoryTaxService } from './memory-tax-service.ts';

const noWait = { now: () => 0, sleep: () => () => Promise.resolve() };

describeTaxService('in memory, for tests', () =>
  Promise.resolve({ service: memoryTaxService({ clock: noWait }).service, close: () => Promise.resolve() }),
);
