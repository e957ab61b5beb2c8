import type { Project } from '@partner-ordering/client';
import { useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Section } from '../../kit/page.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { can } from '../step.ts';
import { orderTexts } from '../texts.ts';
import { shownMarks, type ShownMark } from './search.ts';
import { judgingTexts } from './texts.ts';
import { Tile, useWorkName } from './tile.tsx';
import type { NumberedWork } from './works.ts';

/** The most works that stand beside each other. */
export const MOST_COMPARED = 4;

interface AllWorksProps {
  project: Project;
  judged: NumberedWork;
  mark: ShownMark | undefined;
  shown: readonly NumberedWork[];
  beside: readonly NumberedWork[];
  onCompare: (works: readonly NumberedWork[]) => void;
  onFilter: (mark: ShownMark | undefined) => void;
}

/** The works to choose from: one to look at, and others to put beside it. */
export function AllWorks({ project, shown, judged, beside, mark, onCompare, onFilter }: AllWorksProps) {
  const texts = useTexts(judgingTexts);
  const { labelFor } = useTexts(kitTexts);
  const nameOf = useWorkName();
  const options = shownMarks.map((value) => ({ value, name: texts.marks[value] }));
  const list = useRef<HTMLUListElement>(null);
  const stop = (): void => {
    // The button leaves.
    list.current?.querySelector<HTMLElement>('[aria-current] a')?.focus({ preventScroll: true });
    onCompare([]);
  };
  const actions = (
    <div className="actions">
      {beside.length > 0 && <Button onClick={stop}>{texts.alone}</Button>}
      {can(project, 'mark_works') && <Choice label={texts.show} value={mark} onChange={onFilter} noneLabel={texts.all} options={options} />}
    </div>
  );
  return (
    <Section title={useTexts(orderTexts).works} actions={actions}>
      {shown.length === 0 && <p className="hint">{texts.noneShown}</p>}
      <ul ref={list} className="works small">
        {shown.map((work) => (
          <li key={work.gid} className="stacked" aria-current={work === judged || undefined}>
            <Tile project={project} work={work} />
            {work !== judged && (
              <label className="check">
                <input
                  type="checkbox"
                  checked={beside.includes(work)}
                  disabled={!beside.includes(work) && beside.length >= MOST_COMPARED - 1}
                  aria-label={labelFor(texts.compare, nameOf(work))}
                  onChange={({ target }) => onCompare(target.checked ? [...beside, work] : beside.filter((one) => one !== work))}
                />
                {texts.compare}
              </label>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
