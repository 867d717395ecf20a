import { afterEach, describe, expect, it } from '@jest/globals';
import { secret } from '../../src/domain/secret.ts';
import type { PushReply } from '../../src/domain/tax-service.ts';
import type { ServiceWire } from '../../src/domain/wire-settings.ts';
import { httpTaxService } from '../../src/service/http-tax-service.ts';
import { aBody } from '../support/a-body.ts';
import { type LocalServer, localServer } from '../support/local-server.ts';

const servers: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ close }) => close()));
});

describe('a correction', () => {
  const replied = async (
    corrections: NonNullable<ServiceWire['corrections']>,
    remoteId: string | null,
    status: number,
    pushed = 200,
    body = '{}',
  ): Promise<{ readonly reply: PushReply | undefined; readonly requests: readonly string[] }> => {
    const requests: string[] = [];
    const server = await localServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(request.method === 'POST' ? pushed : status).end(body);
    });
    servers.push(server);
    const service = httpTaxService({ baseUrl: server.origin, apiKey: secret('key'), wire: { corrections } });
    return { reply: await service.correct?.(remoteId, aBody())(), requests };
  };

  const corrected = async (
    corrections: NonNullable<ServiceWire['corrections']>,
    remoteId: string | null,
    status: number,
    pushed = 200,
  ): Promise<{ readonly tag: string | undefined; readonly requests: readonly string[] }> => {
    const { reply, requests } = await replied(corrections, remoteId, status, pushed);
    return { tag: reply?._tag, requests };
  };

  it.each(['PUT', 'PATCH', 'DELETE'] as const)(
    'by %s that the service does not know says which setting',
    async (method) => {
      for (const status of [405, 501]) {
        const { reply } = await replied(method, 'tx/1', status);
        expect(reply).toMatchObject({
          _tag: 'Misdirected',
          message: expect.stringMatching(`answered ${status} to ${method}\\. .*check service\\.wire\\.corrections`),
        });
      }
    },
  );

  it('deletes what is no longer true by DELETE alone, once, and offers nothing of that kind by PUT', async () => {
    const requests: string[] = [];
    let status = 204;
    const server = await localServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(status).end();
    });
    servers.push(server);
    const serviceWith = (corrections: 'PUT' | 'DELETE') =>
      httpTaxService({ baseUrl: server.origin, apiKey: secret('key'), wire: { corrections } });
    expect(serviceWith('PUT').remove).toBeUndefined();
    const { remove } = serviceWith('DELETE');
    if (remove === undefined) throw new Error('it can delete');
    expect((await remove('tx/1')())._tag).toBe('Accepted');
    status = 404;
    expect((await remove('tx/1')())._tag).toBe('Accepted');
    status = 405;
    expect((await remove('tx/1')())._tag).toBe('Misdirected');
    expect(requests).toStrictEqual(Array.from({ length: 3 }, () => 'DELETE /transactions/tx%2F1'));
  });

  it.each(['tx', null])(
    'by DELETE of %j says that nothing is left where a 409 keeps the new one out',
    async (remoteId) => {
      expect((await replied('DELETE', remoteId, 204, 409)).reply).toMatchObject({
        _tag: 'Refused',
        message: expect.stringContaining('The service does not hold it any more, and answers 409 to a new one'),
      });
    },
  );

  it('by DELETE is unclear where a proxy answers 409 with a web page to the new one', async () => {
    expect((await replied('DELETE', 'tx', 204, 409, '<html>1001</html>')).reply).toStrictEqual({
      _tag: 'Unclear',
      message: 'The service deleted it, and does not hold the new one yet',
    });
  });

  it.each(['PUT', 'PATCH'] as const)('by %s is one request to the transaction', async (method) => {
    const requests = [`${method} /transactions/tx%2F1`];
    expect(await corrected(method, 'tx/1', 200)).toStrictEqual({ tag: 'Accepted', requests });
    expect(await corrected(method, 'tx/1', 404)).toStrictEqual({ tag: 'Misdirected', requests });
  });

  it.each([
    [200, 'Accepted', true],
    [204, 'Accepted', true],
    [404, 'Accepted', true],
    [410, 'Accepted', true],
    [409, 'Exists', false],
    [422, 'Refused', false],
    [500, 'Unclear', false],
  ])('by DELETE pushes again once the old one is gone: after %i it is %s', async (status, tag, isPushed) => {
    const requests = ['DELETE /transactions/tx', ...(isPushed ? ['POST /transactions'] : [])];
    expect(await corrected('DELETE', 'tx', status)).toStrictEqual({ tag, requests });
  });

  it.each([401, 404, 429])(
    'by DELETE is unclear once the old one is gone and the new one is answered %i',
    async (status) => {
      expect(await corrected('DELETE', 'tx', 200, status)).toMatchObject({ tag: 'Unclear' });
      expect(await corrected('DELETE', null, 200, status)).not.toMatchObject({ tag: 'Unclear' });
    },
  );

  it('by DELETE says that the old one is gone where the new one is refused', async () => {
    const server = await localServer((request, response) => {
      response.writeHead(request.method === 'POST' ? 422 : 204).end();
    });
    servers.push(server);
    const wire = { corrections: 'DELETE' } as const;
    const service = httpTaxService({ baseUrl: server.origin, apiKey: secret('key'), wire });
    const reply = await service.correct?.('tx', aBody())();
    expect(reply?._tag === 'Refused' && reply.message).toContain('The service deleted it, and refuses the new one: ');
  });

  it('of a transaction whose id at the service is not known is a push', async () => {
    expect(await corrected('DELETE', null, 500)).toStrictEqual({ tag: 'Accepted', requests: ['POST /transactions'] });
  });

  it('is not offered by a service whose settings name none', () => {
    expect(httpTaxService({ baseUrl: 'https://service.example', apiKey: secret('key') }).correct).toBeUndefined();
  });
});
