import type { MigrationList } from '@partner-ordering/data';
import { Ordering } from './001-ordering.ts';
import { Contest } from './002-contest.ts';
import { Conversation } from './003-conversation.ts';
import { Files } from './004-files.ts';
import { Attachments } from './005-attachments.ts';
import { SearchWords } from './006-search-words.ts';
import { PriceLists } from './008-price-lists.ts';
import { WorkerAvatars } from './009-worker-avatars.ts';
import { largeListMigrations } from './010-large-lists.ts';
import { describedFileMigrations } from './012-described-files.ts';
import { CommentsAnywhere, CommentsElsewhere } from './014-comments-anywhere.ts';
import { Members, WaitingProjects } from './016-budget-views.ts';
import { NestedComments, NestedByAncestor } from './018-nested-comments.ts';
import { ValidPrices } from './020-valid-prices.ts';

/**
 * The migrations in the order in which they run. Databases store their names, which never change. A file is named after its first
 * migration; some hold several.
 */
export const migrations: MigrationList = [
  { name: 'ordering-001', class: Ordering },
  { name: 'ordering-002', class: Contest },
  { name: 'ordering-003', class: Conversation },
  { name: 'ordering-004', class: Files },
  { name: 'ordering-005', class: Attachments },
  { name: 'ordering-006', class: SearchWords },
  { name: 'ordering-008', class: PriceLists },
  { name: 'ordering-009', class: WorkerAvatars },
  ...largeListMigrations,
  ...describedFileMigrations,
  { name: 'ordering-014-comments-anywhere', class: CommentsAnywhere },
  { name: 'ordering-015-comments-elsewhere', class: CommentsElsewhere },
  { name: 'ordering-016-members', class: Members },
  { name: 'ordering-017-waiting-projects', class: WaitingProjects },
  { name: 'ordering-018-nested-comments', class: NestedComments },
  { name: 'ordering-019-nested-comments-by-ancestor', class: NestedByAncestor },
  { name: 'ordering-020-valid-prices', class: ValidPrices },
];
