import type { MigrationList } from '@partner-ordering/data';
import { Webhooks } from './001-webhooks.ts';
import { Events } from './002-events.ts';
import { Deliveries } from './003-deliveries.ts';
import { Managers } from './004-managers.ts';
import { AnswersOfEvents } from './005-answers-of-events.ts';
import { DeletedOrganizations } from './006-deleted-organizations.ts';
import { FindMailsOfProjects } from './007-find-mails-of-projects.ts';

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  { name: 'notifications-001', class: Webhooks },
  { name: 'notifications-002', class: Events },
  { name: 'notifications-003', class: Deliveries },
  { name: 'notifications-004-managers', class: Managers },
  { name: 'notifications-005-answers-of-events', class: AnswersOfEvents },
  { name: 'notifications-006-deleted-organizations', class: DeletedOrganizations },
  { name: 'notifications-007-find-mails-of-projects', class: FindMailsOfProjects },
];
