import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isolated } from '@partner-ordering/kernel';
import { languageOf } from './language.ts';
import type { Letter } from './letter.ts';
import { renderLetter } from './render-letter.ts';

const letter: Letter = {
  language: 'fr',
  subject: 'Choisissez un mot de passe',
  organization: 'Boulangerie du Port',
  paragraphs: ['Bonjour Zoë,', 'Un compte vous attend.'],
  facts: [{ label: 'Commande', value: 'Une bannière' }],
  step: 'Choisissez-en un bon.',
  action: { label: 'Choisir', url: 'https://orders.example/password#token=a&b=c' },
  notes: ['Ce lien est valable une heure.'],
};

describe('letters', () => {
  test('a letter says the same as text and as HTML, in its language', () => {
    const { subject, text, html } = renderLetter(letter, 'Orders');
    assert.equal(subject, 'Choisissez un mot de passe');
    for (const part of [
      ...letter.paragraphs,
      ...letter.notes!,
      letter.organization!,
      letter.step!,
      'Commande',
      'Une bannière',
      'Choisir',
      'Orders',
    ]) {
      assert.ok(text.includes(part), part);
      assert.ok(html.includes(part), part);
    }
    assert.match(
      text,
      /^Boulangerie du Port\n\nBonjour Zoë,\n\nUn compte vous attend\.\n\nCommande : Une bannière\n\nChoisissez-en un bon\.\n\nChoisir :\n/,
    );
    assert.match(text, /^https:\/\/orders\.example\/password#token=a&b=c$/m);
    assert.match(html, /<html lang="fr">/);
    assert.equal(html.match(/href="https:\/\/orders\.example\/password#token=a&amp;b=c"/g)?.length, 2);
    assert.match(renderLetter({ ...letter, language: 'en' }, 'Orders').html, /This email was sent automatically/);
  });

  test('inserted text adds no markup, no line of a header and no change of direction to a letter', () => {
    const name = `<img src=x onerror="alert('1')">\r\n.\r\nBcc: eve@example.org\u202e\0&amp;`;
    const { subject, text, html } = renderLetter(
      {
        ...letter,
        subject: name,
        organization: name,
        paragraphs: [name],
        facts: [{ label: name, value: name }],
        list: [{ text: name, url: `https://x.example/"><script>` }],
        step: name,
        action: { label: name, url: `https://x.example/"><script>` },
        notes: [name],
      },
      name,
    );
    assert.equal(subject, `<img src=x onerror="alert('1')"> . Bcc: eve@example.org &amp;`);
    assert.doesNotMatch(html, /<img|<script|"alert|\u202e|\0/);
    assert.equal(html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt; \. Bcc: eve@example\.org &amp;amp;/g)?.length, 10);
    assert.doesNotMatch(text, /^Bcc:|^\.$|\u202e|\0/m);
  });

  test('a letter lists texts, each with its lines and its link', () => {
    const list = [{ text: 'A <b>\r\n  Bcc:  eve\n', url: 'https://x.example/?a&b' }, { text: 'B' }];
    const { text, html } = renderLetter({ ...letter, list }, 'Orders');
    assert.match(text, /^- A <b>\n {2}Bcc: eve\n {2}https:\/\/x\.example\/\?a&b\n- B\n\n/m);
    assert.match(html, /<li><a href="https:\/\/x\.example\/\?a&amp;b" [^>]*>A &lt;b&gt;<br>Bcc: eve<\/a><\/li><li>B<\/li><\/ul>/);
  });

  test('a letter isolates a right-to-left name by an element in HTML and by characters elsewhere', () => {
    const name = isolated('לוגו\u2069 2');
    const title = `${name} (K7M2P9QX)`;
    const plain = { organization: 'לוגו', facts: [{ label: 'x', value: 'לוגו' }], notes: [`\u2068${'x'}`] };
    const { subject, text, html } = renderLetter({ ...letter, ...plain, subject: title, paragraphs: [title] }, 'Orders');
    assert.equal(subject, '\u2068לוגו 2\u2069 (K7M2P9QX)');
    assert.match(text, /^\u2068לוגו 2\u2069 \(K7M2P9QX\)$/m);
    assert.equal(html.match(/<bdi>לוגו 2<\/bdi> \(K7M2P9QX\)/g)?.length, 2);
    assert.equal(html.match(/<bdi>לוגו<\/bdi>/g)?.length, 2);
    assert.equal(html.match(/bdi>/g)!.length, 8, 'nothing stays open');
    assert.equal(renderLetter({ ...letter, subject: isolated('א'.repeat(300)) }, 'Orders').subject, 'א'.repeat(199));
  });

  test('the subject of a letter has at most 200 characters, and ends with a whole one', () => {
    assert.equal(renderLetter({ ...letter, subject: 'x'.repeat(300) }, 'Orders').subject.length, 200);
    assert.equal(renderLetter({ ...letter, subject: `${'x'.repeat(198)}👩🏽‍🎨` }, 'Orders').subject, 'x'.repeat(198));
  });
});

test('the language of a mail follows the locale, and is English for unknown ones', () => {
  const expected = { fr: 'fr', fr_FR: 'fr', 'fr-CA': 'fr', en: 'en', en_GB: 'en', de_DE: 'en', fry: 'en' };
  for (const [locale, language] of Object.entries(expected)) assert.equal(languageOf(locale), language, locale);
});
