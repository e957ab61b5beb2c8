import { type Place, type Request, type TextPart, type Value, type Variable, type Workflow } from './steps.ts';
import { fileOf, isJson, personOf, upperCase, written, type Notation } from './values.ts';

const variable = ({ name, isInput }: Variable): string => (isInput ? `env.${upperCase(name)}` : name);

const notation: Notation = {
  text: (parts) => {
    const [first] = parts;
    if (parts.length === 1 && typeof first === 'object') return variable(first);
    if (parts.every((part) => typeof part === 'string')) return `'${parts.join('').replaceAll("'", String.raw`\'`)}'`;
    return `\`${parts.map((part: TextPart) => (typeof part === 'string' ? part : `\${${variable(part)}}`)).join('')}\``;
  },
  constant: String,
  key: (name) => (/^\w+$/.test(name) ? name : `'${name}'`),
  indent: '  ',
  isShort: true,
};

const textOf = (value: Value): string => written(value, notation);

/** The workflow as a program with our client. */
export function typescriptOf({ inputs, requests }: Workflow): string {
  const signIn = requests.find(({ operationId }) => operationId === 'issueToken');
  const tokens = [...new Set(requests.flatMap(({ token }) => (token?.isInput ? [token.name] : [])))];
  const names = ['API', ...inputs.map(upperCase)].map((name) => `'${name}'`);
  const multipart = requests.some(({ bodyType }) => bodyType === 'multipart/form-data');
  return [
    ...(multipart ? ["import { openAsBlob } from 'node:fs';"] : []),
    ...(requests.some(({ until }) => until) ? ["import { setTimeout as wait } from 'node:timers/promises';"] : []),
    `import { createClient, ${signIn ? 'password' : 'givenToken'} } from 'partner-ordering';`,
    '',
    `const env = process.env as Record<${names.join(' | ')}, string>;`,
    ...tokens.map((token) => `const ${personOf(token)} = createClient({ url: env.API, auth: givenToken(env.${upperCase(token)}) });`),
    ...requests.map((request) => `\n// ${request.description}\n${linesOf(request)}`),
  ].join('\n');
}

function signingIn({ body }: Request): string {
  const { client_id: clientId, client_secret: clientSecret, username, password } = body as Record<string, Value>;
  const auth = textOf({ clientId: clientId!, clientSecret: clientSecret!, username: username!, password: password! });
  return `const me = createClient({ url: env.API, auth: password(${auth}) });`;
}

function linesOf(request: Request): string {
  const { operationId, id, outputs, until, bodyType, body, status } = request;
  if (operationId === 'issueToken') return signingIn(request);
  const [call, form] = [callOf(request), bodyType === 'multipart/form-data' ? formOf(body as Record<string, Value>) : []];
  const named = outputs.map((output) => `const ${output.name} = ${id}${within(output)};`);
  if (until) {
    return [
      `let ${id} = ${call};`,
      `while (${id}${within(until)} === null) {`,
      'await wait(1000);',
      `${id} = ${call};`,
      '}',
      ...named,
    ].join('\n');
  }
  const [first] = outputs;
  if (outputs.length === 1 && first!.keys.length === 1) {
    const [key] = first!.keys;
    return `const { ${key === first!.name ? key : `${key}: ${first!.name}`} } = ${call};`;
  }
  if (outputs.length > 0) return [`const ${id} = ${call};`, ...named].join('\n');
  return [...form, status === 200 ? `console.log(${call});` : `${call};`].join('\n');
}

const within = ({ keys, types }: Place): string =>
  keys
    .map((key, index) => {
      const isLast = index === keys.length - 1;
      return /^\d+$/.test(key) ? `[${key}]!` : `.${key}${types[index]!.includes('null') && !isLast ? '!' : ''}`;
    })
    .join('');

/** The fields of a form, the files by their names. */
const formOf = (fields: Record<string, Value>): string[] => [
  'const data = new FormData();',
  ...Object.entries(fields).map(([name, value]) => {
    const file = fileOf(value);
    return `data.set('${name}', ${file === undefined ? textOf(value) : `await openAsBlob('${file}'), '${file}'`});`;
  }),
];

function callOf({ operationId, token, path, pathValues, query, body, bodyType }: Request): string {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => textOf(pathValues[name!]!));
  const inQuery = Object.entries(query).map(([name, value]): [string, Value] =>
    isJson(value) ? ['where', JSON.parse(value) as Value] : [name, value],
  );
  const given = [
    ...inPath,
    ...(body === undefined ? [] : [bodyType === 'multipart/form-data' ? 'data' : textOf(body)]),
    ...(inQuery.length > 0 ? [textOf(Object.fromEntries(inQuery))] : []),
  ];
  return `await ${personOf(token!.name)}.${operationId}(${given.join(', ')})`;
}
