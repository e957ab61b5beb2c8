import { both, declareFaults } from '@partner-ordering/kernel/faults';

/** The faults of tokens that are no 401. */
export const faults = declareFaults({
  session_unchecked: both(
    'cannot be checked now: it is not known which sessions have ended',
    'ne peut pas être vérifié pour le moment\u202f: on ne sait pas quelles sessions sont terminées',
  ),
});
