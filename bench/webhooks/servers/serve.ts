import { createServer, type RequestListener } from 'node:http';

/** Serves a candidate on a free port and says where; `GET /cpu` is the CPU that its process has used, in microseconds. */
export const serve = (listener: RequestListener): void => {
  const server = createServer((request, response) => {
    if (request.url !== '/cpu') return listener(request, response);
    const { user, system } = process.cpuUsage();
    return response.end(String(user + system));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    process.stdout.write(`http://127.0.0.1:${port}\n`);
  });
};
