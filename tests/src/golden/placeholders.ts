/** The exact forms of values that differ from run to run, by name; anything else stays as a difference. Gids of the demo data stay. */
const volatile = {
  gid: /(?!019a0000-0000-7000-8000-)[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f])/,
  request: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f])/,
  trace: /00-[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}-[0-9a-f]{16}-01/,
  lastSeen: /(?<=last_seen\\*" ?: ?)(?:null|\\*"20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\+0000\\*")/,
  time: /20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\+0000/,
  instant: /20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z/,
  jwt: /eyJ[\w-]{20,}\.eyJ[\w-]{40,}\.[\w-]{342}/,
  etag: /(?<=etag: |if-match: |if-none-match: |etag\\*" ?: ?\\*"\\*)"[\w-]{27}(?::[\w-]{27})?\\*"/i,
  refresh: /(?<=refresh_token(?:\\*" ?: ?\\*"|=)|[\n&]token=)[\w-]{43}(?![\w-])/,
  code: /(?<=[?&]code=)[\w-]{43}(?![\w-])/,
  browserSession: /(?<=__Host-session=)[\w-]{43}(?=;|\n)/,
  clientSecret: /(?<="client_secret":")[\w-]{43}(?=")/,
  webhookKey: /(?<="wh(?:sec|pk)_)[\w+/]{43}(?==")/,
  mailToken: /(?<=\/(?:password_resets|email_confirmations|email_restorations|invitations)\/|"token":"|"code":")[\w-]{43}(?![\w-])/,
  shortCode: /(?<=short_code\\*" ?: ?\\*"|filename(?:="|\*=UTF-8''))[2-9A-HJKMNP-Z]{8}(?=\\*"|\.zip)/,
  signature: /(?<=signature(?:\\*" ?: ?\\*"|=|%3D|"\n\n))(?!x{43})[\w-]{43}(?![\w-])/,
  policy: /(?<=policy(?:\\*" ?: ?\\*"|"\n\n))eyJ[\w-]{200}[\w-]*(?=["\\\n])/,
  seconds: /(?<=(?:\\*"(?:exp|iat)\\*" ?: ?|expires(?:=|%3D)|webhook-timestamp":"))1\d{9}(?!\d)/,
  month: /(?<=(?:month|period)\\*" ?: ?\\*")20\d\d-[01]\d(?=\\*")/,
  receiptYear: /(?<=(?:\\*"| )(?:[RTIC]|TC))20\d\d(?=-\d{6})/,
  kid: /(?<="kid":")[\w-]{43}(?=")/,
  modulus: /(?<="n":")[\w-]{342}(?=")/,
  shade: /(?<=\/avatar-(?:[0-9a-f]{2})+-)[0-9a-f]{2}(?=[.-])/,
  cursor: /(?<="next":"|[?&]after=|last-event-id: |\nid: )[\w-]{52,66}(?![\w-])/,
  position: /(?<=[?&]after=)Wy[IJ][\w-]{70,}(?![\w-])/,
  receiver: /(?<="url":")http:\/\/127\.0\.0\.1:\d{5}(?=\/)/,
  duration: /(?<="duration_ms":)\d+(?!\d)/,
  wait: /(?<=seconds_to_first_reply\\*" ?: ?)\d{1,3}(?!\d)/,
} as const;

type Kind = keyof typeof volatile;

/** Kinds whose placeholders have no number: whether two times fall into the same second is chance. */
const unnumbered: ReadonlySet<string> = new Set<Kind>([
  'lastSeen',
  'time',
  'instant',
  'seconds',
  'month',
  'receiptYear',
  'duration',
  'receiver',
  'wait',
  'modulus',
  'shade',
  'signature',
]);

const anyOf = new RegExp(
  Object.entries(volatile)
    .map(([kind, { source }]) => `(?<${kind}>${source})`)
    .join('|'),
  'g',
);

/**
 * The text with a placeholder for everything volatile, numbered by first appearance: the same value has the same number.
 * @param tagged what each entity tag is a tag of, apart from the times in it: whether they fall into the same second must not show
 */
export function withPlaceholders(text: string, tagged: ReadonlyMap<string, string> = new Map()): string {
  const numbers = new Map<string, Map<string, number>>();
  const numberOf = (kind: string, value: string): number => {
    const knownNumbers = numbers.get(kind) ?? new Map<string, number>();
    numbers.set(kind, knownNumbers);
    if (!knownNumbers.has(value)) knownNumbers.set(value, knownNumbers.size + 1);
    return knownNumbers.get(value)!;
  };
  return replaced(text, (kind, match) => {
    if (unnumbered.has(kind)) return `<${kind}>`;
    if (kind === 'etag') return `<etag:${numberOf(kind, tagged.get(/[\w-]{27}(?::[\w-]{27})?/.exec(match)![0]) ?? match)}>`;
    if (kind !== 'trace') return `<${kind}:${numberOf(kind, match)}>`;
    const request = requestOf(match);
    return request === undefined ? match : `<trace of request:${numberOf('request', request)}>`;
  });
}

/** The text without what may differ between two answers by the second in which each was made; everything else stays as it is. */
export const withoutTimes = (text: string): string => replaced(text, (kind, match) => (unnumbered.has(kind) ? `<${kind}>` : match));

/** The text with each volatile value replaced by the `replacement` for its kind and itself. */
const replaced = (text: string, replacement: (kind: string, match: string) => string): string =>
  text.replace(anyOf, (match: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    return replacement(
      Object.keys(groups).find((name) => groups[name] !== undefined)!,
      match,
    );
  });

/** The request whose id a trace was made of; undefined where they do not lead to each other. */
function requestOf(trace: string): string | undefined {
  const [, hex = '', span] = trace.split('-');
  if (span !== hex.slice(-16)) return undefined;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
