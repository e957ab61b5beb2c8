import { demoOrganizations } from '@partner-ordering/commerce';
import { runService } from '@partner-ordering/http';
import { seedDemo } from './demo.ts';
import { readSeller } from './environment.ts';
import { createBilling } from './service.ts';

/** The billing service as a process of its own; docs/configuration.md has its variables and commands. */
await runService((config) => createBilling({ ...config, seller: readSeller(process.env) }), process.env, {
  demo: (service, now) => seedDemo(service, demoOrganizations, now),
});
