/** Values for what differs from run to run, for which the golden corpus has placeholders: see tests/src/golden/placeholders.ts. */
const valueOf: Record<string, (number: string) => string> = {
  gid: (number) => `019b0000-0000-7000-8000-${number.padStart(12, '0')}`,
  request: (number) => `7b3f1c52-0000-4000-8000-${number.padStart(12, '0')}`,
  lastSeen: () => '"2026-11-20T09:30:00+0000"',
  time: () => '2026-11-20T09:30:00+0000',
  instant: () => '2026-11-20T09:30:00.000Z',
  month: () => '2026-11',
  receiptYear: () => '2026',
  seconds: () => '1795168200',
  duration: () => '42',
  wait: () => '42',
  shade: () => '3a',
  shortCode: () => '7KQ2M9XA',
  cursor: () => Buffer.from('019b0000-0000-7000-8000-000000000001/0/3').toString('base64url'),
  receiver: () => 'https://hooks.example',
  etag: () => 'x'.repeat(27),
  jwt: () => `${'x'.repeat(36)}.${'x'.repeat(200)}.${'x'.repeat(342)}`,
  modulus: () => 'x'.repeat(342),
  policy: () => 'x'.repeat(300),
};
const tokens: ReadonlySet<string> = new Set(['refresh', 'clientSecret', 'webhookKey', 'mailToken', 'signature', 'kid']);

/** A text of the corpus with values in the place of its placeholders; other words between angle brackets, such as those of HTML, stay. */
export const filled = (text: string): string =>
  text.replace(/<(\w+)(?::(\d+))?>/g, (all, kind: string, number = '1') =>
    tokens.has(kind) ? 'x'.repeat(43) : (valueOf[kind]?.(number as string) ?? (all as string)),
  );
