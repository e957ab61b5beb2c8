import { createService, type Service, type ServiceConfig } from '@partner-ordering/http';
import document from '../generated/openapi.json' with { type: 'json' };
import { createRouter } from '../generated/router.ts';
import type { Dependencies } from './context.ts';
import { BudgetBookingSchema } from './domain/budget.ts';
import { ProjectTransitionSchema } from './domain/project-transition.ts';
import { ProjectSchema } from './domain/project.ts';
import { migrations } from './migrations/index.ts';
import { operations } from './operations/index.ts';
import { projects } from './resources/projects.ts';
import { states } from './states.ts';

export { readSeller } from './environment.ts';

/** What this service needs to be told besides. */
export type OrderingConfig = ServiceConfig & Partial<Dependencies>;

/** Projects and the budgets they are booked in. */
export const createOrdering = (config: OrderingConfig): Promise<Service> =>
  createService(
    {
      name: 'ordering',
      document,
      createRouter,
      operations,
      resources: { projects },
      entities: [BudgetBookingSchema, ProjectSchema, ProjectTransitionSchema],
      migrations,
      states,
      constraints: { project_short_code: 'again' },
      follows: {
        identity: ['principal', 'user', 'organization', 'membership'],
        catalog: ['product', 'price'],
      },
      extend: () => ({ dependencies: { seller: config.seller ?? { country: 'FR' } } satisfies Dependencies }),
    },
    config,
  );
