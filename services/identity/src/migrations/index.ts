import { countMigrations, type MigrationList } from '@partner-ordering/data';
import { Identity } from './identity.ts';
import { KeyEncryption } from './key-encryption.ts';
import { mailCountMigrations, mailMigrations } from './mails.ts';
import { applicationMigrations, deletedApplicationMigrations, oauthMigrations, rateLimitMigrations, signInMigrations } from './oauth.ts';
import { peopleMigrations } from './people.ts';
import { Notifications, NotificationsOff } from './notifications.ts';
import { PriceSheets } from './price-sheets.ts';
import { SearchWords } from './search-words.ts';

/** In the order in which they run. Names never change. */
export const migrations: MigrationList = [
  { name: 'identity-001', class: Identity },
  ...oauthMigrations,
  { name: 'identity-002-search-words', class: SearchWords },
  ...signInMigrations,
  { name: 'identity-003-key-encryption', class: KeyEncryption },
  ...applicationMigrations,
  ...mailMigrations,
  { name: 'identity-007-price-sheets', class: PriceSheets },
  ...peopleMigrations,
  ...deletedApplicationMigrations,
  ...countMigrations('identity-014', [{ table: 'user', where: 'deleted_at is null' }, 'organization', 'invitation']),
  { name: 'identity-015-notifications', class: Notifications },
  { name: 'identity-016-notifications-off', class: NotificationsOff },
  ...mailCountMigrations,
  ...rateLimitMigrations,
];
