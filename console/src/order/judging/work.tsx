import type { Project, WorkMarkWrite } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../kit/button.tsx';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useAction } from '../../kit/use-action.ts';
import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { can, isCustomerView } from '../step.ts';
import type { ShowPicture } from './stage.tsx';
import { judgingTexts } from './texts.ts';
import { useWorkName, WorkBadges } from './tile.tsx';
import type { NumberedWork } from './works.ts';

/** Loaded for our staff only. */
const WorkActions = lazy(() => import('../staff/works.tsx').then(({ WorkActions: component }) => ({ default: component })));

interface JudgedWorkProps {
  project: Project;
  work: NumberedWork;
  /** A work with variations stays. */
  isVaried: boolean;
  /** Whether others stand beside it. */
  isCompared: boolean;
  picture: ShowPicture;
}

/** A work as it is judged: whose it is, its picture or its text, and what may be done with it. */
export function JudgedWork({ project, work, isVaried, isCompared, picture }: JudgedWorkProps) {
  const { time } = useFormat();
  const texts = useTexts(judgingTexts);
  const { labelFor } = useTexts(kitTexts);
  const name = useWorkName()(work);
  const { gid, image, created_at } = work;
  const { data } = useQuery({ queryKey: ['works', gid], queryFn: ({ signal }) => api.getWork(gid, { signal }) });
  const text = data?.content != null && <blockquote className="prose">{data.content}</blockquote>;
  return (
    <figure className="judged" aria-label={name}>
      {image === null ? (
        <div className="pane text" role="region" aria-label={labelFor(texts.text, name)} tabIndex={0}>
          {text}
        </div>
      ) : (
        picture(image, name)
      )}
      <figcaption>
        <p>
          {isCompared && <b>{name}</b>} <span className="hint">{time(created_at)}</span> <WorkBadges work={work} />
        </p>
        <WorkButtons project={project} work={work} isVaried={isVaried} isCompared={isCompared} />
        {data?.description != null && <p className="prose">{data.description}</p>}
        {image !== null && text}
      </figcaption>
    </figure>
  );
}

function WorkButtons({ project, work, isVaried, isCompared }: Omit<JudgedWorkProps, 'picture'>) {
  const texts = useTexts(judgingTexts);
  const { time } = useFormat();
  const session = useSession();
  const navigate = useNavigate();
  const name = useWorkName()(work);
  const { gid } = work;
  const toOrder = (): void => void navigate({ to: '/orders/$gid', params: { gid: project.gid } });
  return (
    <div className="actions">
      {can(project, 'mark_works') && <Marks work={work} subject={isCompared ? name : undefined} />}
      {can(project, 'choose_winner') && isCustomerView(project, session) && (
        <ConfirmButton
          look={isCompared ? 'plain' : 'main'}
          subject={isCompared ? name : undefined}
          {...texts.chooseWinner(name, time(work.created_at))}
          act={() => api.updateProject(project.gid, { winner: { gid } }).then(toOrder)}
        />
      )}
      {can(project, 'change_works') && (
        <Suspense>
          <WorkActions project={project} work={work} isVaried={isVaried} onRemoved={toOrder} />
        </Suspense>
      )}
    </div>
  );
}

const marks = ['shortlist', 'out'] as const satisfies readonly WorkMarkWrite[];

/** The marks of a work as buttons, of which one at most is pressed. */
function Marks({ work: { gid, mark }, subject }: { work: NumberedWork; subject: string | undefined }) {
  const texts = useTexts(judgingTexts);
  const { labelFor } = useTexts(kitTexts);
  const { run, isBusy } = useAction((next: WorkMarkWrite | null) => api.markWork(gid, { mark: next }));
  return marks.map((each) => (
    <Button
      key={each}
      aria-pressed={mark === each}
      aria-label={subject === undefined ? undefined : labelFor(texts.marks[each], subject)}
      // Not disabled, which would take the focus away.
      onClick={() => isBusy || run(mark === each ? null : each)}
    >
      {texts.marks[each]}
    </Button>
  ));
}
