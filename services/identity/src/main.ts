import { runService } from '@partner-ordering/http';
import { createAdmin } from './create-admin.ts';
import { createIdentity, seedDemo } from './service.ts';

/** The identity service as a process of its own; docs/configuration.md has its variables and commands. */
await runService(createIdentity, process.env, {
  demo: (service, now) => seedDemo(service, { now }),
  commands: { 'create-admin': createAdmin },
});
