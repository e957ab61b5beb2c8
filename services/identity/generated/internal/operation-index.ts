// Generated from the names in operations.ts and the files of src/internal by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { issueBrowserToken, listRevocations } from '../../src/internal/sessions.ts';
import { listMemberships, noteSeen } from '../../src/internal/people.ts';

export const internalOperations: Operations = { issueBrowserToken, listMemberships, listRevocations, noteSeen };
