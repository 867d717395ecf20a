/**
 * Asks a storefront's platform about single records while a page is settled: what the record is now, and what undid a change
 * of it.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceError } from '../domain/errors.ts';
import type { PlatformEvent } from '../domain/platform-event.ts';
import type { ChangeOfRecord, SourceResult } from '../mapping/source-connector.ts';
import { callSource, type NotRead } from './call-source.ts';
import type { SyncPorts } from './ports.ts';

/** See `SourceConnector.undoneBy`. */
export type AskWhatUndid = (
  change: ChangeOfRecord,
) => Promise<E.Either<SourceError | NotRead, O.Option<PlatformEvent>>>;

/** See `SourceConnector.readRecord`. */
export type AskRecord = (id: string) => Promise<E.Either<SourceError | NotRead, O.Option<SourceResult>>>;

export const askRecordOf =
  (ports: SyncPorts, storefront: string, isOver: () => boolean): AskRecord =>
  async (id) => {
    const connector = ports.storefronts[storefront]?.connector;
    return connector === undefined ? E.left({ _tag: 'NotRead' }) : callSource(ports, isOver)(connector.readRecord(id));
  };

export const askWhatUndidOf =
  (ports: SyncPorts, storefront: string, isOver: () => boolean): AskWhatUndid =>
  async (change) => {
    const connector = ports.storefronts[storefront]?.connector;
    return connector?.undoneBy === undefined ? E.right(O.none) : callSource(ports, isOver)(connector.undoneBy(change));
  };
