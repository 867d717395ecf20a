import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import { createJiti } from 'jiti';
import tseslint from 'typescript-eslint';

const { floors } = await createJiti(import.meta.url).import('./test/support/floors.ts');

/** Imports go down only (docs/architecture.md): what a folder may not import, for the editor. */
const zones = Object.entries(floors).map(([folder, { mayImport }]) => ({
  target: `./${folder}`,
  from: Object.keys(floors)
    .filter((other) => other !== folder && !mayImport.includes(other))
    .map((other) => `./${other}`),
  message: `${folder} may import ${mayImport.length === 0 ? 'none of our other folders' : mayImport.join(', ')}.`,
}));

const nodeNeedsAFile = {
  regex: '^(fp-ts|io-ts)/(?!lib/.+\\.js$)',
  message: "tsc and Jest accept a directory import; Node does not. Write 'fp-ts/lib/TaskEither.js'.",
};

/** The simulator replays these folders under a virtual clock: an effect that is not passed in would escape it. */
const effectsAreArguments = [
  { name: 'Date', message: 'Take a Clock as an argument.' },
  { name: 'setTimeout', message: 'Take a Clock as an argument.' },
  { name: 'setInterval', message: 'Take a Clock as an argument.' },
  { name: 'fetch', message: 'Take the network as an argument.' },
  { name: 'console', message: 'Take a Logger as an argument.' },
];

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'docs/examples/', 'site/pages/', 'site/public/', 'site/.vitepress/*/']),
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: 'tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-imports': ['error', { patterns: [nodeNeedsAFile] }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // `import { type A } from` stays an import when it is compiled, and loads a file for nothing.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      // There are no enums (tsc: erasableSyntaxOnly) and no classes here; looking for misuse of them is a sixth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    files: ['src/domain/**/*.ts', 'src/mapping/**/*.ts', 'src/pipeline/**/*.ts', 'src/reconcile/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...effectsAreArguments],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Take a Random as an argument.' },
      ],
    },
  },
  {
    files: ['{src,connectors}/**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.tsx'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx'] })],
    },
    rules: {
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly', Buffer: 'readonly' } },
  },
);
