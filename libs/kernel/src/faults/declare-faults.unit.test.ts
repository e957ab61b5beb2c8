import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bilingual } from '../texts/bilingual.ts';
import { both, type Sentence } from '../texts/both.ts';
import { declareFaults, describedFault, rendered } from './declare-faults.ts';

const faults = declareFaults({
  missing: both('is missing', 'manque'),
  not_here: both('is not one of {allowed}; {max} are', 'n’est pas parmi {allowed} ; {max} le sont'),
  is_left: rendered(
    ({ bytes_left: left }: { bytes_left: number }) => `has ${left === 0 ? 'nothing' : left} left`,
    ({ bytes_left: left }) => `a encore ${left}`,
    { bytes_left: 2 },
  ),
});

test('a detail has the sentence in English with its values, those of lists one after the other', () => {
  assert.deepEqual({ ...faults.missing('title') }, { path: 'title', code: 'missing', message: 'is missing' });
  assert.deepEqual(
    ['title', 'name'].map(faults.missing).map(({ params }) => params),
    [undefined, undefined],
  );
  const params = { allowed: ['asc', 'desc'], max: 2 };
  const { message, ...others } = faults.not_here('sort', params);
  assert.equal(message, 'is not one of asc, desc; 2 are');
  assert.deepEqual(others, { path: 'sort', code: 'not_here', params });
  assert.equal(faults.is_left('size', { bytes_left: 0 }).message, 'has nothing left');
});

test('a fault is described by the names in its sentence, or by its example', () => {
  assert.deepEqual(describedFault(faults.not_here, 'fr'), {
    sentence: 'n’est pas parmi {allowed} ; {max} le sont',
    names: ['allowed', 'max'],
  });
  assert.deepEqual(describedFault(faults.is_left, 'en'), { sentence: 'has 2 left', names: ['bytes_left'] });
});

/** For the compiler: each of these is an error, or `npm run types` fails. */
export const refused = (): unknown[] => [
  // @ts-expect-error -- There is no French.
  both('is missing'),
  // @ts-expect-error -- Nor here, in a group.
  bilingual({ buttons: { save: { en: 'Save' } } }),
  both(
    // @ts-expect-error -- The French is a function of another parameter.
    (count: number) => `${count} works`,
    (name: string) => `${name} créations`,
  ),
  // @ts-expect-error -- The French names another parameter.
  both('has at most {max}', 'a au plus {min}'),
  // @ts-expect-error -- The French leaves a parameter out.
  both('has {min} to {max}', 'a au moins {min}'),
  // @ts-expect-error -- No parameter has this name.
  declareFaults({ odd: both('has {colour}', 'a {colour}') }),
  // @ts-expect-error -- Nor the one that this function takes.
  rendered(({ colour }: { colour: string }) => colour, String, { colour: 'red' }),
  // @ts-expect-error -- Nor beside one that is known.
  declareFaults({ odd: rendered(({ max, colour }: { max: number; colour: string }) => colour + max, String, { max: 1, colour: 'red' }) }),
  // @ts-expect-error -- A sentence with a parameter needs it.
  faults.not_here('sort'),
  // @ts-expect-error -- A parameter has the type of its description.
  faults.not_here('sort', { allowed: ['asc'], max: '2' }),
  // @ts-expect-error -- A sentence without parameters takes none.
  faults.missing('title', { max: 2 }),
  both('has {max}', 'a {max}') satisfies Sentence<'max'>,
];
