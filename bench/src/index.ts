export { endChildrenWithUs } from './processes.ts';
export { attacks } from './hostile/attacks/index.ts';
export type { AttackOrder, AttackResult } from './hostile/attacker.ts';
export { startWorker, type Worker } from './hostile/child.ts';
export type { HonestOrder, HonestResult } from './hostile/honest.ts';
export { honestRequests } from './hostile/honest-requests.ts';
export { watchMemory, type Peaks } from './hostile/memory.ts';
export { startProduct } from './hostile/start-product.ts';
