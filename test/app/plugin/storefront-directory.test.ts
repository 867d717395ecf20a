import { describeStorefrontDirectory } from '../../contracts/storefront-directory.ts';
import { broken, domainOf, memoryDirectory } from '../../support/a-directory.ts';

describeStorefrontDirectory('A directory in memory', () => {
  const directory = memoryDirectory(['a', 'b', 'c', 'd', 'e']);
  const nameOf = (account: string): string => account.split('.')[0] ?? '';
  let installations = 0;
  return {
    directory,
    accounts: ['a', 'b', 'c', 'd', 'e'].map(domainOf),
    absent: domainOf('absent'),
    uninstall: (account) => {
      directory.shops.delete(nameOf(account));
      return Promise.resolve();
    },
    install: (account) => {
      installations += 1;
      directory.shops.set(nameOf(account), `installation ${installations}`);
      return Promise.resolve();
    },
    setFailing: (isFailing) => {
      directory.fault = isFailing ? () => broken : null;
    },
    questions: () => directory.asked.filter((question) => !question.startsWith('source')).length,
  };
});
