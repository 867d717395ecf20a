import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageVersion } from '../../src/app/package-version.ts';
import { fieldOf } from '../../src/domain/fields.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
const steps = [...workflow.matchAll(/^ {6}- run: (.+)$/gm)].map(([, command = '']) => command);
const names = steps.find((command) => command.startsWith('npm pkg set')) ?? '';

describe('a release', () => {
  it('has the version of package.json in its sources, which know it in a bundle as well', () => {
    expect(packageVersion).toBe(fieldOf(JSON.parse(readFileSync('package.json', 'utf8')), 'version'));
    mkdirSync(join(folder, 'src/app'), { recursive: true });
    copyFileSync('src/app/package-version.ts', join(folder, 'src/app/package-version.ts'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3-next.0' }));
    execFileSync(process.execPath, [resolve('scripts/write-version.mjs')], { cwd: folder });
    expect(readFileSync(join(folder, 'src/app/package-version.ts'), 'utf8')).toMatch(
      /^export const packageVersion = '1\.2\.3-next\.0';$/m,
    );
  });

  it('is tested, named after its repository, and published with its provenance, in this order', () => {
    const documents = 'npm run test:all -- --selectProjects published';
    const wanted = ['.ci/run', documents, names, 'npm publish --provenance --access public'];
    expect(steps.filter((command) => wanted.includes(command))).toStrictEqual(wanted);
    expect(steps.at(-1)).toBe(wanted.at(-1));
    expect(workflow).toMatch(/^ {6}id-token: write$/m);
  });

  it('names the repository that builds it, without which the registry refuses its provenance', () => {
    copyFileSync('package.json', join(folder, 'package.json'));
    const env = { ...process.env, GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/tax-nexus-sync' };
    execFileSync('sh', ['-c', names], { cwd: folder, env, stdio: 'pipe' });
    const before: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
    const after: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const repository = { type: 'git', url: 'git+https://github.com/acme/tax-nexus-sync.git' };
    expect(after).toStrictEqual({ ...Object(before), repository });
  });
});
