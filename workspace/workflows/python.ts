import { type Place, type Request, type TextPart, type Value, type Variable, type Workflow } from './steps.ts';
import { fileOf, personOf, upperCase, written, type Notation } from './values.ts';

/** Without what follows the call. */
const MAX_WIDTH = 110;

const variable = ({ name, isInput }: Variable): string => (isInput ? `env["${upperCase(name)}"]` : name);

const text = (parts: readonly TextPart[]): string => {
  const [first] = parts;
  if (parts.length === 1 && typeof first === 'object') return variable(first);
  const isPlain = parts.every((part) => typeof part === 'string');
  const quote = parts.some((part) => typeof part === 'string' && part.includes('"')) ? "'" : '"';
  const written = parts.map((part) => (typeof part === 'string' ? part : `{${variable(part)}}`)).join('');
  return `${isPlain ? '' : 'f'}${quote}${written}${quote}`;
};

const notation: Notation = {
  text,
  constant: (value) => ({ true: 'True', false: 'False', null: 'None' })[String(value)] ?? String(value),
  key: (name) => `"${name}"`,
  indent: '    ',
};

const clientOf = (token: Variable): string => {
  const bearer = token.isInput ? `f"Bearer {env['${upperCase(token.name)}']}"` : `f"Bearer {${token.name}}"`;
  return `${personOf(token.name)} = httpx.Client(base_url=env["API"], headers={"Authorization": ${bearer}})`;
};

/** The workflow as a program with httpx. */
export function pythonOf({ requests }: Workflow): string {
  const tokens = new Map(requests.flatMap(({ token }) => (token ? [[token.name, token] as const] : [])));
  const clients = [...tokens.values()].filter(({ isInput }) => isInput).map(clientOf);
  return [
    'import os',
    ...(requests.some(({ until }) => until) ? ['import time'] : []),
    ...['', 'import httpx', '', 'env = os.environ', ...clients],
    ...requests.map((request) => {
      const made = request.outputs.filter(({ name }) => tokens.has(name)).map(({ name }) => clientOf(tokens.get(name)!));
      return [`\n# ${request.description}`, linesOf(request), ...made].join('\n');
    }),
  ].join('\n');
}

const within = ({ keys }: Place): string => keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `["${key}"]`)).join('');

function linesOf(request: Request): string {
  const { id, outputs, until, status } = request;
  const call = callOf(request);
  const named = outputs.map((output) => `${output.name} = answer${within(output)}`);
  if (until) {
    const repeated = `${id} = ${call}.json()`;
    const loop = [repeated, `while ${id}${within(until)} is None:`, '    time.sleep(1)', `    ${repeated}`];
    return [...loop, ...outputs.map((output) => `${output.name} = ${id}${within(output)}`)].join('\n');
  }
  if (outputs.length > 1) return [`answer = ${call}.json()`, ...named].join('\n');
  if (outputs.length === 1) return `${outputs[0]!.name} = ${call}.json()${within(outputs[0]!)}`;
  return status === 200 ? `print(${call}.json())` : call;
}

function callOf(request: Request): string {
  const short = callWith(request, (value) => written(value, notation));
  return short.split('\n').some((line) => line.length > MAX_WIDTH) ? callWith(request, (value) => written(value, notation, '', 0)) : short;
}

function callWith(
  { method, path, token: person, isPublic, pathValues, query, headers, body, bodyType }: Request,
  argument: (value: Value) => string,
): string {
  const token = isPublic ? undefined : person;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = written(pathValues[name]!, notation);
    return `{${value.replaceAll('"', "'")}}`;
  });
  const files = Object.entries(body ?? {}).flatMap(([name, value]: [string, Value]) => {
    const file = fileOf(value);
    return file === undefined ? [] : [`"${name}": open("${file}", "rb")`];
  });
  const fields = Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => fileOf(value) === undefined));
  const isJson = bodyType === 'application/json';
  const given = [
    token ? `f"${address}"`.replace(/^f(?!.*\{)/, '') : `f"{env['API']}${address}"`,
    ...(Object.keys(query).length > 0 ? [`params=${argument(query)}`] : []),
    ...(Object.keys(headers).length > 0 ? [`headers=${written(headers, notation)}`] : []),
    ...(body === undefined ? [] : [`${isJson ? 'json' : 'data'}=${argument(isJson ? body : fields)}`]),
    ...(files.length > 0 ? [`files={${files.join(', ')}}`] : []),
  ];
  return `${token ? personOf(token.name) : 'httpx'}.${method}(${given.join(', ')}).raise_for_status()`;
}
