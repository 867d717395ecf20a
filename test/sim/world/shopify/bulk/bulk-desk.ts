import type { Faults } from '../../../faults/faults.ts';
import type { Dice } from '../../../kernel/dice.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { gid } from '../order-json.ts';
import type { Order } from '../order.ts';
import { type BulkFate, bulkFates } from './bulk-fate.ts';
import { type BulkResult, writeResult } from './bulk-result.ts';

type Json = Readonly<Record<string, unknown>>;

/** The bulk operations of one shop. */
export interface BulkDesk {
  /** Starts one, unless as many as allowed are at work. */
  readonly run: (query: string) => Json;
  /** Null when there is none. */
  readonly find: (id: string) => Json | null;
  readonly cancel: (id: string) => Json;
  /** Newest first. */
  readonly latest: () => readonly Json[];
  /** What lies at an address, as far as that is still served. */
  readonly fileAt: (url: string) => BulkResult | undefined;
}

export interface BulkPorts {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly storefront: string;
  /** The orders that a search filter finds, as the shop shows them now. */
  readonly find: (filter: string) => readonly Order[];
  /** Pushed when one is over, however it ended. */
  readonly onFinish: (id: string) => void;
}

interface Operation {
  readonly id: string;
  readonly query: string;
  readonly fate: BulkFate;
  readonly createdAt: number;
  readonly result: BulkResult;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED';
  /** Its present address; an older one is served no longer. */
  address: string;
  isAddressUsed: boolean;
}

const filterIn = (query: string): string => {
  const [, text = '""'] = /orders\(query: ("(?:[^"\\]|\\.)*")\)/.exec(query) ?? [];
  return String(JSON.parse(text));
};

const ends: Readonly<Record<string, Operation['status']>> = {
  'fails half way': 'FAILED',
  'runs out of time': 'FAILED',
  'is cancelled': 'CANCELED',
  'is expired': 'EXPIRED',
};

const refusal = (code: string): Json => ({ bulkOperation: null, userErrors: [{ code, field: ['query'] }] });

export const bulkDesk = ({ kernel, dice, faults, storefront, find, onFinish }: BulkPorts): BulkDesk => {
  const operations: Operation[] = [];
  const sideBySide = dice.int(1, 5);
  let addresses = 0;
  const newAddress = (fate: BulkFate): string => {
    addresses += 1;
    const host = fate === 'strange address' ? 'results.example.com' : 'storage.googleapis.com';
    return `https://${host}/${storefront}?signature=CANARY_SIGNATURE_${addresses}`;
  };
  const finish = (operation: Operation): void => {
    if (operation.status !== 'RUNNING') return;
    operation.status = ends[operation.fate ?? ''] ?? 'COMPLETED';
    onFinish(operation.id);
  };
  const answerOf = (operation: Operation): Json => {
    const { id, query, status, createdAt, result, fate } = operation;
    if (fate === 'address expires' && operation.isAddressUsed) {
      operation.address = newAddress(fate);
      operation.isAddressUsed = false;
    }
    const isWritten = (status === 'COMPLETED' || status === 'FAILED') && result.lines > 0;
    const addressIf = (wanted: Operation['status']): string | null =>
      isWritten && status === wanted ? operation.address : null;
    return {
      id,
      query,
      status,
      errorCode: status === 'FAILED' ? (fate === 'runs out of time' ? 'TIMEOUT' : 'INTERNAL_SERVER_ERROR') : null,
      createdAt: new Date(createdAt).toISOString(),
      objectCount: String(result.lines),
      rootObjectCount: String(result.orders),
      fileSize: isWritten ? String(result.bytes.length) : null,
      url: addressIf('COMPLETED'),
      partialDataUrl: addressIf('FAILED'),
    };
  };
  const named = (id: string): Operation | undefined => operations.find((one) => one.id === id);

  return {
    run: (query) => {
      const fate = faults.at('bulk', bulkFates);
      if (fate === 'query refused') return refusal('INVALID');
      if (operations.filter(({ status }) => status === 'RUNNING').length >= sideBySide) {
        return refusal('OPERATION_IN_PROGRESS');
      }
      const operation: Operation = {
        id: gid('BulkOperation', String(7_000 + operations.length)),
        query,
        fate,
        createdAt: kernel.now(),
        // As the orders are when it starts: later changes come by other paths.
        result: writeResult(find(filterIn(query)), fate),
        status: 'RUNNING',
        address: newAddress(fate),
        isAddressUsed: false,
      };
      operations.push(operation);
      const takes = fate === 'takes long' ? dice.int(120_000, 480_000) : dice.int(500, 30_000);
      kernel.after(takes, null, `${storefront} bulk operation ${fate ?? 'is done'}`, () => finish(operation));
      return { bulkOperation: { id: operation.id, status: 'CREATED' }, userErrors: [] };
    },
    find: (id) => {
      const operation = named(id);
      return operation === undefined ? null : answerOf(operation);
    },
    cancel: (id) => {
      const operation = named(id);
      if (operation?.status === 'RUNNING') operation.status = 'CANCELED';
      return { bulkOperation: null, userErrors: [] };
    },
    latest: () => operations.map(answerOf).reverse(),
    fileAt: (url) => {
      const operation = operations.find(({ address }) => address === url);
      if (operation === undefined || (operation.fate === 'address expires' && operation.isAddressUsed))
        return undefined;
      operation.isAddressUsed = true;
      return operation.result;
    },
  };
};
