import { useRef, type PointerEvent } from 'react';

/** The part of a picture that is seen: how much larger than whole, and the point in the middle, from 0 to 1. It fits panes of any size. */
export interface View {
  zoom: number;
  x: number;
  y: number;
}

interface Point {
  x: number;
  y: number;
}

export const WHOLE: View = { zoom: 1, x: 0.5, y: 0.5 };
const MIDDLE: Point = { x: 0.5, y: 0.5 };
/** A picture of 40,000 pixels at its own size in a pane of 640. */
const MAX_ZOOM = 64;
const WHEEL_STEP = 1.002;

const between = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** The view shifted by parts of the pane, no further than the edges of the picture. */
export function moved({ zoom, x, y }: View, by: Point): View {
  const half = 0.5 / zoom;
  return { zoom, x: between(x - by.x / zoom, half, 1 - half), y: between(y - by.y / zoom, half, 1 - half) };
}

/** The view so many times larger. What is at this point of the pane stays there. */
export function zoomed(view: View, factor: number, at: Point = MIDDLE): View {
  const zoom = between(view.zoom * factor, 1, MAX_ZOOM);
  const shift = (of: number): number => (of - 0.5) * (1 / view.zoom - 1 / zoom);
  return moved({ zoom, x: view.x + shift(at.x), y: view.y + shift(at.y) }, { x: 0, y: 0 });
}

/** The zoom at which a pixel of the picture is one of the page. */
export const actualSize = (image: HTMLImageElement): number => Math.max(1, image.naturalWidth / image.clientWidth);

type Change = (next: (view: View) => View) => void;

/** Zoom by wheel, pinch and double click, and moves by dragging: properties for each pane that shows the view. */
export function useGestures({ zoom }: View, change: Change) {
  const pointers = useRef(new Map<number, Point>());
  const release = ({ pointerId }: PointerEvent): void => void pointers.current.delete(pointerId);
  return {
    // React listens to wheels passively, so that the page would scroll too: as it does where there is no picture to move.
    ref: (pane: HTMLElement | null) => {
      const onWheel = (event: WheelEvent): void => {
        if (zoom === 1 && (event.shiftKey || event.deltaY >= 0)) return;
        event.preventDefault();
        const { width, height } = pane!.getBoundingClientRect();
        change((view) =>
          event.shiftKey
            ? moved(view, { x: -(event.deltaX || event.deltaY) / width, y: event.deltaX === 0 ? 0 : -event.deltaY / height })
            : zoomed(view, WHEEL_STEP ** -event.deltaY, partOf(pane!, { x: event.clientX, y: event.clientY })),
        );
      };
      pane?.addEventListener('wheel', onWheel, { passive: false });
      return () => pane?.removeEventListener('wheel', onWheel);
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
      if (!pointers.current.has(pointerId)) return;
      const [before, pane] = [gestureOf(pointers.current), currentTarget];
      pointers.current.set(pointerId, { x: clientX, y: clientY });
      const after = gestureOf(pointers.current);
      const { width, height } = pane.getBoundingClientRect();
      const by = { x: (after.middle.x - before.middle.x) / width, y: (after.middle.y - before.middle.y) / height };
      const at = partOf(pane, after.middle);
      change((view) => moved(zoomed(view, after.spread / before.spread, at), by));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onDoubleClick: ({ currentTarget, clientX, clientY }: { currentTarget: Element; clientX: number; clientY: number }) => {
      const image = currentTarget.querySelector('img');
      const at = partOf(currentTarget, { x: clientX, y: clientY });
      if (image) change((view) => (view.zoom > 1 ? WHOLE : zoomed(view, Math.max(2, actualSize(image)), at)));
    },
  };
}

/** A point of the page as a part of the pane, from 0 to 1. */
function partOf(pane: Element, { x, y }: Point): Point {
  const { left, top, width, height } = pane.getBoundingClientRect();
  return { x: (x - left) / width, y: (y - top) / height };
}

/** Where fingers are, and how far apart. */
function gestureOf(pointers: ReadonlyMap<number, Point>): { middle: Point; spread: number } {
  const [first, second = first] = [...pointers.values()] as [Point, Point?];
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    spread: Math.hypot(first.x - second.x, first.y - second.y) || 1,
  };
}
