import { partsOf, type Place, type Request, type TextPart, type Value, type Workflow } from './steps.ts';
import { fileOf, personOf, upperCase, written, type Notation } from './values.ts';

const MAX_WIDTH = 140;

/** The workflow as lines of Bash, with curl and jq. */
export function curlOf({ requests, numbers }: Workflow): string {
  const tokens = new Set(requests.flatMap(({ token }) => (token ? [token.name] : [])));
  const functions = [...tokens].map(
    (token) => `${personOf(token)}() { curl -sS --fail-with-body -H "Authorization: Bearer $${upperCase(token)}" "$@"; }`,
  );
  return [...functions, ...requests.map((request) => `\n# ${request.description}\n${linesOf(request, numbers)}`)].join('\n');
}

const bare = (parts: readonly TextPart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part.replaceAll('"', String.raw`\"`) : `$${upperCase(part.name)}`)).join('');

const textOf = (value: Value): string => (typeof value === 'string' ? bare(partsOf(value)) : String(value));

/** An argument; one with quotes of its own and without variables stands in single ones. */
const argument = (text: string): string => (/^[^$']*"[^$']*$/.test(text) ? `'${text.replaceAll(String.raw`\"`, '"')}'` : `"${text}"`);

/** JSON in a document of the shell, where variables are replaced. */
const jsonOf = (numbers: ReadonlySet<string>): Notation => ({
  text: (parts) => {
    const [first] = parts;
    const isNumber = parts.length === 1 && typeof first === 'object' && numbers.has(first.name);
    return isNumber ? bare(parts) : `"${bare(parts)}"`;
  },
  constant: String,
  key: (name) => `"${name}"`,
  indent: '  ',
});

const filterOf = ({ keys }: Place): string => keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('');

function linesOf(request: Request, numbers: ReadonlySet<string>): string {
  const { outputs, until } = request;
  const [command, document] = commandOf(request, numbers);
  const plain = [command, document].filter((part) => part !== '').join('\n');
  const named = outputs.map((output) => `${upperCase(output.name)}=$(jq -er '${filterOf(output)}' <<< "$ANSWER")`);
  if (until) {
    const loop = `while ANSWER=$(${plain}) && jq -e '${filterOf(until)} == null' <<< "$ANSWER" > /dev/null; do sleep 1; done`;
    return [loop, ...named].join('\n');
  }
  if (outputs.length === 0) return plain;
  if (outputs.length === 1) {
    const piped = [`${command} | jq -er '${filterOf(outputs[0]!)}'`, document].filter((part) => part !== '').join('\n');
    return `${upperCase(outputs[0]!.name)}=$(${piped}${document && '\n'})`;
  }
  return [`ANSWER=$(${plain}${document && '\n'})`, ...named].join('\n');
}

/** The command, and the document that it reads. */
function commandOf(request: Request, numbers: ReadonlySet<string>): [string, string] {
  const { method, path, token, isPublic, pathValues, query, headers, body, bodyType } = request;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(pathValues[name]!));
  const isPlain = (value: Value): boolean => /^[\w.$-]*$/.test(textOf(value));
  const plain = Object.entries(query).filter(([, value]) => isPlain(value));
  const search = plain.map(([name, value]) => `${name}=${textOf(value)}`).join('&');
  const encoded = Object.entries(query).filter(([, value]) => !isPlain(value));
  const usual = body === undefined ? 'get' : 'post';
  const isForm = bodyType === 'multipart/form-data';
  const fields = Object.entries(body ?? {}).map(([name, value]: [string, Value]) => {
    const file = fileOf(value);
    return `${isForm ? '-F' : '--data-urlencode'} ${argument(`${name}=${file === undefined ? textOf(value) : `@${file}`}`)}`;
  });
  const json = bodyType === 'application/json' ? written(body!, jsonOf(numbers)) : undefined;
  const isShort = json !== undefined && !/[$'\n]/.test(json);
  const words = [
    token && !isPublic ? personOf(token.name) : 'curl -sS --fail-with-body',
    ...(method === usual ? [] : [`-X ${method.toUpperCase()}`]),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${textOf(value)}"`),
    `"$API${address}${search && `?${search}`}"`,
    ...(encoded.length > 0 ? ['-G', ...encoded.map(([name, value]) => `--data-urlencode ${argument(`${name}=${textOf(value)}`)}`)] : []),
    ...(json === undefined ? fields : [isShort ? `--json '${json}'` : '--json @- << JSON']),
  ];
  const isLong = words.join(' ').length > MAX_WIDTH;
  return [words.join(isLong ? ' \\\n  ' : ' '), json === undefined || isShort ? '' : `${json}\nJSON`];
}
