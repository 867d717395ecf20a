import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { httpOperations, userOperations } from '../../src/operations/table.ts';
import { openApi } from '../../src/web/api/openapi.ts';
import { aValidator } from '../support/an-api.ts';
import { type ApiDocument, apiReference, exampleOf } from '../support/api-reference.ts';

const [page, file] = ['docs/http-api.md', 'docs/openapi.json'];
const document = JSON.parse(
  JSON.stringify(openApi([...(await userOperations()), ...(await httpOperations())])),
) as ApiDocument;

const heading = '## All operations\n\n';
const [before = ''] = readFileSync(page, 'utf8').split(heading);
const wholePage = `${before}${heading}${apiReference(document)}\n`;

// API=write npm test -- test/docs/http-api, then npm run format
if (process.env['API'] === 'write') {
  writeFileSync(file, `${JSON.stringify(document)}\n`);
  writeFileSync(page, wholePage);
}

describe('the HTTP API', () => {
  it('has its document as a file', () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toStrictEqual(document);
  });

  it('has each operation with an example on its page', () => {
    expect(readFileSync(page, 'utf8')).toBe(wholePage);
    expect(wholePage.split('\n### ').length - 1).toBe(
      Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length - 1,
    );
  });

  it('names for each operation how it lets requests in, and how it refuses them', () => {
    const { security, components, paths } = document;
    expect(security.flatMap((one) => Object.keys(one))).toStrictEqual(Object.keys(components.securitySchemes));
    expect(security.length).toBeGreaterThan(0);
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.filter(({ responses }) => responses['4XX'] === undefined)).toStrictEqual([]);
  });

  it('has a schema for each field, which its example fits', () => {
    const validator = aValidator();
    validator.addSchema(document, 'https://document.example/');
    const { schemas } = document.components;
    const wrong = Object.entries(schemas).filter(([name, schema]) => {
      const fits = validator.compile({ $ref: `https://document.example/#/components/schemas/${name}` });
      return !fits(exampleOf(schema, schemas));
    });
    expect(wrong.map(([name]) => name)).toStrictEqual([]);
    expect(JSON.stringify(schemas)).not.toMatch(/"(?!properties)\w+":\{\}/);
  });
});
