// @ts-check
// Stands for your own table of orders.

const day = 86_400_000;
const firstDay = Date.UTC(2026, 0, 1, 17);

const cents = /** @param {number} amount */ (amount) => (amount / 100).toFixed(2);

const rows = Array.from({ length: 90 }, (_, index) => {
  const [id, quantity, price] = [index + 1, (index % 3) + 1, 1_250 + 37 * index];
  const tax = Math.round(quantity * price * 0.0725);
  const at = new Date(firstDay + index * day).toISOString();
  return {
    id,
    number: `L-${String(id).padStart(4, '0')}`,
    placedAt: at,
    changedAt: id === 7 ? new Date(firstDay + 40 * day).toISOString() : at, // a corrected address
    isPaid: id % 10 !== 0,
    currency: 'USD',
    lines: [{ id: 1, title: 'Notebook', quantity, price: cents(price), tax: cents(tax) }],
    shipping: { price: '5.00', tax: '0.00' },
    total: cents(quantity * price + tax + 500),
    buyer: 'Ada Example',
    shipTo: { street: '1 Example St', city: 'Oakland', state: 'CA', zip: '94607', country: 'US' },
  };
});

/**
 * The orders, for whoever has the key.
 *
 * @param {string} key
 * @returns {import('./ledger.mjs').Orders}
 */
export const ordersFor = (key) => {
  const open = () => (key === 'good-key' ? Promise.resolve(rows) : Promise.reject(new Error('refused')));
  return {
    shop: async () => {
      await open();
      return { id: 'acme', name: 'Acme ledger', timeZone: 'America/Los_Angeles' };
    },
    list: async ({ by, start, end, after, limit }) =>
      (await open())
        .filter(
          (row) => row.id > after && Date.parse(row[by]) >= Date.parse(start) && Date.parse(row[by]) < Date.parse(end),
        )
        .slice(0, limit),
    find: async (id) => (await open()).find((row) => row.id === id),
  };
};
