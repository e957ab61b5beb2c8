import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeDescription } from './description.ts';

test('text between < and > that is no tag is kept; tags of HTML and of other namespaces are removed', () => {
  const kept = {
    'Write to sales <sales@example.com>': 'Write to sales &lt;sales@example.com&gt;',
    'See <https://example.com/a?b=1> or <www.example.com>': 'See &lt;https://example.com/a?b=1&gt; or &lt;www.example.com&gt;',
    'I <3 rye, 1 < 2 > 0': 'I &lt;3 rye, 1 &lt; 2 &gt; 0',
    'x <y and z': 'x &lt;y and z',
    '<b>Rye <bread</b> and <rolls@x.y': '<b>Rye &lt;bread</b> and &lt;rolls@x.y',
    '<o:p>Rye</o:p><font size="2">, </font><br/>malt<br / > <!-- no -->': 'Rye, <br />malt<br /> ',
    '<a href="mailto:a@b.c">mail</a> <a href="https://b.c/d">page</a>': '<a href="mailto:a@b.c">mail</a> <a href="https://b.c/d">page</a>',
    'See <iframe src="x">a < <b>b</b></iframe><noframes>c': 'See a &lt; <b>b</b>c',
    '<img/src=x onerror=alert(1)><script>alert(2)</script>': '&lt;img/src=x onerror=alert(1)&gt;',
  };
  assert.deepEqual(Object.keys(kept).map(sanitizeDescription), Object.values(kept));
});

test('sixteen levels of tags are kept, `<br />` included; deeper, blanks keep words apart', () => {
  const deep = (levels: number, inside: string) => '<b>'.repeat(levels) + inside + '</b>'.repeat(levels);
  assert.equal(sanitizeDescription(deep(15, 'x<br />y')), deep(15, 'x<br />y'));
  assert.equal(sanitizeDescription(deep(16, 'x<br />y')), deep(16, 'x y'));
  assert.equal(sanitizeDescription(deep(16, '<p>a<p>b</p><ul><li>c</ul>d<h4>e</h4>f')), deep(16, 'a b c d e f'));
  assert.equal(sanitizeDescription(deep(17, 'x')), deep(16, 'x'));
});

test('400 for too many tags or entities, sent or made', () => {
  const codeOf = (html: string): unknown => {
    try {
      return sanitizeDescription(html).length;
    } catch (error) {
      return (error as { details: { code: string }[] }).details[0]!.code;
    }
  };
  assert.equal(codeOf('<b>x</b>'.repeat(2_500)), 20_000);
  assert.equal(codeOf('&lt;'.repeat(10_000)), 40_000);
  for (const html of ['<b>x</b>'.repeat(2_501), '<p>x'.repeat(2_501), '<'.repeat(5_001)])
    assert.equal(codeOf(html), 'too_many_tags', html.slice(0, 8));
  for (const html of ['&'.repeat(10_001), '>'.repeat(10_001)]) assert.equal(codeOf(html), 'too_many_entities', html.slice(0, 8));
});

const PIECES = (
  `<|>|/|&|"|'|=| |\n|a|é|@|.|!|&lt;|&amp;|&#60;|&nbsp;|<3|<a@b.c>|<https://b.c>|<b>|</b>|<p>|</p>|<li>|<ul>|</ul>|<br/>|<o:p>|</o:p>|` +
  `<table><tr>|<svg>|<title>|</title>|<img src=x>|<a href="https://b.c/?d=1&e=2">|<a href='javascript:f()'>|</a>|<x-y z="1>2">|<script>|` +
  '<h1>|</h1>|<h2>|<blockquote>|</script>|<style>|</style>|<!--|-->|<![CDATA[|]]>|<?php|<textarea>|</textarea>|<plaintext>|<noscript>|<iframe>|<option>|<option|' +
  '<div>|</div>|<td>|</td>|<th>|<h4>|</h4>|<hr>|<pre>|</pre>|<del>|<constructor>|<p class=x>|<b style="font-weight:400">|</span>|' +
  '<span style="font-weight:700;font-style:italic">|<span style="text-decoration:underline;white-space:pre">|<i style="display:none">|' +
  '1|<sup>|</sup>|<img data-emoji alt="2\n<&">|<span style="display:block">|<li style="font-weight:700">|<br style="display:block;font-weight:700">|<b "'
).split('|');
const SAFE = /^(?:[^<]|<\/?(?:p|br|b|i|u|s|li|ul|h1|h2|blockquote)(?: \/)?>|<a(?: href="https:[^"<>]*")?>|<\/a>)*$/;

test('any HTML is reduced to safe tags, and its result does not change in a second pass', () => {
  let seed = 1;
  const upTo = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count;
  for (let round = 0; round < 4_000; round++) {
    const html = `x${Array.from({ length: 1 + upTo(14) }, () => PIECES[upTo(PIECES.length)]).join('')}`;
    const once = sanitizeDescription(html);
    assert.match(once, SAFE, html);
    assert.equal(sanitizeDescription(once), once, html);
  }
});
