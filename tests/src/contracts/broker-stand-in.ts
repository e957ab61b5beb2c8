import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A result as it was published. */
export interface PublishedResult {
  success: boolean;
  providerApplicationVersion: string;
}

/** A broker with one contract, as far as verifying asks it: it speaks HAL as Pact Broker does. */
export interface BrokerStandIn {
  readonly url: string;
  readonly results: readonly PublishedResult[];
  /** The requests that came with this token. */
  readonly signedIn: readonly string[];
  close(): Promise<void>;
}

/** Starts one, which asks for `token`. */
export async function startBroker(contract: { consumer: { name: string }; provider: { name: string } }, token: string): Promise<BrokerStandIn> {
  const [results, signedIn]: [PublishedResult[], string[]] = [[], []];
  const { consumer, provider } = contract;
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host!}`;
    const link = (href: string) => ({ href: url + href, name: consumer.name });
    const wanted = `/pacts/provider/${provider.name}/for-verification`;
    const answers: Record<string, object> = {
      'GET /': { _links: { 'pb:provider-pacts-for-verification': { href: `${url}/pacts/provider/{provider}/for-verification`, templated: true } } },
      [`GET ${wanted}`]: { _links: { self: link(wanted) } },
      [`POST ${wanted}`]: {
        _embedded: { pacts: [{ shortDescription: 'latest', verificationProperties: { notices: [] }, _links: { self: link('/pact') } }] },
        _links: { self: link(wanted) },
      },
      'GET /pact': { ...contract, _links: { self: link('/pact'), 'pb:publish-verification-results': link('/results') } },
      'POST /results': { _links: { self: link('/results/1') } },
    };
    void text(request).then((body) => {
      const name = `${request.method!} ${request.url!}`;
      const isSignedIn = request.headers.authorization === `Bearer ${token}`;
      if (isSignedIn) signedIn.push(name);
      if (isSignedIn && name === 'POST /results') results.push(JSON.parse(body) as PublishedResult);
      const answer = isSignedIn ? answers[name] : undefined;
      response.writeHead(isSignedIn ? (answer ? 200 : 404) : 401, { 'content-type': 'application/hal+json' }).end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ results, signedIn, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
