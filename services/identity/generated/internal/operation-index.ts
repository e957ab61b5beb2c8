// Generated from the names in operations.ts and the files of src/internal by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { issueBrowserToken } from '../../src/internal/issueBrowserToken.ts';
import { listMemberships } from '../../src/internal/listMemberships.ts';
import { listRevocations } from '../../src/internal/listRevocations.ts';
import { noteSeen } from '../../src/internal/noteSeen.ts';

export const internalOperations: Operations = { issueBrowserToken, listMemberships, listRevocations, noteSeen };
