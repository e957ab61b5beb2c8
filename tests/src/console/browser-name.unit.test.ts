import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

const file = join(import.meta.dirname, '../../../console/src/profile/browser-name.ts');
const texts = { browser: 'Browser', browserOn: (browser: string, system: string) => `${browser} on ${system}` };
const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IOS_KIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** User agents as browsers send them. */
const names: Readonly<Record<string, string>> = {
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/131.0.0.0 Safari/537.36`]: 'Chrome on Windows',
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`]: 'Edge on Windows',
  [`Mozilla/5.0 (Linux; Android 10; K) ${KIT} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`]: 'Edge on Android',
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) ${IOS_KIT} Version/17.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/604.1`]:
    'Edge on iPhone',
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`]: 'Opera on Windows',
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) ${IOS_KIT} Version/17.7 Mobile/15E148 Safari/604.1 OPT/5.2.0`]:
    'Opera on iPhone',
  [`Mozilla/5.0 (Linux; Android 10; K) ${KIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`]: 'Samsung Internet on Android',
  'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0': 'Firefox on Linux',
  'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0': 'Firefox on Android',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:133.0) Gecko/20100101 Firefox/133.0': 'Firefox on macOS',
  [`Mozilla/5.0 (iPad; CPU OS 14_7 like Mac OS X) ${IOS_KIT} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`]: 'Firefox on iPad',
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) ${IOS_KIT} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`]: 'Chrome on iPhone',
  [`Mozilla/5.0 (Linux; Android 10; K) ${KIT} Chrome/131.0.0.0 Mobile Safari/537.36`]: 'Chrome on Android',
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/131.0.0.0 Safari/537.36`]: 'Chrome on ChromeOS',
  [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} HeadlessChrome/131.0.0.0 Safari/537.36`]: 'Chrome on Linux',
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) ${IOS_KIT} Version/17.7 Mobile/15E148 Safari/604.1`]: 'Safari on iPhone',
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS_KIT} Version/17.6 Safari/605.1.15`]: 'Safari on macOS',
  'Firefox/133.0': 'Firefox',
  'Links (2.29; Linux 6.1 x86_64)': 'Browser on Linux',
  node: 'Browser',
};

test('a browser is named by its user agent, with its system', async () => {
  const { browserName } = (await import(file)) as { browserName: (userAgent: string | null, words: typeof texts) => string };
  assert.deepEqual(Object.fromEntries(Object.keys(names).map((userAgent) => [userAgent, browserName(userAgent, texts)])), names);
  assert.equal(browserName(null, texts), 'Browser');
});
