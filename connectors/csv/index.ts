export { csvConnector, type CsvConnector } from './connector.ts';
export { openCsvFile } from './read/file.ts';
export { scanOnce } from './read/scan.ts';
