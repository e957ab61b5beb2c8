import type { Image } from '@partner-ordering/client';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { imageSource } from '../api/client.ts';
import { Button } from '../kit/button.tsx';
import { useTexts } from '../text/language.tsx';
import { actualSize, useGestures } from './gestures.ts';
import { judgingTexts } from './texts.ts';
import { moved, WHOLE, zoomed, type View } from './view.ts';

const STEP = 1.5;
/** The part of the pane by which an arrow moves. */
const MOVE = 0.15;
const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: MOVE, y: 0 },
  ArrowRight: { x: -MOVE, y: 0 },
  ArrowUp: { x: 0, y: MOVE },
  ArrowDown: { x: 0, y: -MOVE },
};

interface StageProps {
  /** The pictures of another one are shown whole. */
  subject: string;
  /** Beside each other. `picture` puts one into this view. */
  children: (picture: (image: Image, name: string) => ReactNode) => ReactNode;
}

/** Pictures beside each other, with the buttons and keys that zoom and move all of them at once. */
export function Stage({ subject, children }: StageProps) {
  const texts = useTexts(judgingTexts);
  const hint = useId();
  const panes = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ subject, view: WHOLE });
  const viewOf = (state: typeof seen): View => (state.subject === subject ? state.view : WHOLE);
  const view = viewOf(seen);
  const change = (next: (before: View) => View): void => setSeen((before) => ({ subject, view: next(viewOf(before)) }));
  const gestures = useGestures(view, change);
  const zoomBy = (factor: number) => (): void => change((before) => zoomed(before, factor));
  const showActual = (): void => {
    const image = panes.current?.querySelector<HTMLImageElement>('.pane img');
    if (image) change((before) => zoomed(before, actualSize(image) / before.zoom));
  };
  const fit = (): void => change(() => WHOLE);
  const commands: Readonly<Record<string, () => void>> = {
    '+': zoomBy(STEP),
    '=': zoomBy(STEP),
    '-': zoomBy(1 / STEP),
    '0': fit,
    '1': showActual,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = view.zoom > 1 ? arrows[event.key] : undefined;
    const command = arrow ? () => change((before) => moved(before, arrow)) : commands[event.key];
    if (!command || event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    event.preventDefault();
    // Elsewhere the arrows lead to other works.
    event.stopPropagation();
    command();
  };
  return (
    <div className="stage">
      <div className="actions">
        <Button aria-pressed={view.zoom === 1} onClick={fit}>
          {texts.fit}
        </Button>
        <Button onClick={showActual}>{texts.actual}</Button>
        <Button aria-label={texts.smaller} onClick={zoomBy(1 / STEP)}>
          −
        </Button>
        <Button aria-label={texts.larger} onClick={zoomBy(STEP)}>
          +
        </Button>
        <span id={hint} className="hint">
          {texts.keys}
        </span>
      </div>
      <div
        ref={panes}
        className="panes"
        role="group"
        tabIndex={0}
        aria-label={texts.pictures}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
      >
        {children((image, name) => (
          <div className={view.zoom > 1 ? 'pane zoomed' : 'pane'} {...gestures}>
            <Picture key={image.url} source={imageSource(image)} name={name} view={view} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Picture({ source, name, view: { zoom, x, y } }: { source: string; name: string; view: View }) {
  const texts = useTexts(judgingTexts);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <p className="wrong">{texts.broken}</p>;
  const transform = `translate(${(0.5 - x * zoom) * 100}%, ${(0.5 - y * zoom) * 100}%) scale(${zoom})`;
  return (
    <div className="layer" style={{ transform }}>
      <img className="checkered" src={source} alt={name} draggable={false} onError={() => setBroken(true)} />
    </div>
  );
}
