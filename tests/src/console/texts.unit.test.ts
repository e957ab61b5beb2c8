import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'console/src');

/** Every sentence of these texts, those of functions with some numbers in place of what they depend on. */
function sentencesOf(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts];
  if (typeof texts === 'function') return ['0', '1', '2'].flatMap((value) => sentencesOf(texts(value, value, value)));
  return Object.values(texts ?? {}).flatMap(sentencesOf);
}

test('French texts have a narrow no-break space before signs, and all a curved apostrophe', async () => {
  const all = { en: [] as string[], fr: [] as string[] };
  for (const file of globSync('**/*texts.ts', { cwd: folder }))
    for (const { en, fr } of Object.values((await import(join(folder, file))) as Record<string, { en: unknown; fr: unknown }>)) {
      all.en.push(...sentencesOf(en));
      all.fr.push(...sentencesOf(fr));
    }
  assert.ok(all.fr.length > 500, `${all.fr.length}`);
  all.fr.push(...Object.values((await apiMessages()).messages));
  assert.deepEqual(all.fr.filter((text) => /[ \u00A0][:;?!»]|«[ \u00A0]/.test(text)), []); // oxfmt-ignore
  assert.deepEqual([...all.en, ...all.fr].filter((text) => text.includes("'")), []); // oxfmt-ignore
});

/** What the API says in French, and the function that finds it. */
async function apiMessages() {
  const of = async <Module>(file: string) => (await import(join(folder, 'text', file))) as Module;
  const { frenchMessages } = await of<{ frenchMessages: Record<string, string> }>('api-messages.ts');
  const { frenchAddressFaults } = await of<{ frenchAddressFaults: Record<string, string> }>('address-messages.ts');
  const { inFrench } = await of<{ inFrench: (message: string) => string | undefined }>('in-french.ts');
  return { messages: { ...frenchMessages, ...frenchAddressFaults }, inFrench };
}

const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\})*`/g;

/** The literals of these sources, and what fields expect by the OpenAPI documents; `{}` stands for what depends on something. */
function literalsOf(...patterns: string[]): string[] {
  const isTest = (file: string): boolean => /test\.ts$|fixtures|generated|node_modules/.test(file);
  const files = globSync(patterns, { cwd: root }).filter((file) => !isTest(file));
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    if (file.endsWith('.yaml')) return [...source.matchAll(/x-expects: '?([^'{}\n]*[^'{}\s])/g)].map(([, words]) => words!);
    return (source.match(quoted) ?? []).map((text) => text.slice(1, -1).replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}'));
  });
}

test('each message in French is still one that the API says', async () => {
  const { messages } = await apiMessages();
  const literals = [...new Set(literalsOf('services/*/src/**/*.ts', 'libs/*/src/**/*.ts', 'openapi/*.yaml'))];
  const isSaid = (english: string): boolean => {
    // What an order cannot is joined from three parts: see the next test.
    if (english.startsWith('{} with state {} and status {} ')) return literals.includes('{} with state {} and status {} {} {}');
    const fixed = english.split(/\{\w*\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`));
    const whole = new RegExp(`^${fixed.join('.*')}$`, 's');
    return literals.some((literal) => whole.test(literal));
  };
  assert.deepEqual(Object.keys(messages).filter((english) => !isSaid(english)), []); // oxfmt-ignore
});

test('all of what makes a webhook or a price sheet fail, and of what an order cannot, is there in French', async () => {
  const { inFrench } = await apiMessages();
  const said = (pattern: RegExp, ...files: string[]): string[] => {
    const found = literalsOf(...files).filter((text) => pattern.test(text));
    assert.ok(found.length > 1, `${files.join()}: ${found.length}`);
    return found.map((text) => text.replaceAll('{}', '7'));
  };
  const addresses = said(/^(?:is|has|must|leads|takes|redirects|cannot) /, 'libs/outbound/src/faults.ts');
  const sheets = said(/^(?:is|has|takes) /, 'services/catalog/src/{sheets,jobs}/*.ts');
  const reasons = said(/^[A-Z].*\.$/, 'services/notifications/src/domain/{deliveries/disabling,webhooks/webhook}.ts');
  const orders = said(/^(?:be|have|receive) (?!deleted|paid)/, 'services/ordering/src/domain/project/refusal.ts');
  const all = [
    ...addresses.flatMap((text) => [`price_sheet_url ${text}`, `The answer ${text}`]),
    ...sheets.map((text) => `price_sheet_url ${text}`),
    ...reasons,
    ...orders.map((text) => `a project with state published and status ordered cannot ${text}`),
  ];
  assert.deepEqual(all.filter((english) => inFrench(english) === undefined), []); // oxfmt-ignore
});

test('what the API says is translated whole', async () => {
  const { inFrench } = await apiMessages();
  for (const [english, french] of [
    ['must be a whole number from 1 to 100 or null', 'doit être un nombre entier de 1 à 100, ou rester vide'],
    ['must be one of solo, multi or null', 'doit être l’une de ces valeurs\u202F: solo, multi, ou rester vide'],
    ['must have at most 255 characters', 'doit avoir au plus 255 caractères'],
    ['The address leads to an address that is not public', 'L’adresse mène à une adresse non publique'],
    ['price_sheet_url takes longer than 30 s', 'L’adresse de la grille de prix prend plus de 30 s'],
    ['price_sheet_url is empty', 'La grille de prix est vide'],
    ['the current price is 12.5 EUR', 'le prix actuel est de 12.5 EUR'],
    [
      'is needed for the grant client_credentials, which acts as this user',
      'est nécessaire pour client_credentials, qui agit au nom de cet utilisateur',
    ],
    [
      'a project in mode solo with state published and status canceled can no longer be canceled',
      'dans son état actuel, la commande ne peut plus être annulée',
    ],
    ['must be something new', undefined],
  ] as const)
    assert.equal(inFrench(english), french);
});
