/** By what stands in a user agent; the first that fits. Most name others too: Edge also says Chrome, and Chrome says Safari. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOP[RT]\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|\bCriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

interface BrowserTexts {
  /** Where the user agent does not say which. */
  browser: string;
  browserOn: (browser: string, system: string) => string;
}

/** `Chrome on Windows` of a user agent. */
export function browserName(userAgent: string | null, texts: BrowserTexts): string {
  const nameIn = (table: typeof browsers) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser = texts.browser, system] = [nameIn(browsers), nameIn(systems)];
  return system === undefined ? browser : texts.browserOn(browser, system);
}
