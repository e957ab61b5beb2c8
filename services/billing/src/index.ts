import type { ServiceModule } from '@partner-ordering/service';
import { openMailer, readMail } from '@partner-ordering/mail';
import { seedDemo } from './demo.ts';
import { readDueDays, readProvider, readSeller } from './environment.ts';
import { createBilling } from './service.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'billing',
  create: (config, environment) =>
    createBilling({
      ...config,
      seller: readSeller(environment),
      dueDays: readDueDays(environment),
      provider: readProvider(environment, config.issuer),
      mails: openMailer(readMail(environment), config.log),
    }),
  demo: seedDemo,
};
