export * from './fair-queue.ts';
export * from './slots.ts';
