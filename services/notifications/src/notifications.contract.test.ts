import { testService } from '@partner-ordering/testing';
import { consumerContracts } from '@partner-ordering/testing/contracts';
import { follows, type Followed } from '../generated/events.ts';
import { testOptions } from './fixtures/test-notifications.ts';
import { createNotifications } from './service.ts';

const organization = '019a0000-0000-7000-8000-0000000000a1';

consumerContracts({
  name: 'notifications',
  start: (neighbours) => testService('notifications', (config) => createNotifications({ ...config, ...testOptions }), neighbours),
  follows,
  events: {
    'principal.state': { roles: ['user'], is_enabled: true, memberships: [{ organization, is_manager: true }] },
    'organization.state': { name: 'Harbour Bakery', hostname: 'harbour-bakery.example', is_deleted: false },
  } satisfies Followed,
  uses: {},
});
