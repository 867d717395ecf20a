/** What a configuration file may be called, in the order in which they are looked for. */
export const configurationFiles: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json'].map(
  (extension) => `tax-nexus.config.${extension}`,
);
