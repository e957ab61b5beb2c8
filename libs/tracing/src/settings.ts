/** The traced service, and the callback for errors. */
export interface TracingOptions {
  /** Bare name of the service: `ordering`. */
  service: string;
  /** Called when the collector takes no spans, and when it takes them again. */
  report: (message: string, error?: unknown) => void;
  /** The interval at which spans are sent, in milliseconds; 1000 by default. */
  sendEveryMs?: number;
  /** The time for which closing waits for the collector, in milliseconds; 2000 by default. */
  closeTimeoutMs?: number;
}

/** Where spans go and which ones are recorded. */
export interface TracingSettings extends TracingOptions {
  /** Where the collector takes spans: `http://collector:4318/v1/traces`. */
  url: string;
  /** Further headers for the collector, by name. */
  headers: Readonly<Record<string, string>>;
  /** More attributes of the process, like `deployment.environment.name`. */
  attributes: Readonly<Record<string, string>>;
  /** The share of traces that is recorded, from 0 to 1. A caller decides for its own. */
  ratio: number;
}

/** undefined without an address to send to. Throws an Error of one line that names a variable that is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv, options: TracingOptions): TracingSettings | undefined {
  const variable = (name: string): string => environment[name] ?? '';
  const endpoint = variable('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === '') return undefined;
  return {
    ...options,
    service: variable('OTEL_SERVICE_NAME') || options.service,
    url: urlOf(endpoint),
    headers: pairsOf('OTEL_EXPORTER_OTLP_HEADERS', environment),
    attributes: pairsOf('OTEL_RESOURCE_ATTRIBUTES', environment),
    ratio: ratioOf(variable('OTEL_TRACES_SAMPLER_ARG') || '1'),
  };
}

function urlOf(endpoint: string): string {
  const url = URL.parse(endpoint);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT: must be an address like http://collector:4318');
  if (url.username !== '' || url.password !== '')
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT: must not hold a password; OTEL_EXPORTER_OTLP_HEADERS takes one');
  return `${url.href.replace(/\/$/, '')}/v1/traces`;
}

/** Parses `name=value,name=value`, percent-encoded, since the SDK ignores malformed pairs. The value may be a secret: no error has it. */
function pairsOf(variable: string, { [variable]: text = '' }: NodeJS.ProcessEnv): Record<string, string> {
  const pairs = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => pairOf(part));
  if (pairs.includes(undefined)) throw new Error(`${variable}: must be like name=value,name=value, percent-encoded`);
  return Object.fromEntries(pairs as [string, string][]);
}

function pairOf(text: string): [string, string] | undefined {
  const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*\S)\s*$/.exec(text) ?? [];
  if (name === undefined || value === undefined) return undefined;
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    return undefined;
  }
}

function ratioOf(text: string): number {
  const ratio = Number(text);
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1');
  return ratio;
}
