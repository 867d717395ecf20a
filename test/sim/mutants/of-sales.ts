import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { Alterations, Tools } from '../app/alterations.ts';

/** A connector that changes every sale a little, on every path. */
export const ofSales = (change: (sale: Sale, tools: Tools) => Sale): Alterations => ({
  connector: (connector, tools) => {
    const changed: (entry: SourceResult) => SourceResult = E.map((sale: Sale) => change(sale, tools));
    return {
      ...connector,
      readPage: (window, from) =>
        TE.map((page: { readonly results: readonly SourceResult[]; readonly next: O.Option<string> }) => ({
          ...page,
          results: page.results.map(changed),
        }))(connector.readPage(window, from)),
      readRecord: (id) => TE.map(O.map(changed))(connector.readRecord(id)),
    };
  },
});
