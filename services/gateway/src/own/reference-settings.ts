import type { Answer } from '../exchange/answers.ts';

/** `/docs/reference/settings.json`: what the page of the reference asks before it offers to try requests. */
export function referenceSettings(tryIt: boolean): Record<string, () => Promise<Answer>> {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
  return { '/docs/reference/settings.json': async () => ({ status: 200, headers, body: JSON.stringify({ tryIt }) }) };
}
