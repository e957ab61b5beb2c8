import { setTimeout as delay } from 'node:timers/promises';
import { attacks } from './attacks/index.ts';
import type { Assault } from './attack.ts';
import { productAt } from './product.ts';
import { answerParent } from './child.ts';
import { Wire } from './wire.ts';

/** Asks the attacker's process to get an attack ready, or to carry out what it has got ready. */
export type AttackOrder = { prepare: string; url: string; seconds: number } | { port: number; seconds: number };

/** What was sent in a run. */
export interface AttackResult {
  bytes: number;
}

const prepared = new Map<string, Assault>();
let ready: Assault | undefined;

async function carryOut(order: AttackOrder): Promise<AttackResult> {
  if ('prepare' in order) {
    ready =
      prepared.get(order.prepare) ??
      (await attacks.find(({ name }) => name === order.prepare)!.prepare(productAt(order.url), order.seconds));
    if (!ready.isUsedUp) prepared.set(order.prepare, ready);
    return { bytes: 0 };
  }
  const { everyMs, round } = ready!;
  const wire = new Wire(order.port);
  const start = performance.now();
  for (let index = 0; index * everyMs < order.seconds * 1000; index += 1) {
    await delay(Math.max(0, start + index * everyMs - performance.now()));
    round(wire, index);
  }
  await delay(Math.max(0, start + order.seconds * 1000 - performance.now()));
  wire.end();
  return { bytes: wire.bytes };
}

answerParent(carryOut);
