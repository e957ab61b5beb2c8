import { useRef, type PointerEvent } from 'react';
import { moved, whole, zoomed, type Point, type View } from './view.ts';

const WHEEL_STEP = 1.002;

/** The zoom at which a pixel of the picture is one of the page; 1 until it has arrived. */
export const actualSize = (image: HTMLImageElement): number => Math.max(1, image.naturalWidth / image.clientWidth || 1);

/** Sets the view by the one before. */
export type Change = (next: (view: View) => View) => void;

/** Zoom by wheel, pinch and double click, and moves by dragging: properties for each pane that shows the view. */
export function useGestures({ zoom }: View, change: Change) {
  const pointers = useRef(new Map<number, Point>());
  const release = ({ pointerId }: PointerEvent): void => void pointers.current.delete(pointerId);
  return {
    // React listens to wheels passively, so that the page would scroll too: as it does past a whole picture.
    ref: (pane: HTMLElement | null) => {
      const onWheel = (event: WheelEvent): void => {
        // As browsers say it of two fingers on a touchpad, too.
        const isZoom = event.ctrlKey || event.metaKey;
        if (!isZoom && zoom === 1) return;
        event.preventDefault();
        const { width, height } = pane!.getBoundingClientRect();
        change((view) =>
          isZoom
            ? zoomed(view, WHEEL_STEP ** -event.deltaY, partOf(pane!, { x: event.clientX, y: event.clientY }))
            : moved(view, { x: -event.deltaX / width, y: -event.deltaY / height }),
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
      if (image) change((view) => (view.zoom > 1 ? whole : zoomed(view, Math.max(2, actualSize(image)), at)));
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
