import { shared } from '@partner-ordering/testing';
import { Operations } from './document.ts';
import { makeBelongings } from './requests.ts';
import { startTestSystem } from './system.ts';

/** For the files of a process: a system in which everything exists that an operation can name; what belongs to Harbour Bakery; an admin. */
export const sharedBelongings = shared(async () => {
  const system = await startTestSystem();
  const [operations, bakery, admin] = await Promise.all([
    Operations.of(system.url),
    makeBelongings(system),
    system.signIn('admin@example.com', 'base upload_files'),
  ]);
  return { system, operations, bakery, admin, stop: () => system.stop() };
});
