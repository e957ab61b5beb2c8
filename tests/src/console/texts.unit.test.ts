import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describedFault } from '@partner-ordering/kernel/faults';
import { failureInFrench, faultInFrench } from '../../../console/src/text/faults-in-french.ts';
import { faults as outbound } from '../../../libs/outbound/src/faults.ts';
import { faultTables } from '../../../workspace/fault-tables.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'console/src');

/** Every sentence of these texts; functions get some numbers as arguments. */
function sentencesOf(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts];
  if (typeof texts === 'function') return ['0', '1', '2'].flatMap((value) => sentencesOf(texts(value, value, value)));
  return Object.values(texts ?? {}).flatMap(sentencesOf);
}

test('French texts have a narrow no-break space before punctuation, and all texts have curved apostrophes', async () => {
  const all = { en: [] as string[], fr: [] as string[] };
  for (const file of globSync('**/*texts.ts', { cwd: folder }))
    for (const { en, fr } of Object.values((await import(join(folder, file))) as Record<string, { en: unknown; fr: unknown }>)) {
      all.en.push(...sentencesOf(en));
      all.fr.push(...sentencesOf(fr));
    }
  assert.ok(all.fr.length > 500, `${all.fr.length}`);
  const tables = (await faultTables()).flatMap(([, table]) => Object.values(table));
  all.fr.push(...tables.map((fault) => describedFault(fault, 'fr').sentence));
  assert.deepEqual(
    all.fr.filter((text) => /[ \u00A0][:;?!»]|«[ \u00A0]/.test(text)),
    [],
  );
  assert.deepEqual(
    [...all.en, ...all.fr].filter((text) => text.includes("'")),
    [],
  );
});

test('faults of the API become French by their code and parameters; unknown codes of later releases do not', () => {
  for (const [code, params, french] of [
    ['wrong_type', { types: ['integer'], min: 1, max: 100, nullable: true }, 'doit être un nombre entier de 1 à 100, ou rester vide'],
    ['not_one_of', { allowed: ['solo', 'multi'], nullable: true }, 'doit être l’une de ces valeurs\u202F: solo, multi, ou rester vide'],
    ['too_long', { max: 255 }, 'doit avoir au plus 255 caractères'],
    ['price_changed', { amount: 12.5, currency: 'EUR' }, 'le prix actuel est de 12.5 EUR'],
    ['new_code', {}, undefined],
  ] as const)
    assert.equal(faultInFrench(code, params), french);
});

test('reasons of failures become French sentences that name the failed part', () => {
  for (const [code, params, french] of [
    ['address_not_public', {}, 'L’adresse mène à une adresse non publique'],
    ['response_timed_out', { seconds: 30 }, 'La réponse prend plus de 30 s'],
    ['response_too_large', { max: 1024 }, 'La réponse dépasse 1024 octets'],
    ['response_not_decoded', { found: 'lzma' }, 'La réponse ne se décode pas\u202F; son encodage est lzma'],
    ['empty_sheet', {}, 'La grille de prix est vide'],
    ['belongs_to_another_organization', {}, 'Le moyen de paiement appartient à une autre organisation.'],
    ['payment_failed', {}, 'Le paiement a échoué.'],
    ['redirect_not_followed', { http_status: 302 }, 'Réponse 302\u202F: les redirections ne sont pas suivies'],
    ['disabled_by_hand', {}, 'Désactivé par un gestionnaire ou un administrateur.'],
    ['new_code', {}, undefined],
  ] as const)
    assert.equal(failureInFrench(code, params), french);
  for (const code of Object.keys(outbound)) assert.match(failureInFrench(code, {})!, /^(?:L’adresse|La réponse) \p{Ll}/u, code);
});
