import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apiPart, asReleased, withApiPart } from './changelog.ts';

const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0\n\n### Added\n\n- The first.\n';
const breaks = [
  { line: 'GET /v1/a removed the field `x`', reason: 'Nobody needs it.' },
  { line: 'billing: GET /internal/b refuses catalog', reason: 'It never asked.' },
  { line: 'GET /v1/c removed the field `x`', reason: 'Nobody needs it.' },
];
const added = [
  { operation: 'GET /v1/d', text: 'endpoint added', isBreak: false },
  { operation: 'GET /v1/a', text: 'added the field `y`', isBreak: false },
  { operation: 'POST /v1/d', text: 'endpoint added', isBreak: false },
  { text: 'webhook `order.placed` added', isBreak: false },
  { text: 'webhook `order.paid` added', isBreak: false },
  { text: 'the license changed', isBreak: false },
];
const part = apiPart(breaks, added);

describe('the API part of the changelog', () => {
  test('names each break under its reason, and equal additions once', () => {
    assert.equal(
      part,
      `#### Breaking

- Nobody needs it.
  - \`GET /v1/a\` removed the field \`x\`
  - \`GET /v1/c\` removed the field \`x\`
- It never asked.
  - billing: \`GET /internal/b\` refuses catalog

#### Added and widened

- endpoint added: \`GET /v1/d\`, \`POST /v1/d\`
- added the field \`y\`: \`GET /v1/a\`
- webhook added: \`order.placed\`, \`order.paid\`
- the license changed`,
    );
    assert.equal(apiPart([], added).startsWith('#### Added'), true);
    assert.equal(apiPart([], []), '');
  });

  test('stands under what is not released, in place of the one before', () => {
    const first = withApiPart(changelog, part);
    assert.match(
      first,
      /^# Changelog\n\n## Unreleased\n\n### API\n\n<!-- .* -->\n\n#### Breaking\n[^]*\n- the license changed\n\n<!-- .* -->\n\n### Added\n\n- A thing/,
    );
    assert.equal(first.includes('## 0.1.0\n\n### Added'), true);
    assert.equal(withApiPart(first, part), first);
    assert.equal(withApiPart(withApiPart(first, 'other'), part), first);
    assert.equal(withApiPart(first, ''), changelog);
  });

  test('is refused without a place, and with half of its marks', () => {
    assert.throws(() => withApiPart('# Changelog\n\n## 0.1.0\n', part), /has no section "## Unreleased"/);
    assert.throws(() => withApiPart(withApiPart(changelog, part).replace('<!-- /API -->', ''), part), /stand around the part/);
  });

  test('of a release stays as it is, under its version, and nothing is unreleased then', () => {
    const next = asReleased(withApiPart(changelog, part), '0.2.0');
    assert.match(next, /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0\n\n### API\n\n#### Breaking\n[^]*- the license changed\n\n### Added\n/);
    assert.equal(next.includes('<!--'), false);
    assert.equal(withApiPart(next, ''), next);
    assert.equal(withApiPart(withApiPart(next, part), ''), next);
  });

  test('of a release is refused for a version that the changelog has already, and without a place', () => {
    assert.throws(() => asReleased(changelog, '0.1.0'), /has 0\.1\.0 already: a release begins with its version in package\.json/);
    assert.throws(() => asReleased('# Changelog\n\n## 0.1.0\n', '0.2.0'), /has no section "## Unreleased"/);
  });
});
