import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames, type ServiceName } from '@partner-ordering/kernel';
import { contractFolder } from '@partner-ordering/testing/contracts';
import { partnerStates } from './partner-states.ts';
import { ONE_AGGREGATE, serviceStates } from './service-states.ts';
import { PUBLIC_API, listOf, type Provider } from './verification.ts';

/** A contract that lies in `contracts/`. */
export interface ContractFile {
  path: string;
  consumer: string;
  provider: Provider;
}

interface Pact {
  consumer?: { name?: string };
  provider?: { name?: string };
  /** `providerState` up to version 2 of the specification. */
  interactions?: { description: string; providerState?: string; providerStates?: { name: string }[] }[];
}

const providers: readonly string[] = [...serviceNames, PUBLIC_API];

/** All contracts of a folder: ours, and in `partners/<name>/` those of partners, which are always with the public API. */
export const contractsIn = (folder = contractFolder): ContractFile[] =>
  globSync('{*,partners/*/*}.json', { cwd: folder }).sort().map((file) => contractOf(folder, file.replaceAll('\\', '/')));

function contractOf(folder: string, file: string): ContractFile {
  const { consumer, provider, interactions } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Pact;
  const isPartners = file.startsWith('partners/');
  const name = isPartners ? PUBLIC_API : (provider?.name ?? '');
  assert.ok(consumer?.name && interactions, `contracts/${file}: this is no contract of Pact, it names no consumer or no interactions`);
  assert.ok(providers.includes(name), `contracts/${file}: there is no provider ${name}, only ${providers.join(', ')}`);
  const named = (interactions ?? []).flatMap((each) => each.providerStates?.map((state) => state.name) ?? each.providerState ?? []);
  const isPublic = name === PUBLIC_API;
  const known = Object.keys(isPublic ? partnerStates : serviceStates(name as ServiceName));
  const unknown = named.find((state) => !known.includes(state) && (isPublic || !state.startsWith(ONE_AGGREGATE)));
  assert.equal(unknown, undefined, `contracts/${file}: there is no provider state "${unknown}"; ${listOf(name as Provider)} has those that there are`);
  return { path: join(folder, file), consumer: consumer.name, provider: name as Provider };
}
