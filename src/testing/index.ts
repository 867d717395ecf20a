export type { ConnectorUnderTest } from './connector-under-test.ts';
export type { InterfacePromise } from './promise.ts';
export { sourceConnectorPromises } from './source-connector-promises.ts';
