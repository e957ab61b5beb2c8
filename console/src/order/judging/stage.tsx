import type { Image } from '@partner-ordering/client';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { imageSource } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { useTexts } from '../../text/language.tsx';
import { actualSize, useGestures, type Change } from './gestures.ts';
import { judgingTexts } from './texts.ts';
import { moved, whole, zoomed, type View } from './view.ts';

const STEP = 1.5;
/** The part of the pane by which an arrow moves. */
const MOVE = 0.15;
const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: MOVE, y: 0 },
  ArrowRight: { x: -MOVE, y: 0 },
  ArrowUp: { x: 0, y: MOVE },
  ArrowDown: { x: 0, y: -MOVE },
};

/** Puts a picture into the view of its stage. */
export type ShowPicture = (image: Image, name: string) => ReactNode;

interface StageProps {
  /** The pictures of another one are shown whole. */
  subject: string;
  /** Beside each other. */
  children: (picture: ShowPicture) => ReactNode;
}

/** Pictures beside each other, with the buttons and keys that zoom and move all of them at once. */
export function Stage({ subject, children }: StageProps) {
  const texts = useTexts(judgingTexts);
  const hint = useId();
  const panes = useRef<HTMLDivElement>(null);
  const [view, change] = useView(subject);
  const gestures = useGestures(view, change);
  const commands = commandsOf(change, panes);
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = view.zoom > 1 ? arrows[event.key] : undefined;
    const command = arrow ? () => change((before) => moved(before, arrow)) : commands[event.key];
    if (!command || event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    event.preventDefault();
    // Elsewhere the arrows lead to other works.
    event.stopPropagation();
    command();
  };
  const labels = { '0': texts.fit, '1': texts.actual, '-': '−', '+': '+' };
  const names: Readonly<Record<string, string>> = { '-': texts.smaller, '+': texts.larger };
  return (
    <div className="stage">
      <div className="actions">
        {Object.entries(labels).map(([key, label]) => (
          <Button key={key} aria-label={names[key]} aria-pressed={key === '0' ? view.zoom === 1 : undefined} onClick={commands[key]}>
            {label}
          </Button>
        ))}
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
            <Picture key={image.url} image={image} name={name} view={view} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** One view for all pictures, until another subject is shown. */
function useView(subject: string): [view: View, change: Change] {
  const [seen, setSeen] = useState({ subject, view: whole });
  const viewOf = (state: typeof seen): View => (state.subject === subject ? state.view : whole);
  return [viewOf(seen), (next) => setSeen((before) => ({ subject, view: next(viewOf(before)) }))];
}

/** What the keys and buttons do. */
function commandsOf(change: Change, panes: RefObject<HTMLElement | null>): Readonly<Record<string, () => void>> {
  const zoomBy = (factor: number) => (): void => change((before) => zoomed(before, factor));
  const showActual = (): void => {
    const image = panes.current?.querySelector<HTMLImageElement>('.pane img');
    if (image) change((before) => zoomed(before, actualSize(image) / before.zoom));
  };
  return { '0': () => change(() => whole), '1': showActual, '-': zoomBy(1 / STEP), '+': zoomBy(STEP), '=': zoomBy(STEP) };
}

/** A picture in the view; until it has arrived its thumbnail stands there. */
function Picture({ image, name, view: { zoom, x, y } }: { image: Image; name: string; view: View }) {
  const texts = useTexts(judgingTexts);
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading');
  if (state === 'broken') return <p className="wrong">{texts.broken}</p>;
  const transform = `translate(${(0.5 - x * zoom) * 100}%, ${(0.5 - y * zoom) * 100}%) scale(${zoom})`;
  return (
    <div className="layer" style={{ transform }}>
      <img
        className="checkered"
        src={imageSource(image)}
        alt={name}
        draggable={false}
        onLoad={() => setState('shown')}
        onError={() => setState('broken')}
      />
      {state === 'loading' && <img className="preview" src={imageSource(image, 'thumb')} alt="" />}
    </div>
  );
}
