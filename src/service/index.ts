export { httpTaxService } from './http-tax-service.ts';
export type { HttpTaxServiceSettings } from './settings.ts';
