import assert from 'node:assert/strict';
import type { Migration } from '@mikro-orm/migrations';
import { tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import type { MigrationObject } from '@mikro-orm/postgresql';
import type { Service } from '@partner-ordering/service';
import { serviceNames, type ServiceName } from '@partner-ordering/kernel';
import { testDatabase } from '@partner-ordering/testing';
import { idleService } from './databases.ts';

/** Parts of the schema that earlier releases may need; see contraction in libs/data. */
const TAKES_AWAY =
  /\bdrop (table|column|view|function)\b|\brename (to|column)\b|\bset not null\b|\balter (column )?\S+ (set data )?type\b/i;

type MigrationClass = new (...given: ConstructorParameters<typeof Migration>) => Migration;

async function onEmptyDatabase(name: ServiceName, work: (url: string, services: Service[]) => Promise<void>, instances = 1): Promise<void> {
  const database = await testDatabase('empty', async () => undefined);
  const services = await Promise.all(Array.from({ length: instances }, () => idleService(name, database.url, tmpdir())));
  try {
    await work(database.url, services);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await database.drop();
  }
}

for (const name of serviceNames) {
  describe(`the migrations of ${name}`, () => {
    test('a migration that removes something records the oldest release that the database then serves', () =>
      onEmptyDatabase(name, async (_url, [service]) => {
        const { config, em } = service!.database.orm;
        for (const { name: migration, class: Given } of config.get('migrations').migrationsList as MigrationObject[]) {
          const steps: Migration = new (Given as unknown as MigrationClass)(em.getDriver() as never, config);
          await steps.up();
          const statements = steps.getQueries().map(String);
          const isContraction = statements.some((text) => TAKES_AWAY.test(text));
          assert.equal(
            isContraction,
            statements.some((text) => text.includes('into oldest_release')),
            `${migration} is ${isContraction ? 'a' : 'no'} contraction`,
          );
        }
      }));

    test('four concurrent instances apply each migration once, and all succeed', () =>
      onEmptyDatabase(
        name,
        async (_url, services) => {
          await Promise.all(services.map((service) => service.migrate()));
          const { migrator } = services[0]!.database.orm;
          const applied = (await migrator.getExecuted()).map((migration) => migration.name);
          assert.deepEqual(applied, [...new Set(applied)]);
          assert.deepEqual(await migrator.getPending(), []);
        },
        4,
      ));
  });
}
