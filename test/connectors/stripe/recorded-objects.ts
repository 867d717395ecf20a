import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../../support/stripe-objects.ts';

/** An object of real traffic, and the collection that it is from. */
export interface Recorded {
  readonly collection: string;
  readonly object: Json;
}

const folder = fileURLToPath(new URL('../../../../shared/data/stripe/', import.meta.url));

export const hasRecordings = (): boolean => existsSync(folder);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Objects of these kinds wherever they stand: in lists, events, expansions, and answers recorded as text. */
const within = (value: unknown, kinds: ReadonlySet<string>, found: Json[]): void => {
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) within(parse(value), kinds, found);
  if (!isJson(value)) return;
  const kind = value['object'];
  if (typeof kind === 'string' && kinds.has(kind) && typeof value['id'] === 'string') found.push(value);
  for (const part of Object.values(value)) within(part, kinds, found);
};

const documentsIn = (file: string): readonly unknown[] => {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.jsonl') ? text.split('\n').map(parse) : [parse(text)];
};

/** All recorded objects of these kinds, each different one once. */
export const recordedObjects = (...kinds: readonly string[]): readonly Recorded[] => {
  const unique = new Map<string, Recorded>();
  for (const collection of readdirSync(folder, { withFileTypes: true }).filter((result) => result.isDirectory())) {
    const path = join(folder, collection.name);
    for (const name of readdirSync(path).filter((file) => /\.jsonl?$/.test(file))) {
      const found: Json[] = [];
      for (const document of documentsIn(join(path, name))) within(document, new Set(kinds), found);
      for (const object of found) unique.set(JSON.stringify(object), { collection: collection.name, object });
    }
  }
  return [...unique.values()];
};
