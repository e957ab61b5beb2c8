import type { Project, WorkSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type KeyboardEvent } from 'react';
import { api, imageSource } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmButton, Dialog } from '../kit/dialog.tsx';
import { Badge } from '../kit/page.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useTexts } from '../text/language.tsx';
import { Comments } from './comments.tsx';
import { answers, can, isContest } from './step.ts';
import { orderTexts } from './texts.ts';

/** Only for our staff, which alone loads it. */
const WorkActions = lazy(() => import('./staff/works.tsx').then(({ WorkActions: component }) => ({ default: component })));

interface ZoomProps {
  project: Project;
  works: readonly WorkSummary[];
  /** The one that is shown. */
  work: WorkSummary;
  onZoom: (work: WorkSummary) => void;
  onClose: () => void;
}

/** A work as a whole. Arrow keys lead to its neighbours, but not while one writes. */
export function Zoom({ project, works, work, onZoom, onClose }: ZoomProps) {
  const texts = useTexts(orderTexts);
  const kit = useTexts(kitTexts);
  const session = useSession();
  const { gid } = work;
  const index = works.findIndex((one) => one.gid === gid);
  const isVaried = works.some(({ parent }) => parent?.gid === gid);
  const go = (by: 1 | -1): void => {
    const next = works[index + by];
    if (next) onZoom(next);
  };
  const onKeyDown = ({ key, target }: KeyboardEvent): void => {
    if ((target as Element).closest('form')) return;
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  };
  return (
    <Dialog title={texts.workOf(work.worker.full_name)} onClose={onClose}>
      <div className="zoom stack" onKeyDown={onKeyDown}>
        <div className="actions">
          <Button disabled={index === 0} onClick={() => go(-1)}>
            {kit.previous}
          </Button>
          <Button disabled={index === works.length - 1} onClick={() => go(1)}>
            {kit.next}
          </Button>
          {can(project, 'choose_winner') && answers(project, session) && (
            <ConfirmButton
              key={gid}
              look="main"
              {...texts.chooseWinner(work.worker.full_name)}
              act={() => api.updateProject(project.gid, { winner: { gid } }).then(onClose)}
            />
          )}
          {session.isAdmin && isContest(project) && (
            <Suspense>
              <WorkActions key={gid} {...{ project, work, isVaried }} onRemoved={onClose} />
            </Suspense>
          )}
          {work.won_at !== null && <Badge tone="good">{texts.winner}</Badge>}
          <Button look="quiet" onClick={onClose}>
            {kit.close}
          </Button>
        </div>
        <Whole key={gid} work={work} />
      </div>
    </Dialog>
  );
}

function Whole({ work: { gid, image, href } }: { work: WorkSummary }) {
  const { data: work } = useQuery({ queryKey: ['works', gid], queryFn: ({ signal }) => api.getWork(gid, { signal }) });
  return (
    <>
      {image !== null && <img className="whole" src={imageSource(image)} alt={work?.description ?? ''} />}
      {work?.description != null && <p className="prose">{work.description}</p>}
      {work?.content != null && <blockquote className="prose">{work.content}</blockquote>}
      <Comments uri={href} />
    </>
  );
}
