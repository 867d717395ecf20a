import { secret } from '../../../src/domain/secret.ts';
import { startTaxService } from '../../../sandbox/tax-service/start-tax-service.ts';
import { httpTaxService } from '../../../src/service/http-tax-service.ts';
import { describeTaxService } from '../../contracts/tax-service.ts';

describeTaxService('the sandbox, over HTTP with got', async () => {
  const apiKey = 'a-key-of-the-contract';
  const standIn = await startTaxService({ apiKeys: ['the-key-of-another-merchant', apiKey] });
  return { service: httpTaxService({ baseUrl: standIn.origin, apiKey: secret(apiKey) }), close: standIn.stop };
});
