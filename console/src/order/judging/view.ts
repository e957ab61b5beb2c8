/** The part of a picture that is seen: how much larger than whole, and the point in the middle, from 0 to 1. It fits panes of any size. */
export interface View {
  zoom: number;
  x: number;
  y: number;
}

/** A place in a pane, from 0 to 1, or a way in parts of it. */
export interface Point {
  x: number;
  y: number;
}

export const whole: View = { zoom: 1, x: 0.5, y: 0.5 };
const middle: Point = { x: 0.5, y: 0.5 };
/** A picture of 40,000 pixels at its own size in a pane of 640. */
const MAX_ZOOM = 64;

const between = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** The view shifted by parts of the pane, no further than the edges of the picture. */
export function moved({ zoom, x, y }: View, by: Point): View {
  const half = 0.5 / zoom;
  return { zoom, x: between(x - by.x / zoom, half, 1 - half), y: between(y - by.y / zoom, half, 1 - half) };
}

/** The view so many times larger. What is at this point of the pane stays there. */
export function zoomed(view: View, factor: number, at: Point = middle): View {
  const zoom = between(view.zoom * factor, 1, MAX_ZOOM);
  const shift = (of: number): number => (of - 0.5) * (1 / view.zoom - 1 / zoom);
  return moved({ zoom, x: view.x + shift(at.x), y: view.y + shift(at.y) }, { x: 0, y: 0 });
}
