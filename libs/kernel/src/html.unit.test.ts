import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

test('texts in a template are escaped, between tags and in quotes; HTML and lists of it are not', () => {
  const items = ['<b>', '"&\''].map((text) => html`<li title="${text}">${text}</li>`);
  const expected = `<ul><li title="&lt;b&gt;">&lt;b&gt;</li><li title="&quot;&amp;&#39;">&quot;&amp;&#39;</li></ul>`;
  assert.equal(
    html`<ul>
      ${items}${undefined}
    </ul>`.text,
    expected,
  );
  assert.equal(html`${html` <br />`}`.text, '\n<br>');
});
