import { openLastSeen, principals, revocationPoll, tokenVerifier } from '@partner-ordering/auth';
import { presentedToken } from '@partner-ordering/http';
import { newGid } from '@partner-ordering/kernel';
import { startIssuer } from '../issuer.ts';

/** Users who are on the way at the same time: fewer than the tokens that are kept. */
const USERS = 1_000;
const ROUNDS = 300;

/** What the check of a token costs a request, in microseconds of CPU. */
export interface CheckFigures {
  /** Of a token that the process knows: at the gateway, and at the service that answers, which also looks up the rights of the user. */
  gateway: number;
  service: number;
  /** Of a token that it sees for the first time. */
  first: number;
}

/** Checks tokens as gateway and services do, with the same parts, in this process. */
export async function measureChecks(): Promise<CheckFigures> {
  const issuer = await startIssuer();
  try {
    const keys = async () => (await (await fetch(`${issuer.url}/.well-known/jwks.json`)).json()) as { keys: [] };
    const clock = (): Date => new Date();
    const check = () => {
      const verifier = tokenVerifier({ keys, issuer: issuer.issuer, audience: issuer.issuer, clock });
      const revocations = revocationPoll({ read: async (after) => ({ items: [], last: after }), clock });
      return async (authorization: string) => {
        const presented = presentedToken(authorization, '');
        if (presented === undefined || presented === 'several') throw new Error('the request has no token');
        const claims = await verifier.verify(presented.token);
        if (revocations.isRevoked(claims.session)) throw new Error('the token was revoked');
        return claims;
      };
    };
    const [atService, verified] = [check(), check()];
    const seen = openLastSeen({ tell: () => Promise.resolve(), nowMs: () => performance.now(), onError: () => undefined });
    const atGateway = async (authorization: string) => {
      const claims = await verified(authorization);
      seen.note(claims.user);
      return claims;
    };
    // The replica's row is read once a second for each user, which is part of what reads cost anyway.
    const state = { roles: ['user'], is_enabled: true, memberships: [{ organization: newGid(), is_manager: false }] };
    const users = principals({ query: async <Row>() => [{ version: '1', state } as Row], clock });
    const headers = Array.from({ length: USERS }, () => `Bearer ${issuer.token(newGid())}`);

    const first = await microsecondsOf(headers, 1, atGateway);
    const service = async (authorization: string) => users.forRead(await atService(authorization));
    for (const one of [atGateway, service]) await microsecondsOf(headers, 20, one);
    return {
      first,
      gateway: await microsecondsOf(headers, ROUNDS, atGateway),
      service: await microsecondsOf(headers, ROUNDS, service),
    };
  } finally {
    issuer.close();
  }
}

/** CPU of this process for each. */
async function microsecondsOf(headers: readonly string[], rounds: number, work: (authorization: string) => Promise<unknown>) {
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) for (const header of headers) await work(header);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (rounds * headers.length);
}
