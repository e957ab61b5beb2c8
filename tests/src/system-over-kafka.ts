import type { Service } from '@partner-ordering/service';
import { byService, serviceNames, type ServiceName } from '@partner-ordering/kernel';
import { seedDemo } from '@partner-ordering/standalone';
import { eventually } from '@partner-ordering/testing';
import { openConsistencyChecks } from './consistency.ts';
import { mailIn } from './mails.ts';
import { startProcesses } from './processes.ts';
import { copyPassword, idleService } from './databases.ts';
import type { TestSystem } from './test-system.ts';

/** Starts the same system as `startTestSystem`, with every service as a process of its own and events over Kafka. */
export async function startSystemOverKafka(): Promise<TestSystem> {
  const processes = await startProcesses();
  const opened = serviceNames.map(
    async (name) => [name, await idleService(name, processes.databases[name].url, processes.folder)] as const,
  );
  const services = Object.fromEntries(await Promise.all(opened)) as Record<ServiceName, Service>;
  const demo = await seedDemo(services, new Date());
  const checks = openConsistencyChecks(processes.databases);
  await eventually(() => checks.assertReplicated(), { timeoutMs: 60_000 });
  await checks.close();
  return {
    ...processes,
    services,
    serviceUrls: byService((name) => processes.urlOf(name)),
    demo,
    mailTo: (to, kind) => mailIn(processes.mailFolder, kind, to),
    setPassword: (gid) => copyPassword(services.identity, gid),
    stop: async () => {
      for (const service of Object.values(services)) await service.stop();
      await processes.end();
    },
  };
}
