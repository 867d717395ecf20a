export { httpTaxService, type HttpTaxServiceSettings } from './http-tax-service.ts';
