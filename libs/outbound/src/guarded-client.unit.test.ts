import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, describe, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { FaultParams } from '@partner-ordering/kernel/faults';
import type { faults } from './faults.ts';
import { guardedClient, type GuardedClient, type GuardedRequest } from './guarded-client.ts';
import { OutboundRefusal, type RefusalKind } from './refusal.ts';
import { systemResolve, type Resolve } from './resolving.ts';

const limits: GuardedRequest = { maxBytes: 1_000, timeoutMs: 10_000 };

describe('the guarded client', () => {
  let server: Server;
  let port: number;
  let answer: RequestListener = (_request, response) => response.end('hello');
  const requests: string[] = [];
  const clients: GuardedClient[] = [];
  before(async () => {
    server = createServer((request: IncomingMessage, response: ServerResponse) => {
      requests.push(request.url!);
      answer(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(async () => {
    requests.length = 0;
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  after(() => server.close());

  const client = (allowPrivate: boolean, resolve?: Resolve): GuardedClient => {
    const made = guardedClient({ allowPrivate, ...(resolve && { resolve }) });
    clients.push(made);
    return made;
  };
  const names =
    (...addresses: string[]): Resolve =>
    () =>
      Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  const read = async (caller: GuardedClient, url: string, request: Partial<GuardedRequest> = {}): Promise<string> => {
    const { body } = await caller.call(url, { ...limits, ...request });
    return text(body);
  };
  const refused = (work: Promise<unknown>, kind: RefusalKind, code?: keyof typeof faults, params?: FaultParams) =>
    assert.rejects(work, (error) => {
      assert.ok(error instanceof OutboundRefusal, String(error));
      assert.equal(error.kind, kind);
      if (code) assert.deepEqual(error.at('url'), { path: 'url', code, message: error.message, ...(params && { params }) });
      assert.doesNotMatch(error.message, /\d+\.\d+\.\d+|127|::1/, 'it names no resolved address');
      return true;
    });

  test('an answer is read with its status and headers in development', async () => {
    answer = ({ headers }, response) => response.writeHead(201, { 'x-agent': headers['user-agent'] }).end('made');
    const { status, headers, body } = await client(true).call(`http://127.0.0.1:${port}/sheet?a=1`, limits);

    assert.deepEqual([status, headers['x-agent'], await text(body)], [201, 'partner-ordering', 'made']);
    assert.deepEqual(requests, ['/sheet?a=1']);
  });

  test('a request is sent with its body and headers', async () => {
    answer = async (request, response) => response.end(`${request.method} ${request.headers['x-id']} ${await text(request)}`);
    const request = { method: 'POST', body: '{}', headers: { 'x-id': '7' } } as const;

    assert.equal(await read(client(true), `http://127.0.0.1:${port}/`, request), 'POST 7 {}');
  });

  test('schemes other than https are refused, http only outside development', async () => {
    for (const url of [
      'ftp://example.com/',
      'file:///etc/passwd',
      'data:,x',
      'example.com',
      '',
      'https://',
      'gopher://x/',
      'https://[fe80::1%25eth0]/',
    ])
      await refused(read(client(true), url), 'url');
    await refused(read(client(false), `http://example.com:${port}/`), 'url', 'not_https');
    await refused(read(client(true), `http://me:secret@127.0.0.1:${port}/`), 'url', 'contains_credentials');
    assert.deepEqual(requests, []);
  });

  test('ports below 1024 are refused, except 443, and 80 in development', async () => {
    for (const port of [1, 22, 25, 80, 1023])
      await refused(read(client(false, names('8.8.8.8')), `https://a.example:${port}/`), 'url', 'port_not_allowed', { port });
    for (const port of [25, 1023]) await refused(read(client(true), `http://127.0.0.1:${port}/`), 'url', 'port_not_allowed', { port });
    await refused(read(client(true), 'http://127.0.0.1:0/'), 'url', 'port_not_allowed', { port: 0 });
    for (const url of ['https://a.example/', 'https://a.example:443/', 'https://a.example:1024/', 'https://a.example:65535/'])
      assert.equal(await client(false, names('8.8.8.8')).refusalOf(url, 1_000), undefined, url);
    for (const url of ['http://127.0.0.1/', 'http://127.0.0.1:80/', 'http://127.0.0.1:443/', 'https://127.0.0.1:80/'])
      assert.equal(await client(true).refusalOf(url, 1_000), undefined, url);
  });

  test('refusalOf says without a call why an address is refused', async () => {
    const kindOf = async (url: string, resolve?: Resolve) => (await client(false, resolve).refusalOf(url, 1_000))?.kind;
    assert.equal(await kindOf('http://a.example/', names('8.8.8.8')), 'url');
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '[64:ff9b::7f00:1]', '169.254.169.254'])
      assert.equal(await kindOf(`https://${host}:${port}/`, names('8.8.8.8')), 'address', host);
    assert.equal(await kindOf(`https://a.example:${port}/`, names('8.8.8.8', '10.0.0.1')), 'address');
    assert.equal(await kindOf('https://nothing.example/', names()), 'unreachable');
    assert.equal(await kindOf('https://8.8.8.8/', () => Promise.reject(new Error('a literal is not looked up'))), undefined);
    const silent = await client(false, () => new Promise(() => undefined)).refusalOf('https://slow.example/', 20);
    assert.deepEqual([silent?.kind, silent?.at('url').code], ['time', 'name_lookup_timed_out']);
    assert.deepEqual(requests, []);
  });

  test('an internal IP address is refused in any spelling', async () => {
    const spellings = [
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '127.0.0.1.',
      '１２７.0.0.1',
      '%3127.0.0.1',
    ];
    const literals = [
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[::127.0.0.1]',
    ];
    for (const host of [...spellings, ...literals])
      await refused(read(client(false), `https://${host}:${port}/`), 'address', 'address_not_public');
    for (const host of ['169.254.169.254', '2852039166', '0xa9fea9fe', '[fd00:ec2::254]', '[::ffff:a9fe:a9fe]', '[fe80::1]'])
      await refused(read(client(true), `http://${host}:${port}/`), 'address');
    assert.deepEqual(requests, []);
  });

  test('a name is refused if any of its addresses is not public', async () => {
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2606:4700::1111', '::1'], ['::ffff:169.254.169.254']])
      await refused(read(client(false, names(...addresses)), `https://sheets.example:${port}/`), 'address', 'name_not_resolved');
    for (const name of ['localhost', 'LOCALHOST']) await refused(read(client(false, systemResolve), `https://${name}:${port}/`), 'address');
    await refused(read(client(true, names('127.0.0.1', '169.254.169.254')), `http://sheets.example:${port}/`), 'address');
    assert.deepEqual(requests, []);
  });

  test('a name with an internal address is refused like an unknown name', async () => {
    const detailOf = async (resolve: Resolve) => (await client(false, resolve).refusalOf('https://inner.example/', 1_000))!.at('url');
    const none = await detailOf(() => Promise.reject(new Error('ENOTFOUND')));
    for (const addresses of [[], ['10.0.0.1'], ['169.254.169.254'], ['fd00:ec2::254']])
      assert.deepEqual(await detailOf(names(...addresses)), none);
  });

  test('a name without an address is refused', async () => {
    await refused(read(client(true, names()), 'https://nothing.example/'), 'unreachable', 'name_not_resolved');
    await refused(
      read(
        client(true, () => Promise.reject(new Error('ENOTFOUND 127'))),
        'https://nothing.example/',
      ),
      'unreachable',
    );
  });

  test('a name is resolved once per connection, and the checked address is called', async () => {
    answer = (_request, response) => response.end('hello');
    let asked = 0;
    // The first answer is harmless, and every later one leads to metadata.
    const rebinding: Resolve = () => names(asked++ === 0 ? '127.0.0.1' : '169.254.169.254')('');
    const caller = client(true, rebinding);

    assert.equal(await read(caller, `http://rebinding.example:${port}/`), 'hello');
    assert.equal(asked, 1);
    await refused(read(client(true, rebinding), `http://rebinding.example:${port}/`), 'address');
    assert.deepEqual(requests, ['/']);
  });

  test('proxies of the environment are not used', async () => {
    answer = (_request, response) => response.end('direct');
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => process.env[name]);
    names.forEach((name) => (process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : 'http://127.0.0.1:9'));
    try {
      assert.equal(await read(client(true), `http://127.0.0.1:${port}/`), 'direct');
    } finally {
      names.forEach((name, index) => (before[index] === undefined ? delete process.env[name] : (process.env[name] = before[index])));
    }
  });

  test('redirects are followed up to the limit, relative ones too, and each is checked', async () => {
    answer = ({ url }, response) => {
      const left = Number(url!.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end('on');
      else response.end('here');
    };
    const from = (path: string, maxRedirects: number) => read(client(true), `http://127.0.0.1:${port}/${path}`, { maxRedirects });

    assert.equal(await from('3', 3), 'here');
    assert.deepEqual(requests, ['/3', '/2', '/1', '/0']);
    await refused(from('4', 3), 'redirect', 'too_many_redirects', { max: 3 });
    assert.equal((await client(true).call(`http://127.0.0.1:${port}/1`, limits)).status, 302, 'without redirects it is an answer');
  });

  test('a redirect to a refused address is refused', async () => {
    const targets: [string, RefusalKind][] = [
      ['http://169.254.169.254/latest/meta-data', 'address'],
      ['http://[::ffff:a9fe:a9fe]/', 'address'],
      ['file:///etc/passwd', 'url'],
      ['http://me@127.0.0.1/', 'url'],
      ['http://', 'redirect'],
    ];
    for (const [location, kind] of targets) {
      answer = (_request, response) => response.writeHead(301, { location }).end();
      await refused(read(client(true), `http://127.0.0.1:${port}/`, { maxRedirects: 3 }), kind);
    }
    answer = (_request, response) => response.writeHead(307).end();
    await refused(read(client(true), `http://127.0.0.1:${port}/`, { maxRedirects: 3 }), 'redirect', 'redirects_nowhere');
  });

  test('a body above the limit is refused, with or without its length in advance', async () => {
    answer = (_request, response) => response.end('x'.repeat(1_001));
    await refused(read(client(true), `http://127.0.0.1:${port}/`), 'size', 'response_too_large', { max: 1_000 });
    answer = (_request, response) => {
      const write = () => void (response.write('x'.repeat(600)) ? setImmediate(write) : response.once('drain', write));
      write();
      response.once('close', () => (response.write = () => true));
    };
    await refused(read(client(true), `http://127.0.0.1:${port}/`), 'size');
    answer = (_request, response) => response.end('x'.repeat(1_000));
    assert.equal((await read(client(true), `http://127.0.0.1:${port}/`)).length, 1_000);
  });

  describe('a body with a content encoding', () => {
    const encode = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync };
    const give = (encoding: string, content: Buffer) => {
      answer = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(content);
    };
    const readHere = () => read(client(true), `http://127.0.0.1:${port}/`);

    test('a body is decoded, also from two encodings', async () => {
      for (const [encoding, encoded] of Object.entries(encode)) {
        give(encoding, encoded('hello'));
        assert.equal(await readHere(), 'hello', encoding);
      }
      give('identity, GZIP, br', brotliCompressSync(gzipSync('hello')));
      assert.equal(await readHere(), 'hello');
    });

    test('a small body that decodes to more than the limit is refused', async () => {
      for (const [encoding, encoded] of Object.entries(encode)) {
        give(encoding, encoded('x'.repeat(1_001)));
        await refused(readHere(), 'size', 'response_too_large', { max: 1_000 });
      }
    });

    test('an unknown encoding, a third one, and a body that is cut or not encoded are refused by the name of the encoding', async () => {
      for (const [encoding, content] of [
        ['compress', Buffer.from('hello')],
        ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('hello')))],
        ['gzip', gzipSync('hello').subarray(0, -6)],
        ...Object.keys(encode).map((encoding) => [encoding, Buffer.from('<html>')] as const),
      ] as const) {
        give(encoding, content);
        await refused(readHere(), 'encoding', 'response_not_decoded', { found: encoding });
      }
    });

    test('a connection that breaks within an encoded body is unreachable', async () => {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 500 });
        response.write(gzipSync('hello').subarray(0, 12), () => response.destroy());
      };
      await refused(readHere(), 'unreachable', 'unreachable');
    });
  });

  test('a head or a body that takes too long is given up', async () => {
    answer = () => undefined;
    await refused(read(client(true), `http://127.0.0.1:${port}/`, { timeoutMs: 60 }), 'time', 'response_timed_out', { seconds: 0.06 });
    answer = (_request, response) => void response.write('x');
    await refused(read(client(true), `http://127.0.0.1:${port}/`, { timeoutMs: 60 }), 'time');
  });

  test('a signal ends a call with its reason', async () => {
    const stop = new AbortController();
    answer = () => stop.abort(new Error('the service stops'));

    await assert.rejects(read(client(true), `http://127.0.0.1:${port}/`, { signal: stop.signal }), /the service stops/);
  });

  test('a closed port and a server without HTTP are unreachable', async () => {
    const silent = createTcpServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('220 mail ready\r\n'),
    );
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port: other } = silent.address() as AddressInfo;

    await refused(read(client(true), `http://localhost:${other}/`), 'unreachable', 'unreachable');
    await new Promise((resolve) => silent.close(resolve));
    await refused(read(client(true), `http://localhost:${other}/`), 'unreachable');
    await refused(read(client(true), `https://localhost:${port}/`), 'unreachable');
  });

  describe('an additionally allowed origin', () => {
    const allowing = (allowedOrigin: string, resolve = names('127.0.0.1')): GuardedClient => {
      const made = guardedClient({ allowPrivate: false, resolve, allowedOrigin });
      clients.push(made);
      return made;
    };

    test('addresses of the allowed origin are called, even by a name of the local system, in any case', async () => {
      answer = (_request, response) => response.end('hello');
      const none: Resolve = () => Promise.reject(new Error('name servers are not asked'));
      assert.equal(await read(allowing(`http://127.0.0.1:${port}`), `http://127.0.0.1:${port}/hook?a=1`), 'hello');
      const byName = allowing(`http://localhost:${port}`, none);
      for (const host of ['localhost', 'LocalHost']) {
        assert.equal(await byName.refusalOf(`http://${host}:${port}/`, 1_000), undefined, host);
        assert.equal(await read(byName, `http://${host}:${port}/${host}`), 'hello');
      }
      assert.deepEqual(requests, ['/hook?a=1', '/localhost', '/LocalHost']);
    });

    test('another port, scheme or name of the allowed machine is refused, and so is a user name', async () => {
      const caller = allowing(`http://localhost:${port}`);
      const addresses: [string, RefusalKind][] = [
        [`http://localhost:${port + 1}/`, 'url'],
        ['http://localhost/', 'url'],
        [`http://localhost.:${port}/`, 'url'],
        [`http://127.0.0.1:${port}/`, 'url'],
        [`http://other.example:${port}/`, 'url'],
        [`http://me:secret@localhost:${port}/`, 'url'],
        [`ftp://localhost:${port}/`, 'url'],
        [`blob:http://localhost:${port}/`, 'url'],
        [`https://localhost:${port}/`, 'address'],
        [`https://127.0.0.1:${port}/`, 'address'],
        [`https://other.example:${port}/`, 'address'],
      ];
      for (const [url, kind] of addresses) {
        await refused(read(caller, url), kind);
        assert.equal((await caller.refusalOf(url, 1_000))?.kind, kind, url);
      }
      assert.deepEqual(requests, []);
    });

    test('a redirect to the allowed origin, or from it to a private address, is refused', async () => {
      const caller = allowing(`http://127.0.0.1:${port}`);
      for (const [location, kind] of [
        [`http://127.0.0.1:${port}/on`, 'url'],
        [`https://127.0.0.1:${port}/on`, 'address'],
      ] as const) {
        answer = (_request, response) => response.writeHead(302, { location }).end();
        await refused(read(caller, `http://127.0.0.1:${port}/`, { maxRedirects: 3 }), kind);
      }
      assert.deepEqual(requests, ['/', '/']);
    });

    test('a metadata address is refused even as the allowed origin', async () => {
      const caller = allowing('http://169.254.169.254:8099');
      await refused(read(caller, 'http://169.254.169.254:8099/'), 'address');
    });
  });
});
