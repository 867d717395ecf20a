/** The entry of the CSV connector: the app opens a file, scans it once, and syncs it as a storefront. */
export { csvConnector, type CsvConnector } from './connector.ts';
export { openCsvFile } from './read/file.ts';
export { scanOnce } from './read/scan.ts';
