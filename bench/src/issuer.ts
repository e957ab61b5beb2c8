import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newGid } from '@partner-ordering/kernel';
import { PRICE_EUR } from './dataset.ts';

/** Stands in for identity and catalog: access tokens and their keys, no revocations, one price. */
export interface Issuer {
  readonly url: string;
  readonly issuer: string;
  /** An access token (RFC 9068) that outlives the run. */
  token(user: string): string;
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts it on a free port. */
export async function startIssuer(): Promise<Issuer> {
  const issuer = 'https://partner-ordering.bench';
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const answers: Record<string, object> = {
    '/.well-known/jwks.json': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'RS256', use: 'sig' }] },
    '/internal/revocations': { items: [], last: 0 },
    '/internal/prices/for': { price: { amount_minor: PRICE_EUR * 100, currency: 'EUR' } },
  };
  const server = createServer((request, response) => {
    const answer = answers[new URL(request.url!, 'http://issuer').pathname];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issuer,
    token: (user) => {
      const iat = Math.floor(Date.now() / 1000);
      const claims = {
        iss: issuer,
        aud: issuer,
        sub: user,
        client_id: 'bench',
        sid: newGid(),
        gty: 'password',
        scope: 'base',
        jti: newGid(),
      };
      const content = `${base64url({ alg: 'RS256', typ: 'at+jwt', kid: 'bench' })}.${base64url({ ...claims, iat, exp: iat + 86_400 })}`;
      return `${content}.${sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`;
    },
  };
}
