// Writes the version of package.json into the sources, as a part of `npm run release`.
import { readFileSync, writeFileSync } from 'node:fs';

const path = 'src/app/package-version.ts';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync(path, readFileSync(path, 'utf8').replace(/'.*'/, `'${version}'`));
