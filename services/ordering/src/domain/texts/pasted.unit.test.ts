import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeDescription } from './description.ts';

/** One brief, as each program copies it. */
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]-->
<style>
<!--
 p.MsoNormal {margin:0cm; font-size:11.0pt;}
-->
</style></head><body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->

<h4>Rye bakery<o:p></o:p></h4>

<p class=MsoNormal>We open in <b style='mso-bidi-font-weight:normal'>May</b> and
need:<o:p></o:p></p>

<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]>a logo<o:p></o:p></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<table class=MsoTableGrid border=1 style='border-collapse:collapse'>
 <tr style='mso-yfti-irow:0'>
  <td width=301 style='width:225.4pt'>
  <p class=MsoNormal>Flyer<o:p></o:p></p>
  </td>
  <td width=301 style='width:225.4pt'>
  <p class=MsoNormal>A5<o:p></o:p></p>
  </td>
 </tr>
</table>

<p class=MsoNormal>Call <a href="tel:+33140205050"><span style='color:#0563C1'>Ann</span></a><span
style='display:none;mso-hide:all'>hidden</span><o:p></o:p></p>

<!--EndFragment-->
</body></html>`;

const span = (text: string, style = '') =>
  `<span style="font-size:11pt;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;white-space:pre;white-space:pre-wrap;${style}">${text}</span>`;
const bold = (text: string) => span(text).replace('font-weight:400', 'font-weight:700');
const googleDocs =
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0f1e">' +
  `<h4 dir="ltr" style="line-height:1.38;margin-top:14pt">${span('Rye bakery')}</h4>` +
  `<p dir="ltr" style="line-height:1.38">${span('We open in ')}${bold('May')}${span(' and need:')}</p>` +
  `<ul style="margin-top:0;margin-bottom:0"><li dir="ltr" style="list-style-type:disc;font-weight:700" aria-level="1">` +
  `<p dir="ltr" style="line-height:1.38" role="presentation">${span('a logo')}</p></li></ul><br />` +
  '<div dir="ltr" style="margin-left:0pt" align="left"><table style="border:none"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt">' +
  `<td style="vertical-align:top"><p dir="ltr" style="line-height:1.2">${span('Flyer')}</p></td>` +
  `<td style="vertical-align:top"><p dir="ltr" style="line-height:1.2">${span('A5')}</p></td></tr></tbody></table></div>` +
  `<p dir="ltr" style="line-height:1.38">${span('Call ')}<a href="tel:+33140205050" style="text-decoration:none">` +
  `<span style="font-weight:400;text-decoration:underline;white-space:pre-wrap">Ann</span></a></p></b>`;

const outlook = `<div class=WordSection1>
<h4>Rye bakery<o:p></o:p></h4>
<p class=MsoNormal><span lang=EN-US style='mso-fareast-language:EN-US'>We open in <b>May</b> and
need:<o:p></o:p></span></p>
<ul style='margin-top:0cm' type=disc>
<li class=MsoListParagraph style='margin-left:0cm;mso-list:l0 level1 lfo1'>a logo<o:p></o:p></li>
</ul>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<table class=MsoNormalTable border=0 cellspacing=0 cellpadding=0><tr><td style='padding:0cm'>Flyer</td>
<td style='padding:0cm'>A5</td></tr></table>
<p class=MsoNormal>Call <a href="tel:+33140205050">Ann</a><o:p></o:p></p>
</div>`;

const gmail =
  '<div dir="ltr"><div class="gmail_default" style="font-family:arial,sans-serif"><b>Rye bakery</b></div>' +
  '<div class="gmail_default">We open in <span style="font-weight:bold">May</span> and need:</div><div><ul><li>a logo</li></ul></div>' +
  '<div><br></div><table><tbody><tr><td>Flyer</td><td>A5</td></tr></tbody></table>' +
  '<div>Call <a href="tel:+33140205050" target="_blank">Ann</a></div><div><br clear="all"></div></div>';

test('a brief copied from Word, Google Docs, Outlook and Gmail reads as there', () => {
  const call = 'Call <a href="tel:+33140205050">Ann</a>';
  const start = '<p><b>Rye bakery</b></p><p>We open in <b>May</b> and need:</p>';
  assert.equal(sanitizeDescription(word), `${start}<p>·\u00A0\u00A0 a logo</p><p>\u00A0</p><p>Flyer</p><p>A5</p><p>${call}</p>`);
  assert.equal(sanitizeDescription(googleDocs), `${start}<ul><li><p>a logo</p></li></ul><br /><p>Flyer</p><p>A5</p><p>${call}</p>`);
  assert.equal(sanitizeDescription(outlook), `${start}<ul><li>a logo</li></ul><p>\u00A0</p>Flyer<br />A5<p>${call}</p>`);
  assert.equal(
    sanitizeDescription(gmail),
    `<b>Rye bakery</b><br />We open in <b>May</b> and need:<ul><li>a logo</li></ul><br />Flyer<br />A5<br />${call}<br /><br />`,
  );
});

test('tags that are not safe become their nearest safe form', () => {
  const forms = {
    // Blocks and cells begin and end a line, and nothing is written for empty ones.
    '<div><b>a logo</b> </div><div>a flyer</div>': '<b>a logo</b><br />a flyer',
    'a<section><div></div><div>b</div></section><hr><hr>c': 'a<br />b<br />c',
    '<ul><li><div>a</div><div>b</div></li></ul><div>c</div><p>d</p>': '<ul><li>a<br />b</li></ul>c<p>d</p>',
    '<div>a</div><div><br></div><div><b>b</b></div>': 'a<br /><br /><b>b</b>',
    '<table>\n<tr>\n<th>Size</th>\n<td></td>\n<td>A4</td></tr></table>\nend': '<b>Size</b><br />A4<br />end',
    'a<span style="display:block">b</span><b style="color:red; display: table-cell">c</b>d<br style="display:block">e':
      'a<br />b<br /><b>c</b><br />d<br />e',
    '<dl><dt>a</dt><dd>b</dd></dl><address>c</address>': 'a<br />b<br />c',
    '<h5 style="font-weight:500">a</h5><del>b</del><ins>c</ins><constructor>d': '<p><b>a</b></p><s>b</s><u>c</u>d',
    // Styles count, once.
    '<span style="font-style:italic; text-decoration: underline line-through">a</span>': '<i><u><s>a</s></u></i>',
    '<strong style="font-weight: 400">a</strong><em style="font-style:normal">b</em>': 'ab',
    '<b><span style="font-weight:700">a</span></b><h1><span style="font-weight:bold">b</span></h1>': '<b>a</b><h1>b</h1>',
    '<ul><li style="font-weight:bold">a</li></ul>': '<ul><li><b>a</b></li></ul>',
    'a<br style="font-weight:700">b<ul style="font-weight:700"><li>c</li></ul>': 'a<br />b<ul><li>c</li></ul>',
    // Emojis, powers and titles read as there.
    'Party <img data-emoji="🎉" alt="🎉" src="https://b.c/d"><img alt="e">': 'Party 🎉',
    '10<sup>5</sup>, m<sup>2</sup>, 1<sup>st</sup>': '10^5, m2, 1st',
    '<title>Brief v3</title>hello <title>, a tag': 'hello , a tag',
    // Line breaks are blanks, except where they are shown.
    '<p class="x">a\n  b</p>\n<p>c</p>': '<p>a b</p><p>c</p>',
    '<pre>a\n\nb\n</pre>c<span style="white-space: pre-wrap">d\ne</span>': 'a<br /><br />b<br />cd<br />e',
    'a:\n- b\n\nSee <a class="x" style="color:red" href="https://b.c">d</a>': 'a:\n- b\n\nSee <a href="https://b.c">d</a>',
    '<body style="x:y">a\n<span>b</span></body>': 'a b',
    'a\nb\n\n<b>c</b>\n<p>d</p>\n': 'a\nb\n\n<b>c</b>\n<p>d</p>\n',
  };
  assert.deepEqual(Object.keys(forms).map(sanitizeDescription), Object.values(forms));
});
