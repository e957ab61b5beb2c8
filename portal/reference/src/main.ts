import './reference.css';
import { operationsOf } from '@partner-ordering/openapi';
import { outline, readDocument } from './document.ts';
import { labelFields } from './labels.ts';
import { followAddress, showAnswer } from './links.ts';
import { loadSwaggerUi, openSwaggerUi } from './operations.ts';
import { followTheme } from './theme.ts';
import { TryLine } from './try.ts';

followTheme(document.querySelector('#theme')!);
labelFields(document.querySelector('#operations')!);

const [swaggerUi, text, { tryIt }] = await Promise.all([
  loadSwaggerUi(),
  answerOf('/v1/openapi.json').then((answer) => answer.text()),
  answerOf('settings.json').then(
    (answer) => answer.json() as Promise<{ tryIt: boolean }>,
    () => ({ tryIt: false }),
  ),
]);
let api = readDocument(text);
const operations = new Map([...operationsOf(api)].map(({ operation }) => [operation.operationId, operation]));
/** What the search reads of each operation. */
const words = [...operationsOf(api)].map(({ path, method, operation: { operationId, tags, summary } }) => ({
  operationId,
  text: `${operationId} ${method} ${path} ${tags?.[0]} ${summary}`.toLowerCase(),
}));

const [issuer] = (api.servers as { url: string }[]).map(({ url }) => url);
const mayTry = tryIt && isSecureContext && new URL(issuer!).origin === location.origin;
const tryLine = mayTry
  ? new TryLine(issuer!, (organization) => {
      api = readDocument(text, organization);
      search();
    })
  : undefined;
const system = openSwaggerUi(swaggerUi, {
  document: () => api,
  mayTry,
  token: async () => tryLine?.token(),
  onAnswer: (answer) => void tryLine?.explain(answer),
  onDraw: showAnswer,
  onShow: ([kind, , name], isShown) => {
    if (kind === 'operations' && isShown) history.replaceState(null, '', `#${name}`);
  },
});

const field = document.querySelector<HTMLInputElement>('#find')!;
let phrase = '';
search();
field.addEventListener('input', search);
followAddress(system, operations);
addEventListener('hashchange', () => {
  field.value = '';
  search();
  followAddress(system, operations);
});

/** Shows the operations with all words of the phrase, their tags open; all operations for no word. */
function search(): void {
  const sought = field.value.trim().toLowerCase();
  const found = words.filter(({ text: texts }) => sought.split(/\s+/).every((word) => texts.includes(word)));
  const names = new Set(found.map(({ operationId }) => operationId));
  system.specActions.updateJsonSpec(outline(api, (name) => names.has(name)));
  if (sought !== phrase) for (const { name } of api.tags ?? []) system.layoutActions.show(['operations-tag', name], sought !== '');
  phrase = sought;
  document.querySelector('#found')!.textContent = sought === '' ? '' : `${found.length} of ${operations.size} operations`;
}

async function answerOf(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}
