import { demoOrganizations } from '@partner-ordering/commerce';
import { runService } from '@partner-ordering/http';
import { seedDemo } from './demo/demo.ts';
import { createCatalog } from './service.ts';

/** The catalog service as a process of its own; docs/configuration.md has its variables and commands. */
await runService(createCatalog, process.env, { demo: (service, now) => seedDemo(service, demoOrganizations, now) });
