import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderTable } from './order-table.ts';
import { roles, commands, transitions } from './transitions.ts';

const lines = orderTable().split('\n');

test('every transition is a row of the table, in the order in which they are written', () => {
  const rows = lines.filter((line) => line.includes('`project.'));
  assert.equal(rows.length, transitions.length);
  for (const [index, { from, command, who, guard, to, event }] of transitions.entries()) {
    const cells = rows[index]!.split('|').map((cell) => cell.trim());
    assert.deepEqual(
      [cells[1], cells[2], cells[3], cells[5], cells[6], cells[7]],
      [`\`${from}\``, `\`${command}\``, `\`${who}\``, guard ?? '', to ? `\`${to[0]}\`, \`${to[1]}\`` : 'gone', `\`${event}\``],
    );
  }
});

test('every transition is on an arrow of the diagram, and what is over has none that leads on', () => {
  const arrows = lines.filter((line) => line.includes(' --> '));
  for (const { command, who } of transitions)
    assert.ok(
      arrows.some((arrow) => arrow.includes(`${command} (${who})`)),
      command,
    );
  for (const over of ['paid', 'canceled']) {
    assert.ok(
      arrows.some((arrow) => arrow.includes(` --> ${over}:`)),
      over,
    );
    assert.ok(!arrows.some((arrow) => arrow.trim().startsWith(`${over} -->`)), over);
  }
  assert.ok(arrows.some((arrow) => arrow.trim() === 'finished --> paid: settle (system)'));
});

test('every actor and command is explained', () => {
  for (const word of [...Object.keys(roles), ...Object.keys(commands)])
    assert.ok(
      lines.some((line) => line.startsWith(`| \`${word}\` |`) && line.split('|').length === 4),
      word,
    );
});
