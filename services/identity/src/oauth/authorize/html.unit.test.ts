import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

test('texts in a template are escaped, between tags and in quotes; HTML and lists of it are not', () => {
  const items = ['<b>', '"&\''].map((text) => html`<li title="${text}">${text}</li>`);
  const escaped = ['&lt;b&gt;', '&quot;&amp;&#39;'];
  assert.equal(html`<p>${items}${undefined}</p>`.text, `<p>${escaped.map((text) => `<li title="${text}">${text}</li>`).join('')}</p>`);
});
