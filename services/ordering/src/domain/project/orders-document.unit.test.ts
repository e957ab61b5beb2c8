import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { activities } from './activities.ts';
import { eventOf, transitions } from './transitions.ts';

const lines = readFileSync(new URL('../../../../../docs/partners/orders.md', import.meta.url), 'utf8').split('\n');
const rows = lines
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .slice(2, -2)
      .split('|')
      .map((cell) => cell.trim()),
  );
const code = (word: string) => `\`${word}\``;

test('docs/partners/orders.md has every transition as a row, in the order of the table', () => {
  const expected = transitions.map(({ from, command, role, of, guard, to }) => [
    ...[code(from), code(command), code(role), of.length > 1 ? 'any' : of[0]!.replace('_', ' '), guard ?? ''],
    ...[to ? to.map(code).join(', ') : 'gone', code(eventOf[command])],
  ]);
  const documented = rows.filter((cells) => cells.length === 7);
  assert.deepEqual(documented, expected);
});

test('docs/partners/orders.md has every activity as a row, in the order of the table', () => {
  const expected = Object.entries(activities).map(([activity, { role, guard }]) => [code(activity), code(role), guard ?? '']);
  const documented = rows.filter((cells) => cells.length === 4).map(([activity, , ...rule]) => [activity, ...rule]);
  assert.deepEqual(documented, expected);
});

test('docs/partners/orders.md draws every transition and explains every role and command', () => {
  const arrows = lines.filter((line) => line.includes(' --> '));
  for (const { command, role } of transitions) {
    assert.ok(
      arrows.some((arrow) => arrow.includes(`${command} (${role})`)),
      command,
    );
    for (const word of [command, role])
      assert.ok(
        rows.some((cells) => cells.length === 2 && cells[0] === code(word)),
        word,
      );
  }
});
