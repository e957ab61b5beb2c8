import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatTime, isFormattable, parseTime, secondOf } from './times.ts';

const at = (text: string): string | undefined => parseTime(text)?.at.toISOString();

describe('parseTime', () => {
  test('every spelling of an offset is accepted', () => {
    for (const offset of ['+0200', '+02:00', '+02']) assert.equal(at(`2026-03-01T12:00:00${offset}`), '2026-03-01T10:00:00.000Z');
    for (const offset of ['Z', '+0000', '-00:00', '+00']) assert.equal(at(`2026-03-01T12:00:00${offset}`), '2026-03-01T12:00:00.000Z');
    assert.equal(at('2026-03-01T12:00:00-0930'), '2026-03-01T21:30:00.000Z');
    assert.equal(at('2026-01-01T00:30:00+0100'), '2025-12-31T23:30:00.000Z');
  });
  test('a time without seconds, with a space for T, or with a point or comma before its fraction is accepted', () => {
    assert.equal(at('2026-03-01T12:00Z'), '2026-03-01T12:00:00.000Z');
    assert.equal(at('2026-03-01 12:00:00Z'), '2026-03-01T12:00:00.000Z');
    assert.equal(at('2026-03-01T12:00:00.5Z'), '2026-03-01T12:00:00.500Z');
    assert.equal(at('2026-03-01T12:00:00,25+0000'), '2026-03-01T12:00:00.250Z');
    assert.equal(at('2026-03-01T24:00:00Z'), '2026-03-02T00:00:00.000Z');
    assert.equal(at('2024-02-29T00:00:00Z'), '2024-02-29T00:00:00.000Z');
  });
  test('a time without an offset is UTC, and a day alone is its first second', () => {
    for (const text of ['2026-03-01T12:00:00', '2026-03-01 12:00', '2026-03-01T12:00:00.000'])
      assert.equal(at(text), '2026-03-01T12:00:00.000Z');
    assert.deepEqual(secondOf(parseTime('2026-03-01')!), { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-01T00:00:01Z') });
  });
  test('a malformed time and a day that is not in the calendar are refused', () => {
    const wrong = [
      ...[
        '2026-03',
        '2026-03-01T',
        '2026-03-01Z',
        '2026-03-01+0200',
        '2026',
        '12:00Z',
        '',
        'now',
        'yesterday',
        '1772366400',
        '2026-W10-1T12:00Z',
      ],
      ...[
        '2026-02-29',
        '2026-02-29T00:00:00',
        '2026-02-29T00:00:00Z',
        '2026-02-30T00:00:00Z',
        '2026-04-31T00:00:00+0200',
        '2026-13-01T00:00:00Z',
        '2026-00-01T00:00:00Z',
      ],
      ...['2026-01-32T00:00:00Z', '2026-01-00T00:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01T23:60:00Z', '2026-01-01T23:59:60Z'],
      ...[
        '2026-01-01T00:00:00+2',
        '2026-01-01T00:00:00+24:00',
        '2026-01-01T00:00:00+99:99',
        '2026-01-01T00:00:00 +0200',
        '+002026-01-01T00:00:00Z',
      ],
      ...[
        '2026-01-01T00:00:00.Z',
        '2026-01-01T00:00:00.1234567890Z',
        '2026-01-01T00:00:00ZZ',
        ' 2026-01-01T00:00:00Z',
        '2026-01-01T00:00:00Z\n',
      ],
      ...['２０２６-01-01T00:00:00Z', "2026-01-01T00:00:00Z'", 'infinity', '-infinity', 'epoch'],
    ];
    for (const text of wrong) assert.equal(parseTime(text), undefined, text);
  });
  test('a literal without a fraction stands for its whole second, one with a fraction for a moment', () => {
    const whole = secondOf(parseTime('2026-03-01T12:00:00Z')!);
    assert.deepEqual(whole, { from: new Date('2026-03-01T12:00:00Z'), to: new Date('2026-03-01T12:00:01Z') });
    assert.deepEqual(secondOf(parseTime('2026-03-01T12:00:00.0Z')!), { from: new Date('2026-03-01T12:00:00Z') });
  });
});

test('formatTime writes UTC without a fraction and is read back', () => {
  const written = formatTime(new Date('2026-03-01T12:00:00.987Z'));
  assert.equal(written, '2026-03-01T12:00:00+0000');
  assert.equal(at(written), '2026-03-01T12:00:00.000Z');
});

test('isFormattable knows the times that are shown with a year of four digits', () => {
  const writable = (text: string) => isFormattable(parseTime(text)!.at);
  for (const text of ['0001-01-01', '9999-12-31T23:59:59Z']) assert.ok(writable(text), text);
  for (const text of ['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:00:00-01:00']) assert.ok(!writable(text), text);
});
