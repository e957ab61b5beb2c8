import type { Project } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Page } from '../../kit/page.tsx';
import { QueryScreen, QueryView } from '../../kit/states.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { ordersTexts } from '../../orders/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { can } from '../step.ts';
import { Comments } from '../works.tsx';
import { AllWorks, MOST_COMPARED } from './all-works.tsx';
import { type ShownMark } from './search.ts';
import { Stage, type ShowPicture } from './stage.tsx';
import { judgingTexts } from './texts.ts';
import { useWorkName } from './tile.tsx';
import { JudgedWork } from './work.tsx';
import { neighborOf, versionsOf, worksQuery, type NumberedWork } from './works.ts';

const route = getRouteApi('/orders/$gid/works/$work');

/** One work of a contest, large and alone or beside others, with all that is judged with it. */
export function Judging() {
  const { gid, work } = route.useParams();
  const texts = useTexts(kitTexts);
  const project = useQuery({ queryKey: ['projects', gid], queryFn: ({ signal }) => api.getProject(gid, { signal }) });
  const all = useQuery(worksQuery(gid));
  return (
    <QueryScreen query={project}>
      {(read) => (
        <QueryView query={all}>
          {(works, judged = works.find((one) => one.gid === work)) =>
            judged ? (
              <JudgingPage project={read} works={works} judged={judged} />
            ) : (
              <Page title={texts.missing} breadcrumbs={<Breadcrumbs project={read} />}>
                {null}
              </Page>
            )
          }
        </QueryView>
      )}
    </QueryScreen>
  );
}

function Breadcrumbs({ project: { gid, title } }: { project: Project }) {
  return (
    <>
      <Link to="/orders">{useTexts(ordersTexts).title}</Link> ·{' '}
      <Link to="/orders/$gid" params={{ gid }}>
        {title}
      </Link>
    </>
  );
}

interface JudgingProps {
  project: Project;
  works: readonly NumberedWork[];
  judged: NumberedWork;
}

function JudgingPage({ project, works, judged }: JudgingProps) {
  const kit = useTexts(kitTexts);
  const nameOf = useWorkName();
  const { mark, shown, beside, show, compare, filter } = useJudging(works, judged);
  // Those beside stay there.
  const others = shown.filter((work) => !beside.includes(work));
  const [before, after] = [neighborOf(judged, others, -1), neighborOf(judged, others, 1)];
  useArrows({ ArrowLeft: before && (() => show(before)), ArrowRight: after && (() => show(after)) });
  const versions = versionsOf(judged, works);
  const compared = [judged, ...beside];
  const hasPictures = compared.some(({ image }) => image !== null);
  const each = (picture: ShowPicture) =>
    compared.map((work) => (
      <JudgedWork
        key={work.gid}
        project={project}
        work={work}
        isVaried={works.some(({ parent }) => parent?.gid === work.gid)}
        isCompared={beside.length > 0}
        picture={picture}
      />
    ));
  const actions = (
    <>
      <Button disabled={!before} onClick={() => before && show(before)}>
        {kit.previous}
      </Button>
      <Button disabled={!after} onClick={() => after && show(after)}>
        {kit.next}
      </Button>
    </>
  );
  return (
    <Page title={nameOf(judged)} breadcrumbs={<Breadcrumbs project={project} />} actions={actions}>
      <section className="section" aria-label={nameOf(judged)}>
        {versions.length > 1 && <Versions versions={versions} judged={judged} onChange={show} />}
        {hasPictures ? <Stage subject={versions[0]!.gid}>{each}</Stage> : <div className="panes">{each(() => null)}</div>}
      </section>
      <AllWorks project={project} shown={shown} judged={judged} beside={beside} mark={mark} onCompare={compare} onFilter={filter} />
      {/* What is typed there stays. */}
      <div hidden={beside.length > 0}>
        <Comments key={judged.gid} uri={judged.href} mayComment={can(project, 'comment')} />
      </div>
    </Page>
  );
}

/** What the address says of the works, and what changes it. The page stays where it is. */
function useJudging(works: readonly NumberedWork[], judged: NumberedWork) {
  const { mark, beside: gids = '' } = route.useSearch();
  const { gid } = route.useParams();
  const navigate = useNavigate();
  const beside = works.filter((work) => work !== judged && gids.split(',').includes(work.gid)).slice(0, MOST_COMPARED - 1);
  const go = (work: NumberedWork, others: readonly NumberedWork[], shownMark: ShownMark | undefined): void =>
    void navigate({
      to: '/orders/$gid/works/$work',
      params: { gid, work: work.gid },
      search: { mark: shownMark, beside: others.map((one) => one.gid).join(',') || undefined },
      replace: true,
      resetScroll: false,
    });
  return {
    mark,
    beside,
    shown: works.filter((work) => mark === undefined || mark === (work.mark ?? 'unmarked')),
    show: (work: NumberedWork) => go(work, beside, mark),
    compare: (others: readonly NumberedWork[]) => go(judged, others, mark),
    filter: (next: ShownMark | undefined) => go(judged, beside, next),
  };
}

/** Keys of the whole page, but where the reader types or chooses. */
function useArrows(commands: Readonly<Record<string, (() => void) | undefined>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = (event.target as Element).closest('input, select, textarea, dialog') !== null;
    if (isElsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    commands[event.key]?.();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

interface VersionsProps {
  versions: readonly NumberedWork[];
  judged: NumberedWork;
  onChange: (work: NumberedWork) => void;
}

/** Slides over a work and its variations, which are shown in the same view. */
function Versions({ versions, judged, onChange }: VersionsProps) {
  const texts = useTexts(judgingTexts);
  const nameOf = useWorkName();
  const index = versions.indexOf(judged);
  return (
    <label className="versions">
      <span>
        {texts.versions}{' '}
        <span className="hint">
          {index + 1} / {versions.length}
        </span>
      </span>
      <input
        type="range"
        min={0}
        max={versions.length - 1}
        value={index}
        aria-valuetext={nameOf(judged)}
        onChange={({ target }) => onChange(versions[target.valueAsNumber]!)}
      />
    </label>
  );
}
