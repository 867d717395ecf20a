export { httpTaxService } from './http-tax-service.ts';
export { serviceAddress } from './service-address.ts';
export type { HttpTaxServiceSettings } from './settings.ts';
