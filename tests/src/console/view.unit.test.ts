import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

interface Point {
  x: number;
  y: number;
}
type View = Point & { zoom: number };

const { moved, whole, zoomed } = (await import(join(import.meta.dirname, '../../../console/src/order/judging/view.ts'))) as {
  whole: View;
  moved: (view: View, by: Point) => View;
  zoomed: (view: View, factor: number, at?: Point) => View;
};

test('zooming keeps the point under the pointer where it is, and goes back to the whole picture', () => {
  const corner = { x: 0.25, y: 1 };
  const view = zoomed(whole, 4, corner);
  const shown = (center: number, at: number): number => center + (at - 0.5) / view.zoom;
  assert.deepEqual([view.zoom, shown(view.x, corner.x), shown(view.y, corner.y)], [4, 0.25, 1]);
  assert.deepEqual(zoomed(view, 1 / 4, corner), whole);
  assert.deepEqual(zoomed(view, 1 / 100), whole);
  assert.equal(zoomed(view, 1000).zoom, 64);
});

test('moving ends at the edges of the picture', () => {
  const view = zoomed(whole, 2);
  assert.deepEqual(moved(view, { x: -0.1, y: 0.1 }), { zoom: 2, x: 0.55, y: 0.45 });
  assert.deepEqual(moved(view, { x: 9, y: -9 }), { zoom: 2, x: 0.25, y: 0.75 });
  assert.deepEqual(moved(whole, { x: 0.3, y: 0.3 }), whole);
});
