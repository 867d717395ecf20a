/** What a path asks for. `name` is what limits and faults go by: `charges`, `charges/:id`, `invoices/:id/lines`. */
export interface Endpoint {
  readonly name: string;
  /** What a restricted key needs for it. */
  readonly permission: string;
  readonly target:
    | { readonly kind: 'account' }
    | { readonly kind: 'tax association' }
    | { readonly kind: 'list'; readonly of: string }
    | { readonly kind: 'one'; readonly of: string; readonly id: string }
    | { readonly kind: 'children'; readonly id: string; readonly path: readonly string[] };
}

interface Folder {
  /** The `object` of what lies in it. */
  readonly of: string;
  readonly permission: string;
  readonly hasList?: false;
  /** Lists inside of its objects: the last part of the path, and where the list stands. */
  readonly children?: Readonly<Record<string, readonly string[]>>;
}

const folders: Readonly<Record<string, Folder>> = {
  charges: { of: 'charge', permission: 'rak_charge_read' },
  refunds: { of: 'refund', permission: 'rak_charge_read' },
  disputes: { of: 'dispute', permission: 'rak_dispute_read' },
  balance_transactions: { of: 'balance_transaction', permission: 'rak_balance_read' },
  events: { of: 'event', permission: 'rak_event_read' },
  payment_intents: {
    of: 'payment_intent',
    permission: 'rak_payment_intent_read',
    children: { amount_details_line_items: ['amount_details', 'line_items'] },
  },
  'checkout/sessions': {
    of: 'checkout.session',
    permission: 'rak_checkout_session_read',
    children: { line_items: ['line_items'] },
  },
  invoices: { of: 'invoice', permission: 'rak_invoice_read', children: { lines: ['lines'] } },
  'terminal/locations': { of: 'terminal.location', permission: 'rak_terminal_location_read' },
  tax_rates: { of: 'tax_rate', permission: 'rak_tax_rate_read' },
  products: { of: 'product', permission: 'rak_product_read' },
  invoice_payments: { of: 'invoice_payment', permission: 'rak_invoice_read' },
  credit_notes: { of: 'credit_note', permission: 'rak_credit_note_read', children: { lines: ['lines'] } },
  webhook_endpoints: { of: 'webhook_endpoint', permission: 'rak_webhook_read' },
  'tax/calculations': {
    of: 'tax.calculation',
    permission: 'rak_tax_calculation_read',
    hasList: false,
    children: { line_items: ['line_items'] },
  },
  'tax/transactions': {
    of: 'tax.transaction',
    permission: 'rak_tax_transaction_read',
    hasList: false,
    children: { line_items: ['line_items'] },
  },
};

const fixed: Readonly<Record<string, Endpoint>> = {
  account: { name: 'account', permission: 'rak_accounts_kyc_basic_read', target: { kind: 'account' } },
  'tax/associations/find': {
    name: 'tax/associations/find',
    permission: 'rak_tax_transaction_read',
    target: { kind: 'tax association' },
  },
};

/** What a path after `/v1/` asks for; undefined for what the sandbox does not have. */
export const endpointOf = (path: string): Endpoint | undefined => {
  if (fixed[path] !== undefined) return fixed[path];
  const name = Object.keys(folders).find((folder) => path === folder || path.startsWith(`${folder}/`));
  const folder = name === undefined ? undefined : folders[name];
  if (name === undefined || folder === undefined) return undefined;
  const { of, permission, children = {} } = folder;
  const [id, child, ...more] = path.slice(name.length + 1).split('/');
  if (id === undefined || id === '') {
    return folder.hasList === false ? undefined : { name, permission, target: { kind: 'list', of } };
  }
  if (child === undefined) return { name: `${name}/:id`, permission, target: { kind: 'one', of, id } };
  const list = more.length === 0 ? children[child] : undefined;
  return list && { name: `${name}/:id/${child}`, permission, target: { kind: 'children', id, path: list } };
};
