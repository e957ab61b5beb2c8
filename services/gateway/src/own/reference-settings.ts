import { jsonAnswer, type Answer } from '../exchange/answers.ts';

/** `/docs/reference/settings.json`: what the page of the reference asks before it offers to try requests. */
export function referenceSettings(tryIt: boolean): Record<string, () => Promise<Answer>> {
  return { '/docs/reference/settings.json': async () => jsonAnswer(200, { tryIt }, { 'cache-control': 'no-cache' }) };
}
