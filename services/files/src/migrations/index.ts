import type { MigrationList } from '@partner-ordering/data';
import { Files } from './001-files.ts';
import { LateCopies } from './002-late-copies.ts';
import { Attachments, Documents, KeptUntil } from './003-attachments.ts';
import { Variations } from './004-variations.ts';
import { CountedFiles, CountOlderFiles, UploadForms } from './005-quotas.ts';
import { FreshForms } from './006-fresh-forms.ts';

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  { name: 'files-001', class: Files },
  { name: 'files-002-late-copies', class: LateCopies },
  { name: 'files-003-attachments', class: Attachments },
  { name: 'files-004-kept-until', class: KeptUntil },
  { name: 'files-005-documents', class: Documents },
  { name: 'files-006-variations', class: Variations },
  { name: 'files-007-upload-forms', class: UploadForms },
  { name: 'files-008-counted-files', class: CountedFiles },
  { name: 'files-009-count-older-files', class: CountOlderFiles },
  { name: 'files-010-fresh-forms', class: FreshForms },
];
