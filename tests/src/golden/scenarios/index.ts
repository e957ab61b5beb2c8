import type { Stage } from '../recorder.ts';
import { billing } from './billing.ts';
import { catalog } from './catalog.ts';
import { deliveries } from './deliveries.ts';
import { files } from './files.ts';
import { gateway } from './gateway.ts';
import { identity } from './identity.ts';
import { notifications } from './notifications.ts';
import { ordering } from './ordering.ts';

/** The scenarios of each service, on a system of its own: one more exchange in one changes nothing in another. */
export const scenarios: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  gateway,
  identity,
  catalog,
  ordering,
  billing,
  files,
  notifications: async (stage) => {
    await notifications(stage);
    await deliveries(stage);
  },
};

/** Variables of the systems that some of them play on. */
export const variables: Readonly<Record<string, Record<string, string>>> = {
  // A webhook at this machine answers.
  notifications: { ALLOW_PRIVATE_TARGETS: '1' },
};
