import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { freePort } from '@partner-ordering/testing';
import { startTestSystem } from '../system.ts';
import { demoGids, type TestSystem } from '../test-system.ts';
import { answersOf, services } from './answers.ts';
import { clients } from './clients.ts';
import { folder, copyPrograms, installKit, run, type Command, type Kit } from './tools.ts';

// `npm run test:generators`: what programs that nobody here wrote make of the document as it is served. What they need is installed below
// `.cache`; a test whose tools this machine lacks, or whose registry does not answer, is skipped.

before(copyPrograms);

async function isSkipped(t: TestContext, kits: readonly Kit[]): Promise<boolean> {
  for (const kit of kits) {
    const reason = await installKit(kit);
    if (reason === undefined) continue;
    t.skip(reason);
    return true;
  }
  return false;
}

describe('a generated client', () => {
  let system: TestSystem;
  before(async () => {
    // The address is part of the document, and some clients take it from there.
    system = await startTestSystem({ port: await freePort(), validateResponses: false });
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${system.url}/v1/openapi.json`)).text());
  });
  after(() => system.stop());

  for (const [name, { needs, generate, compile, start, variables }] of Object.entries(clients)) {
    test(`${name}: compiles, signs in, reads a user, an organization and a project, orders`, async (t) => {
      if (await isSkipped(t, needs)) return;
      mkdirSync(join(folder, name, 'client'), { recursive: true });
      await run(generate, name);
      if (compile) await run(compile(), name, variables);
      const title = `Ordered by ${name}`;
      const command: Command = [start[0], ...start.slice(1), title];
      const gid = await run(command, name, { API: system.url, ...variables });
      const { api } = await system.signIn('admin@example.com');
      const { title: ordered, state, owner } = await api.getProject(gid.trim());
      assert.deepEqual({ ordered, state, owner: owner.gid }, { ordered: title, state: 'published', owner: demoGids.users.user });
    });
  }
});

describe('Prism', () => {
  test('201 is what its mock of the document answers to an order', async (t) => {
    if (await isSkipped(t, ['npm'])) return;
    const document = join(import.meta.dirname, '../../../services/gateway/generated/openapi.json');
    assert.equal(await run(['node', 'mock.mjs', document, String(await freePort())], 'prism'), '201\n');
  });

  for (const service of services) {
    test(`finds each answer of ${service} in the golden corpus as the served document says, in OpenAPI 3.1 and 3.0`, async (t) => {
      if (await isSkipped(t, ['npm'])) return;
      const { document, answers } = await answersOf(service);
      assert.ok(answers.length > 10, `${answers.length} answers`);
      writeFileSync(join(folder, 'prism/openapi.json'), document);
      copyFileSync(join(import.meta.dirname, '../../../portal/dist/openapi-3.0.json'), join(folder, 'prism/openapi-3.0.json'));
      writeFileSync(join(folder, 'prism/answers'), `${answers.join('\n')}\n`);
      for (const file of ['openapi.json', 'openapi-3.0.json'])
        assert.equal(Number(await run(['node', 'main.mjs', file, 'answers'], 'prism')), answers.length, file);
      t.diagnostic(`${service}: ${answers.length} answers`);
    });
  }
});
