import type { Project, WorkSummary } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import { imageSource } from '../../api/client.ts';
import { useSession } from '../../app/session.tsx';
import { Badge } from '../../kit/page.tsx';
import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { textFor } from '../../text/values.ts';
import { New } from '../seen.tsx';
import './judging.css';
import { judgingTexts } from './texts.ts';
import type { NumberedWork } from './works.ts';

/** The name of a work: it tells two of one person apart. */
export function useWorkName(): (work: NumberedWork) => string {
  const texts = useTexts(judgingTexts);
  return ({ number, worker }) => texts.work(number, worker.full_name);
}

/** A work, small and whole, which leads to where it is judged. */
export function Tile({ project, work }: { project: Project; work: NumberedWork }) {
  const texts = useTexts(judgingTexts);
  const { time } = useFormat();
  const nameOf = useWorkName();
  const { isAdmin } = useSession();
  const { gid, image, created_at, mark } = work;
  return (
    <Link
      to="/orders/$gid/works/$work"
      params={{ gid: project.gid, work: gid }}
      search={({ mark, beside }) => ({ mark, beside })}
      className="stacked work"
    >
      <span className="thumb" aria-hidden="true">
        {image === null ? texts.text : <img className="checkered" src={imageSource(image, 'thumb')} alt="" loading="lazy" />}
      </span>
      <span>{nameOf(work)}</span>
      <span className="hint">{time(created_at)}</span>
      <WorkBadges work={work} />
      {!isAdmin && <New at={created_at} />}
      {mark !== null && <Badge tone={mark === 'shortlist' ? 'calm' : 'waits'}>{textFor(texts.marks, mark)}</Badge>}
    </Link>
  );
}

/** What is to be known of a work besides its name. */
export function WorkBadges({ work: { parent, won_at } }: { work: WorkSummary }) {
  const texts = useTexts(judgingTexts);
  return (
    <>
      {parent !== null && <span className="hint">{texts.variation}</span>}
      {won_at !== null && <Badge tone="good">{texts.winner}</Badge>}
    </>
  );
}
