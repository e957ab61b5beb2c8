import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { Verifier } from '@pact-foundation/pact';
import type { ServiceName } from '@partner-ordering/kernel';
import { contractFolder } from '@partner-ordering/testing/contracts';
import { serviceToken } from '../system.ts';
import { partnerStates, type ProviderState, type Values } from './partner-states.ts';
import { serviceStates } from './service-states.ts';
import type { World } from './world.ts';

/** Whom partners and the client have contracts with: the public API, as the gateway serves it. */
export const PUBLIC_API = 'partner-ordering';

/** All contracts, as paths in `contracts/`: ours, and those of partners, which are always with the public API. */
export const contractFiles = (): string[] => globSync('{*,partners/*/*}.json', { cwd: contractFolder }).sort();

/** A contract as Pact writes it; `providerState` up to version 2 of the specification. */
interface Contract {
  consumer: { name: string };
  provider: { name: string };
  interactions: { description: string; providerState?: string; providerStates?: { name: string }[] }[];
}

/** Verifies a contract with the running provider. Throws an Error that says which interactions are not kept, and why. */
export async function verify(world: World, path: string): Promise<void> {
  const { consumer, provider, interactions } = JSON.parse(readFileSync(path, 'utf8')) as Contract;
  const isPublic = path.includes('/partners/') || provider.name === PUBLIC_API;
  const [service, caller] = [provider.name as ServiceName, consumer.name as ServiceName];
  const states = isPublic ? partnerStates : serviceStates(world, service);
  // Pact only warns of a state that it does not know, and only prints what a state throws.
  for (const { providerState, providerStates = [] } of interactions)
    for (const name of [providerState ?? [], providerStates.map((state) => state.name)].flat())
      assert.ok(states[name], `${path}: there is no provider state "${name}"; docs/developers/guarantees.md has those that there are`);
  const failures: unknown[] = [];
  let values: Values = {};
  const enterState = (state: ProviderState) => async (parameters?: unknown) => {
    const added = await state(world, (parameters ?? {}) as Record<string, unknown>).catch((error: unknown) => (failures.push(error), {}));
    return (values = { ...values, ...added });
  };
  await new Verifier({
    provider: provider.name,
    pactUrls: [path],
    logLevel: 'error',
    providerBaseUrl: isPublic ? world.system.url : world.system.serviceUrls[service],
    stateHandlers: Object.fromEntries(Object.entries(states).map(([name, state]) => [name, enterState(state)])),
    messageProviders: Object.fromEntries(interactions.map(({ description: type }) => [type, () => world.published(service, type)])),
    beforeEach: async () => void (values = isPublic ? {} : { token: await serviceToken(caller, service) }),
    requestFilter: (request, _response, next) => {
      const { authorization, 'content-type': type } = request.headers;
      if (values['token'] && (!isPublic || authorization?.startsWith('Bearer ')))
        request.headers.authorization = `Bearer ${values['token']}`;
      // The verifier's proxy would send a form as JSON. Its fields take values of the state.
      if (type?.startsWith('application/x-www-form-urlencoded')) {
        const form = new URLSearchParams(request.body as Record<string, string>);
        for (const name of [...form.keys()]) form.set(name, String(values[name === 'token' ? 'refresh_token' : name] ?? form.get(name)));
        request.body = Buffer.from(form.toString());
        request.headers['content-length'] = String((request.body as Buffer).byteLength);
      }
      next();
    },
  })
    .verifyProvider()
    .finally(() => assert.deepEqual(failures, []));
}
