import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brokenJson, faultText } from './fault-texts.ts';

describe('what is said of a mistake', () => {
  test('a number says its kind and its limits, and whether it may be null', () => {
    const limited = { types: ['integer'], minimum: 1, maximum: 100 };
    for (const keyword of ['type', 'minimum', 'maximum', 'format'])
      assert.equal(faultText(keyword, limited), 'must be a whole number from 1 to 100');
    assert.equal(faultText('type', { ...limited, types: ['integer', 'null'] }), 'must be a whole number from 1 to 100 or null');
    assert.equal(faultText('minimum', { types: ['number'], minimum: 0 }), 'must be a number of at least 0');
  });

  test('a text says what it must be, or how long it may be', () => {
    assert.equal(faultText('type', { types: ['string'] }), 'must be text');
    assert.equal(faultText('minLength', { types: ['string'], minLength: 1 }), 'must not be empty');
    assert.equal(faultText('maxLength', { types: ['string'], maxLength: 255 }), 'must have at most 255 characters');
    assert.equal(faultText('pattern', { types: ['string'], 'x-expects': 'an absolute https URL' }), 'must be an absolute https URL');
    assert.equal(faultText('format', { types: ['string'], format: 'email' }), 'must be an email address');
  });

  test('words are named; an only one alone', () => {
    assert.equal(faultText('enum', { types: ['string'], enum: ['asc', 'desc'] }), 'must be one of asc, desc');
    assert.equal(faultText('enum', { types: ['string'], enum: ['paid'] }), 'must be paid');
  });

  test('nothing of JSON Schema is left over', () => {
    for (const keyword of ['required', 'additionalProperties', 'oneOf', 'uniqueItems', 'maxItems', 'minItems', 'unknown'])
      assert.doesNotMatch(faultText(keyword, { types: ['array'] }), /schema|propert|NOT|oneOf|undefined/);
  });

  test('broken JSON is told by its place, in no words of the engine', () => {
    const errorOf = (text: string): Error => {
      try {
        JSON.parse(text);
      } catch (error) {
        return error as Error;
      }
      throw new Error('it is valid');
    };
    assert.equal(brokenJson(errorOf('{"a":1,\n"b" 2}')), 'is not valid JSON, see line 2, column 5');
    for (const text of ['', '{', 'title', '[1,]'])
      assert.match(brokenJson(errorOf(text)), /^is not valid JSON(?:, see line \d+, column \d+)?$/);
  });
});
