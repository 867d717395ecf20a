import { createHmac, timingSafeEqual } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadSqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { right } from '../../right.ts';
import { secrets } from '../delivery.ts';
import { serve } from './serve.ts';

/*
 * The least that one could write: `node bare.js <file>`. The same verification over the raw bytes, one durable insert
 * of the delivery's id, 200. It does not even look which order the delivery is about.
 */

const [file = ''] = process.argv.slice(2);
const database = new (right(await loadSqliteDriver()).DatabaseSync)(file);
database.exec(
  'pragma journal_mode = wal; pragma synchronous = full; create table delivery (id text primary key, at integer) without rowid',
);
const insert = database.prepare('insert into delivery values (?, ?) on conflict do nothing');
// A database without a reference is closed by the collector, whatever its statements still do.
process.once('exit', () => database.close());

const isSigned = (body: string, signature: string): boolean => {
  const expected = createHmac('sha256', secrets.shopify).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await text(request);
  const { 'x-shopify-hmac-sha256': signature, 'x-shopify-event-id': id } = request.headers;
  if (typeof signature !== 'string' || !isSigned(body, signature)) {
    response.writeHead(401).end();
    return;
  }
  insert.all(String(id), Date.now());
  response.writeHead(200).end();
};

serve((request, response) => {
  answer(request, response).catch(() => response.destroy());
});
