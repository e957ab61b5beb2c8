import { Operations } from './document.ts';
import { makeBelongings } from './requests.ts';
import { startTestSystem } from './system.ts';

/** A system in which everything exists that an operation can name: it, its operations, what belongs to Harbour Bakery, and an admin. */
export async function startWithBelongings() {
  const system = await startTestSystem();
  const [operations, bakery, admin] = await Promise.all([
    Operations.of(system.url),
    makeBelongings(system),
    system.signIn('admin@example.com'),
  ]);
  return { system, operations, bakery, admin };
}
