// Stands for the app's own database. With the template's Prisma, sessionStorage is new PrismaSessionStorage(prisma), and
// listShops is () => prisma.session.findMany({ where: { isOnline: false }, select: { shop: true } }).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from '@shopify/shopify-api';

const file = process.env.SESSIONS_FILE ?? './sessions.json';
const rows = new Map(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
const save = () => writeFileSync(file, JSON.stringify([...rows]));
const sessions = () => [...rows.values()].map((row) => Session.fromPropertyArray(row, true));

export const sessionStorage = {
  loadSession: async (id) => (rows.has(id) ? Session.fromPropertyArray(rows.get(id), true) : undefined),
  storeSession: async (session) => {
    rows.set(session.id, session.toPropertyArray(true));
    save();
    return true;
  },
  deleteSession: async (id) => sessionStorage.deleteSessions([id]),
  deleteSessions: async (ids) => {
    for (const id of ids) rows.delete(id);
    save();
    return true;
  },
  findSessionsByShop: async (shop) => sessions().filter((session) => session.shop === shop),
};

export const listShops = async () => sessions().filter(({ isOnline }) => !isOnline);

export const deleteSessionsOf = async (shop) =>
  sessionStorage.deleteSessions((await sessionStorage.findSessionsByShop(shop)).map(({ id }) => id));
