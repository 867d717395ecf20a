/** The entry `tax-nexus-sync/testing`: the conformance suite for authors of connectors. */
export type {
  ArrivedRequest,
  ConnectorUnderTest,
  ExpectedRecord,
  ExpectedRefunds,
  Situation,
} from './connector-under-test.ts';
export type { InterfacePromise } from './read-everything.ts';
export { sourceConnectorPromises } from './source-connector-promises.ts';
