import type { Issuer } from './issuer.ts';
import { gid, managerOf, orderBody, organizationOfUser, projectOf, statuses, type Dataset } from './dataset.ts';

/** The requests of a run as whole HTTP/1.1 texts. */
export interface Requests {
  /** A project of the organization that the caller manages. */
  get: string[];
  /** Ten projects of one status of that organization, newest first, with their number. */
  list: string[];
  /** A published order of a user without a budget limit. */
  post: string[];
}

/** Different callers: fewer than the tokens that each side caches. */
const MANAGERS = 200;
const CUSTOMERS = 1_000;
const VARIANTS = 4_000;

/** Makes the requests, which accept these codings. What is chosen by a number is the same in the next run. */
export function makeRequests(issuer: Issuer, dataset: Dataset, encoding: string | undefined): Requests {
  const managers = Math.min(MANAGERS, dataset.organizations);
  const managerTokens = Array.from({ length: managers }, (_, organization) => issuer.token(gid('user', managerOf(organization))));
  const customers = Math.min(CUSTOMERS, dataset.users);
  // 7919 is prime: the customers are spread over all organizations.
  const customerOf = (n: number): number => (n * 7919) % dataset.users;
  const customerTokens = Array.from({ length: customers }, (_, n) => issuer.token(gid('user', customerOf(n))));
  const perOrganization = Math.floor(dataset.projects / dataset.organizations);
  const request = requestAccepting(encoding);
  const variants = <Text>(make: (n: number) => Text): Text[] => Array.from({ length: VARIANTS }, (_, n) => make(n));

  return {
    get: variants((n) => {
      const organization = n % managers;
      const project = projectOf(dataset, organization, (n * 7919) % perOrganization);
      return request('GET', `/v1/projects/${gid('project', project)}`, managerTokens[organization]!);
    }),
    list: variants((n) => {
      const organization = n % managers;
      const status = statuses[Math.floor(n / managers) % statuses.length]!;
      const query = encodeURIComponent(
        JSON.stringify([
          ['status', '==', status],
          ['organization.gid', '==', gid('organization', organization)],
        ]),
      );
      return request('GET', `/v1/projects?query=${query}&orderBy=created_at&sort=desc&limit=10`, managerTokens[organization]!);
    }),
    post: variants((n) => {
      const customer = n % customers;
      const body = JSON.stringify(orderBody(organizationOfUser(dataset, customerOf(customer)), n));
      return request('POST', '/v1/projects', customerTokens[customer]!, body);
    }),
  };
}

type MakeRequest = (method: string, target: string, token: string, body?: string) => string;

/** Makes requests as whole HTTP/1.1 texts that accept these codings; undefined for answers as they are. */
export function requestAccepting(encoding: string | undefined): MakeRequest {
  const accepted = `Accept: application/json\r\n${encoding === undefined ? '' : `Accept-Encoding: ${encoding}\r\n`}`;
  return (method, target, token, body) => {
    const content = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    return `${method} ${target} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n${accepted}${content}\r\n${body ?? ''}`;
  };
}
