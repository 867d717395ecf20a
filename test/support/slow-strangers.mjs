// node slow-strangers.mjs <origin> <path> <how many>: connections that send a byte now and then and never come to an end. Who
// is sent away comes again. A line on stdin ends it; how many connections were made stands on stdout then.
import { connect } from 'node:net';
import { setImmediate, setInterval } from 'node:timers';

const [origin = '', path = '', count = '0'] = process.argv.slice(2);
const { hostname, port } = new URL(origin);
const between = 500;

const head = (lines) =>
  [`POST ${path} HTTP/1.1`, 'host: host.example', 'content-type: application/json', ...lines, '', ''].join('\r\n');

/** How a stranger begins, and what comes after it, a piece at a time. */
const ways = [
  { begin: head(['content-length: 4194304']), piece: 'x' },
  { begin: head(['transfer-encoding: chunked']), piece: '1\r\nx\r\n' },
  { begin: head(['content-length: 30000']), piece: 'x' },
  { begin: head(['x-shopify-topic: orders/updated']).slice(0, -2), piece: 'x' },
];

const open = new Map();
let connections = 0;

const come = (index) => {
  connections += 1;
  const socket = connect(Number(port), hostname, () => socket.write(ways[index % ways.length].begin));
  open.set(index, socket);
  socket
    .on('error', () => undefined)
    .on('data', () => undefined)
    .on('close', () => setImmediate(come, index));
};

for (let index = 0; index < Number(count); index += 1) come(index);
setInterval(() => {
  for (const [index, socket] of open) if (socket.writable) socket.write(ways[index % ways.length].piece);
}, between);
process.stdin.once('data', () => {
  process.stdout.write(`${connections}\n`, () => process.exit(0));
});
