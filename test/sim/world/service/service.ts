// The service of dialects with what the checker asks of it, in virtual time; it decides nothing about transactions itself.
import type { Reply } from '../../../../sandbox/http/reply.ts';
import type { Dialect } from '../../../support/dialects/dialect.ts';
import { dialectService } from '../../../support/dialects/dialect-service.ts';
import { type Json, parseJson, textOf } from '../../../support/dialects/json.ts';

/** In what a transaction that another source wrote differs from the sale whose id or name it has. */
export type ForeignDifference = 'nothing' | 'money' | 'state' | 'day' | 'purpose';

/** One insert at the service. It is never taken back. */
export interface JournalLine {
  readonly at: number;
  /** As it was sent. A service that assigns ids knows it by another one. */
  readonly id: string;
  readonly name: string;
  /** The body as it was sent: the service may store it in another form. */
  readonly text: string;
  /** Written by another source. */
  readonly isForeign: boolean;
  readonly differsIn: ForeignDifference;
}

/** How a list is cut into pages: by a place that moves with every insert, or by one that stays. */
export type CursorKind = 'offset' | 'position';

/** How the service may word the refusal of one body: as one, or as a firewall does. */
export const refusals = ['422', '422', '403 page', '403', '404 page'] as const;
export type Refusal = (typeof refusals)[number];

const refusalOf = (refusal: Refusal): Reply => {
  const status = Number(refusal.slice(0, 3));
  if (refusal.endsWith('page')) return { status, text: '<!DOCTYPE html><title>Blocked</title>' };
  return {
    status,
    text: status === 422 ? '{"code":"contradiction","issues":[{"path":"total"}]}' : '{"message":"Forbidden"}',
  };
};

export interface ServiceOptions {
  readonly now: () => number;
  readonly dialect: Dialect;
  /** Whether a body about this id is refused for good. */
  readonly refuses: (id: string) => boolean;
  readonly refusal: Refusal;
}

/** A transaction of another source. */
export interface Foreign {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly differsIn: ForeignDifference;
}

/** The Tax Nexus Service itself, without any network, in the dialect of its world. */
export interface Service {
  readonly dialect: Dialect;
  readonly push: (text: string) => Reply;
  readonly find: (id: string) => Reply;
  readonly list: (cursor: string | null) => Reply;
  readonly insertForeign: (transaction: Foreign) => void;
  /** Whether it was sent a transaction with this id or this name, by us or by another source. */
  readonly holds: (transaction: { readonly id: string; readonly name: string }) => boolean;
  readonly journal: readonly JournalLine[];
  /** What it holds now, in the plain dialect's fields. */
  readonly rows: () => readonly Json[];
  /** A person deletes what is held under an id, or changes its total. */
  readonly remove: (id: string) => void;
  readonly change: (id: string) => void;
}

export const service = ({ now, dialect, refuses, refusal }: ServiceOptions): Service => {
  const stand = dialectService({ dialect, now });
  const journal: JournalLine[] = [];
  const [ids, names] = [new Set<string>(), new Set<string>()];
  let heldNow: Foreign | null = null;

  /** Takes over what the stand-in has stored since. */
  const note = (): void => {
    for (const { at, id, name, text, isForeign } of stand.journal.slice(journal.length)) {
      ids.add(id);
      names.add(name);
      journal.push({ at, id, name, text, isForeign, differsIn: heldNow?.differsIn ?? 'nothing' });
    }
  };
  return {
    dialect,
    journal,
    rows: stand.stored,
    remove: (id) => {
      const gone = stand.stored().flatMap((fields) => (fields['id'] === id ? [textOf(fields['name'])] : []));
      stand.forget((name) => gone.includes(name));
    },
    change: (id) =>
      stand.alter((fields) => (fields['id'] === id ? { ...fields, total: Number(fields['total']) + 1 } : fields)),
    holds: ({ id, name }) => ids.has(id) || names.has(name),
    insertForeign: (foreign) => {
      const { id, name, text } = foreign;
      heldNow = foreign;
      stand.hold({ id, name, fields: parseJson(text) ?? {} });
      note();
      heldNow = null;
    },
    push: (text) => {
      if (refuses(textOf(parseJson(text)?.['id']))) {
        return refusalOf(refusal);
      }
      const reply = stand.push(text);
      note();
      return reply;
    },
    find: stand.find,
    list: (cursor) => stand.list(cursor, 100),
  };
};
