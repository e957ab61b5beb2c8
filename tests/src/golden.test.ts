import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Operation } from './document.ts';
import { committed, difference, goldenFile, readGolden, writeGolden } from './golden/compare.ts';
import { coverageFaults } from './golden/coverage.ts';
import { Stage } from './golden/recorder.ts';
import { scenarios, variables } from './golden/scenarios/index.ts';

const root = join(import.meta.dirname, '../..');
/** `npm run golden` writes the recordings instead of comparing them. */
const isWriting = process.env['GOLDEN'] === 'write';

/** Operations by service, from their documents. */
const documented = new Map(
  globSync('openapi/*.yaml', { cwd: root })
    .toSorted()
    .map((file) => [basename(file, '.yaml'), operationIds(readFileSync(join(root, file), 'utf8'))] as const)
    .filter(([, ids]) => ids.length > 0),
);

/** The operations of a document by its paths; an `operationId` further in belongs to a link. */
function operationIds(document: string): string[] {
  const paths = document.split(/^  (?=\/)/m).filter((part) => part.startsWith('/') && !part.startsWith('/internal/'));
  return paths.flatMap((part) => [...part.matchAll(/^ {6}operationId: (\w+)$/gm)].map(([, id]) => id!));
}

const texts = new Map<string, ReadonlyMap<string, string>>();
const statuses = new Map<string, ReadonlySet<string>>();
const unexpected = new Map<string, readonly string[]>();
let operations: readonly Operation[] = [];

/** Plays a service's scenario on a separate system. */
async function playScenario(service: string): Promise<void> {
  const stage = await Stage.open(variables[service]);
  try {
    await scenarios[service]!(stage);
    await stage.end();
  } finally {
    await stage.system.stop();
  }
  texts.set(service, stage.texts);
  unexpected.set(service, stage.unexpected);
  for (const [operationId, differenceText] of stage.statuses) statuses.set(operationId, differenceText);
  operations = stage.operations.all;
  if (isWriting) writeGolden(service, stage.texts);
}

for (const [service, operationIds] of documented) {
  describe(`the golden corpus of ${service}`, () => {
    before(() => playScenario(service));

    test('every exchange has the status of its title', () => {
      assert.deepEqual(unexpected.get(service), []);
    });

    for (const operationId of operationIds) {
      test(`${operationId} answers and publishes as recorded`, () => {
        const golden = readGolden(service, operationId);
        const text = texts.get(service)?.get(operationId);
        assert.ok(text, `${operationId} is recorded nowhere: add it to tests/src/golden/scenarios/${service}.ts`);
        assert.ok(golden !== undefined, `${operationId} is new: npm run golden`);
        const found = difference(relative(root, goldenFile(service, operationId)), golden, text);
        if (found !== undefined) assert.fail(`${found}\nWhere this is meant: npm run golden`);
      });
    }
  });
}

describe('files of the golden corpus', () => {
  test('every operation of the documents has a recording, and no other file exists', () => {
    const sorted = (map: ReadonlyMap<string, readonly string[]>) => [...map].map(([service, ids]) => [service, ids.toSorted()]).toSorted();
    assert.deepEqual(sorted(committed()), sorted(documented));
    assert.deepEqual(operations.map(({ operationId }) => operationId).toSorted(), [...documented.values()].flat().toSorted());
  });

  test('every documented status of every operation is recorded', () => {
    assert.deepEqual(coverageFaults(operations, statuses), []);
  });
});
