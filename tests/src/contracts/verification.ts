import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Verifier, type VerifierOptions } from '@pact-foundation/pact';
import type { ServiceName } from '@partner-ordering/kernel';
import { EnteredStates } from './entered-states.ts';
import { fillForm } from './forms.ts';
import { partnerStates, type ProviderState } from './partner-states.ts';
import { ONE_AGGREGATE, oneAggregate, oneFact, serviceStates } from './service-states.ts';
import { toldTypes } from './public-document.ts';
import type { World } from './world.ts';

/** Whom partners and the client have contracts with: the public API, as the gateway serves it. */
export const PUBLIC_API = 'partner-ordering';

/** Where Pact's proxy takes provider states. */
const STATES = '/_pactSetup';

/** A status that none of our answers has, and no class of statuses by which contracts may name one. */
const NOBODYS = 999;

/** A provider of contracts. */
export type Provider = ServiceName | typeof PUBLIC_API;

/** What a change of a provider would do to its answers and events; the identity by default. */
export interface Change {
  answer?: (answer: { status: number; body: unknown }, path: string) => { status: number; body: unknown };
  event?: (event: Record<string, unknown>) => Record<string, unknown>;
}

/** Where contracts come from: files, or a broker. */
export type Source = Pick<VerifierOptions, 'pactUrls'> | Partial<VerifierOptions>;

/**
 * Verifies contracts with a provider as it runs. Throws an Error that names each interaction that is not kept, and why.
 * @param change what is changed of its answers and events on their way, to show that the contracts notice
 */
export async function verify(world: World, provider: Provider, source: Source, change: Change = {}): Promise<void> {
  const isPublic = provider === PUBLIC_API;
  const base = isPublic ? world.system.url : world.system.serviceUrls[provider];
  const changed = change.answer ? await between(base, change.answer) : undefined;
  const entered = new EnteredStates(world);
  const published = isPublic ? [] : [...new Set([...(await world.events(provider)).map(({ event }) => event.type), ...toldTypes])];
  const states = isPublic ? partnerStates : { ...serviceStates(provider), ...aggregatesOf(world, provider) };
  try {
    await new Verifier({
      ...{ provider, providerBaseUrl: changed?.url ?? base, logLevel: 'error', ...source },
      stateHandlers: entered.handlersOf(states, listOf(provider)),
      messageProviders: isPublic ? {} : messagesOf(world, provider, { types: published, entered, change }),
      requestFilter: (request, response, next) => {
        // Pact enters and leaves states through the same proxy; what it is told there as an error it asks for again and again.
        if (request.path.startsWith(STATES)) return next();
        if (entered.refusal !== undefined) return void response.status(NOBODYS).json({ error: entered.refusal });
        const { token, given } = entered;
        if (request.headers.authorization?.startsWith('Bearer ') === true && token !== undefined) request.headers.authorization = `Bearer ${token}`;
        fillForm(request, { ...given, token: given['refresh_token'] });
        next();
      },
    })
      .verifyProvider()
      .catch((error: Error) => Promise.reject(new Error([...entered.refusals, reasonsIn(error.message)].join('\n'), { cause: error })));
  } finally {
    changed?.server.close();
  }
}

/** Where the names of a provider's states can be read. */
export const listOf = (provider: Provider): string => (provider === PUBLIC_API ? 'docs/contracts.md' : 'tests/src/contracts/service-states.ts');

/** What is wrong, in the lines that Pact gives as JSON. */
function reasonsIn(message: string): string {
  if (!message.startsWith('{')) return message;
  const { errors } = JSON.parse(message) as { errors: { interaction: string; mismatch: unknown }[] };
  return errors.map(({ interaction, mismatch }) => `${interaction}: ${JSON.stringify(mismatch)}`).join('\n');
}

function aggregatesOf({ has }: World, provider: ServiceName): Record<string, ProviderState> {
  const states = Object.keys(has).map((type) => [type, (world: World) => oneAggregate(world, provider, type)] as const);
  const facts = toldTypes.map((type) => [type, (world: World) => oneFact(world, provider, type)] as const);
  return Object.fromEntries([...states, ...facts].map(([type, state]) => [ONE_AGGREGATE + type.replaceAll('_', ' '), state]));
}

/** The newest event of each type, as it stood in the provider's outbox, of what the state has named. */
function messagesOf(
  world: World,
  provider: ServiceName,
  { types, entered, change: { event: changed = (event) => event } }: { types: readonly string[]; entered: EnteredStates; change: Change },
): NonNullable<VerifierOptions['messageProviders']> {
  const newest = async ({ description: type }: { description?: string }) => {
    if (entered.refusal !== undefined) throw new Error(entered.refusal);
    const subject = `${type!.slice(0, type!.lastIndexOf('.'))}/${decodeURIComponent(String(entered.given['key']))}`;
    const found = (await world.events(provider)).findLast(({ event }) => event.type === type && event.subject === subject);
    if (!found) throw new Error(`${provider} has published no ${type} of ${subject}`);
    return changed(structuredClone(found.event) as unknown as Record<string, unknown>);
  };
  return Object.fromEntries(types.map((type) => [type, newest]));
}

/** A server before the provider that changes its answers. */
async function between(base: string, answer: NonNullable<Change['answer']>): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    void (async () => {
      const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = request.headers;
      const body = await text(request);
      const init = { method: request.method!, headers: headers as Record<string, string>, ...(body === '' ? {} : { body }) };
      const original = await fetch(new URL(request.url!, base), init);
      const content = await original.text();
      const changed = answer({ status: original.status, body: content === '' ? undefined : JSON.parse(content) }, request.url!);
      response.writeHead(changed.status, { 'content-type': original.headers.get('content-type') ?? 'application/json' });
      response.end(changed.body === undefined ? '' : JSON.stringify(changed.body));
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
