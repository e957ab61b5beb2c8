import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DomainRefusal, holdsNul } from '@partner-ordering/kernel';
import { parseQuery, type Expression } from './query-language.ts';

const triple = ['status', '==', 'draft'];
const other = ['status', '==', 'paid'];
const compare: Expression = { kind: 'compare', field: 'status', operator: '==', value: 'draft' };
const compareOther: Expression = { ...compare, value: 'paid' };

const parse = (query: unknown): Expression => parseQuery(JSON.stringify(query));

/** The message of the only detail of a refusal. Any error but a DomainRefusal fails the test. */
function refusalOf(text: string): string {
  try {
    parseQuery(text);
  } catch (error) {
    assert.ok(error instanceof DomainRefusal, `threw ${String(error)}`);
    assert.equal(error.kind, 'invalid');
    assert.equal(error.details?.length, 1);
    assert.equal(error.details[0]?.path, 'query');
    assert.ok(error.details[0].message.length < 400, 'a refusal does not echo the whole query');
    return error.details[0].message;
  }
  return assert.fail(`accepted ${text.slice(0, 80)}`);
}

const nested = (levels: number, inner: unknown = triple): unknown => (levels === 0 ? inner : ['AND', [nested(levels - 1, inner)]]);

describe('the grammar of queries', () => {
  test('a bare triple is an expression', () => assert.deepEqual(parse(triple), compare));
  test('a list of expressions means AND', () => assert.deepEqual(parse([triple, other]), { kind: 'all', of: [compare, compareOther] }));
  test('an empty list means all', () => assert.deepEqual(parse([]), { kind: 'all', of: [] }));
  test('expressions of AND and OR nest', () =>
    assert.deepEqual(parse(['OR', [triple, ['AND', [triple, other]]]]), {
      kind: 'any',
      of: [compare, { kind: 'all', of: [compare, compareOther] }],
    }));
  test('equal expressions of a group are one, however they are grouped', () => {
    const both: Expression = { kind: 'any', of: [compare, compareOther] };
    for (const group of [
      [triple, triple, other],
      [triple, ['OR', [other, triple]]],
      [[triple], ['AND', [triple, triple]], other],
    ])
      assert.deepEqual(parse(['OR', group]), both);
    const pair = ['OR', [triple, other]];
    assert.deepEqual(parse([pair, pair]), both);
    assert.deepEqual(parse(['owner', 'intersect', [triple, triple]]), { kind: 'related', field: 'owner', excluded: false, of: compare });
    assert.deepEqual(parse(['status', 'in', ['a', 'b', 'a']]), { kind: 'compare', field: 'status', operator: 'in', value: ['a', 'b'] });
  });
  test('expressions that differ in their kind of value, or in its sign beyond all numbers, stay two', () => {
    for (const [one, another] of [
      ['1', '"1"'],
      ['null', '"null"'],
      ['1e400', '-1e400'],
      ['1e400', 'null'],
    ])
      assert.equal((parseQuery(`[["a","==",${one}],["a","==",${another}]]`) as { of: unknown[] }).of.length, 2);
  });
  test('the operator like keeps its name, by which it is refused later', () =>
    assert.deepEqual(parse(['title', 'like', 'a']), { kind: 'compare', field: 'title', operator: 'like', value: 'a' }));
  test('a comparison with AND as its field is refused', () =>
    assert.equal(refusalOf('["AND","==","x"]'), '"AND" takes one list of expressions'));

  for (const operator of ['==', '!=', '<', '>', '<=', '>=', '~=']) {
    for (const value of ['text', '', 0, -1.5, true, null]) {
      test(`${operator} takes ${JSON.stringify(value)}`, () =>
        assert.deepEqual(parse(['a.b', operator, value]), { kind: 'compare', field: 'a.b', operator, value }));
    }
  }
  for (const operator of ['in', '!in']) {
    test(`${operator} takes an array of scalars, an empty one too`, () => {
      const value = ['a', 1, null, false];
      assert.deepEqual(parse(['a', operator, value]), { kind: 'compare', field: 'a', operator, value });
      assert.deepEqual(parse(['a', operator, []]), { kind: 'compare', field: 'a', operator, value: [] });
      for (const wrong of [['a', ['b']], [{}], 'abc', { length: 0 }, null])
        assert.equal(refusalOf(JSON.stringify(['a', operator, wrong])), `"a" ${operator} takes an array of scalars`);
      refusalOf(JSON.stringify(['a', operator, Array.from({ length: 101 }, () => 1)]));
    });
  }
  for (const [operator, excluded] of [['intersect', false] as const, ['exclude', true] as const]) {
    test(`${operator} takes an expression`, () => {
      assert.deepEqual(parse(['owner', operator, triple]), { kind: 'related', field: 'owner', excluded, of: compare });
      assert.deepEqual(parse(['owner', operator, [triple, other]]), {
        kind: 'related',
        field: 'owner',
        excluded,
        of: { kind: 'all', of: [compare, compareOther] },
      });
      for (const wrong of ['x', null, [], {}, 7]) refusalOf(JSON.stringify(['owner', operator, wrong]));
    });
  }
});

describe('limits of queries', () => {
  test('five levels of nesting are accepted, counting the triple; six are 400', () => {
    assert.doesNotThrow(() => parse(nested(4)));
    assert.equal(refusalOf(JSON.stringify(nested(5))), 'is nested more than 5 deep');
  });
  test('intersect counts as a level', () => {
    assert.doesNotThrow(() => parse(nested(3, ['owner', 'intersect', triple])));
    refusalOf(JSON.stringify(nested(4, ['owner', 'intersect', triple])));
  });
  test('fifty expressions are accepted at any depth; fifty-one are 400', () => {
    const many = (count: number) => Array.from({ length: count }, () => triple);
    assert.doesNotThrow(() => parse(many(50)));
    assert.doesNotThrow(() => parse(['OR', [many(25), many(25)]]));
    assert.equal(refusalOf(JSON.stringify(many(51))), 'has more than 50 expressions');
    assert.equal(refusalOf(JSON.stringify(['OR', [many(25), many(26)]])), 'has more than 50 expressions');
  });
  test('a field name is at most 255 characters', () => {
    assert.doesNotThrow(() => parse(['x'.repeat(255), '==', 1]));
    refusalOf(JSON.stringify(['x'.repeat(256), '==', 1]));
  });
});

describe('refused queries', () => {
  const hostile = [
    ...['', ' ', 'null', '1', '"a"', '{}', '{"0":"a"}', '[', '["a","==",1', "['a','==',1]", '[1]', '[[]]', '[[],[]]', '[null]'],
    ...['["AND"]', '["AND",[]]', '["OR",[]]', '["AND",["a","==",1]]', '["AND",[["a","==",1]],1]', '["and",[["a","==",1]]]', '["OR",{}]'],
    ...['["a","=="]', '["a","==",1,2]', '["a"]', '[1,"==",1]', '[null,"==",1]', '[{},"==",1]', '["a","==",{}]', '["a","==",[1]]'],
    ...['["a","=",1]', '["a","LIKE","x"]', '["a","",1]', '["a",null,1]', '["a",["=="],1]', '["a","toString",1]', '["a","__proto__",1]'],
    ...[`["a","== 1 or 1",1]`, `["a","~","x"]`, `["a",";drop table thing",1]`, '["a","==","\\u0000"]', '["\\u0000","==",1]'],
  ];
  for (const text of hostile) test(`${text || 'nothing'} is 400`, () => assert.ok(refusalOf(text)));

  test('lower-case "and" and "or" are refused with the spelling that is meant', () => {
    assert.equal(refusalOf('["or",[["a","==",1]]]'), '"or" is written "OR"');
    assert.equal(refusalOf('["And",[["a","==",1]]]'), '"And" is written "AND"');
    assert.equal(refusalOf('["AND",[["or",[["a","==",1]]]]]'), '"or" is written "OR"');
    assert.doesNotThrow(() => parse(['or', '==', 1]), 'or may be a field');
  });
  test('an operator of another language is refused with ours', () => {
    const meant = (operator: string) => /; (".*") is meant/.exec(refusalOf(JSON.stringify(['a', operator, 1])))?.[1];
    const ours = '= ==, === ==, <> !=, =< <=, => >=, LIKE like, IN in, not\u00a0in !in, ~ ~=, contains like, gte >=, Intersect intersect';
    for (const [given, operator] of ours.split(', ').map((pair) => pair.split(' ')))
      assert.equal(meant(given!.replace('\u00a0', ' ')), `"${operator}"`);
    for (const none of ['constructor', '?']) assert.equal(meant(none), undefined);
  });

  test('400 for dozens and thousands of levels of nesting, in any place', () => {
    for (const levels of [60, 8000]) {
      const deep = '['.repeat(levels) + ']'.repeat(levels);
      for (const text of [
        deep,
        `["a","==",${deep}]`,
        `["a",${deep}]`,
        `["a",${deep},1]`,
        `[${deep},"==",1]`,
        `["AND",${deep}]`,
        `["a","in",${deep}]`,
      ])
        refusalOf(text);
      refusalOf('["AND",['.repeat(levels) + ']]'.repeat(levels));
      refusalOf('["a","intersect",'.repeat(levels) + ']'.repeat(levels));
    }
  });
  test('an escaped NUL is found, an escaped backslash before u0000 is not one', () => {
    const nul = String.fromCharCode(0);
    for (const text of [nul, `a${nul}`, `\\${nul}`]) assert.equal(holdsNul(JSON.stringify({ text })), true);
    for (const text of ['\\u0000', '\\\\u0000', 'u0000', '\\']) assert.equal(holdsNul(JSON.stringify({ text })), false);
    assert.deepEqual(parse(['a', '==', '\\u0000']), { kind: 'compare', field: 'a', operator: '==', value: '\\u0000' });
  });
});
