/**
 * The version in package.json; `npm run release` writes both. Not read from that file: an app's bundle has neither the file nor
 * `import.meta`.
 */
export const packageVersion = '0.1.0';
