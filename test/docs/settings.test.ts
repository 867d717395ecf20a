import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { configurationSettings } from '../../src/app/configuration/read-configuration.ts';
import type { JsonSchema } from '../../src/domain/json-schema.ts';
import { policySettings } from '../../src/mapping/policy.ts';

const mapping = readFileSync('docs/mapping.md', 'utf8');
const configuration = readFileSync('docs/configuration.md', 'utf8');

const quoted = (value: unknown): string => (typeof value === 'string' ? `\`${value}\`` : String(value));

/** The values of a setting with a closed list, the default first: `send`, `skip`. */
const valuesOf = ({ enum: values = [], default: first }: JsonSchema): string =>
  [first, ...values.filter((value) => value !== first)].map(quoted).join(', ');

const policy = Object.entries(policySettings.schema?.properties ?? {});

/** The page with the values that the settings declare. */
const withValues = (page: string): string =>
  policy.reduce(
    (text, [name, schema]) =>
      schema.enum === undefined
        ? text
        : text.replace(new RegExp(`^(- \`${name}\`) \\([^)]*\\):`, 'm'), `$1 (${valuesOf(schema)}):`),
    page,
  );

if (process.env['SETTINGS'] === 'write') writeFileSync('docs/mapping.md', withValues(mapping));

/** The settings below a heading: names, and what stands in parentheses behind them. */
const listed = (heading: string): ReadonlyMap<string, string> => {
  const section = configuration.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return new Map(
    [...section.matchAll(/^- (`\w+`(?:,? (?:and |or )?`\w+`)*)[^(:\n]*(?:\(([^)]*)\))?/gm)].flatMap(
      ([, names = '', remark = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, remark] as const),
    ),
  );
};

const properties = ({ properties = {} }: JsonSchema): Readonly<Record<string, JsonSchema>> => properties;
const at = (schema: JsonSchema, ...path: readonly string[]): JsonSchema =>
  path.reduce<JsonSchema>((one, name) => properties(one)[name] ?? {}, schema);
const valueOf = ({ additionalProperties }: JsonSchema): JsonSchema =>
  typeof additionalProperties === 'object' ? additionalProperties : {};

const whole = configurationSettings({}, { folder: '/', env: {} }).schema ?? {};
const [withToken = {}, withClient = {}, stripe = {}] = valueOf(at(whole, 'storefronts')).anyOf ?? [];
const shopify = { ...withToken, properties: { ...properties(withToken), ...properties(withClient) } };

describe('the lists of settings in the docs', () => {
  it('have each value of the policy, the default first', () => {
    expect(withValues(mapping)).toBe(mapping);
  });

  it.each(policy)('name the setting %s of the policy', (name) => {
    expect(mapping.split('\n## ')[1]).toContain(`\`${name}\``);
  });

  it.each<[string, JsonSchema, readonly string[]]>([
    ['`service`', at(whole, 'service'), []],
    ['`notifications.<name>`', valueOf(at(whole, 'notifications')), ['send']],
    ['`storefronts.<name>` with `"connector": "shopify"`', shopify, []],
    ['`storefronts.<name>` with `"connector": "stripe"`', stripe, []],
  ])('have each setting of %s, whether it is needed, and its default', (heading, schema, inCode) => {
    const found = listed(heading);
    const declared = Object.entries(properties(schema)).filter(([name]) => name !== 'connector');
    expect([...found.keys()].sort()).toStrictEqual([...declared.map(([name]) => name), ...inCode].sort());
    for (const [name, { default: value }] of declared) {
      const remark = found.get(name) ?? '';
      if (value !== undefined) expect(remark).toContain(`default: ${quoted(value)}`);
      if (schema.required?.includes(name) === true) expect(remark).toContain('required');
    }
  });
});
