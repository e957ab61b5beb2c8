import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { contractFolder } from '@partner-ordering/testing/contracts';
import { PUBLIC_API, verify, type Change, type Provider } from './verification.ts';
import { makeWorld, type World } from './world.ts';

type Body = Record<string, unknown>;

/** The same without a field. */
const without = (body: unknown, field: string): Body => {
  const { [field]: _, ...others } = body as Body;
  return others;
};

interface Break {
  title: string;
  consumer: string;
  provider: Provider;
  change: Change;
  /** What Pact says of it. */
  found: RegExp;
}

const breaks: Break[] = [
  {
    ...{ title: 'a field is removed from an answer of the API', consumer: 'client', provider: PUBLIC_API },
    found: /getProject.*Actual map is missing the following keys: status/,
    change: {
      answer: (answer, path) => (answer.status === 200 && /^\/v1\/projects\/[0-9a-f-]{36}$/.test(path) ? { ...answer, body: without(answer.body, 'status') } : answer),
    },
  },
  {
    ...{ title: 'a status is changed', consumer: 'client', provider: PUBLIC_API },
    found: /createProject.*expected 201 but was 200/,
    change: { answer: (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer) },
  },
  {
    ...{ title: 'a field of an event is renamed', consumer: 'billing', provider: 'ordering' },
    found: /project\.state.*short_code/,
    change: {
      event: ({ data, ...event }) => ({ ...event, data: { ...without(data, 'short_code'), code: (data as Body)['short_code'] } }),
    },
  },
  {
    ...{ title: 'a field of one of several facts that are read alike is removed', consumer: 'notifications', provider: 'ordering' },
    found: /project\.unshared.*organization/,
    change: {
      event: ({ data, ...event }) => ({ ...event, data: event['type'] === 'project.unshared' ? without(data, 'organization') : data }),
    },
  },
  {
    ...{ title: 'the answer of an internal operation is narrowed', consumer: 'files', provider: 'ordering' },
    found: /findHeld.*ended_at/,
    change: {
      answer: (answer, path) => {
        if (path !== '/internal/held') return answer;
        const { files } = answer.body as { files: Body[] };
        return { ...answer, body: { files: files.map((file) => without(file, 'ended_at')) } };
      },
    },
  },
];

describe('a contract is broken when', () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
    await world.told();
  });
  after(() => world?.stop());

  for (const { title, consumer, provider, change, found } of breaks) {
    test(title, async () => {
      const source = { pactUrls: [join(contractFolder, `${consumer}-${provider}.json`)] };
      await verify(world, provider, source);
      await assert.rejects(verify(world, provider, source, change), found);
    });
  }
});
