import type { Project, WorkSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { useState, lazy, Suspense, type KeyboardEvent } from 'react';
import { api, imageSource } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmButton, Dialog } from '../kit/dialog.tsx';
import { TextArea } from '../kit/fields.tsx';
import { Form } from '../kit/form.tsx';
import { List } from '../kit/list.tsx';
import { Badge, Section } from '../kit/page.tsx';
import { QueryView } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { fullName } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { AuthoredText } from './messages.tsx';
import { New } from './seen.tsx';
import { isCustomerView, can } from './step.ts';
import { orderTexts } from './texts.ts';

/** The works of a contest; a click enlarges one. */
export function Works({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  return (
    <div id="works">
      <Section title={texts.works}>
        <List
          source={['works', project.gid]}
          read={(paging, options) =>
            api.listWorks({ where: (w) => w.project.gid.eq(project.gid), orderBy: 'created_at', sort: 'desc', ...paging }, options)
          }
          empty={<p className="hint">{texts.noWorks}</p>}
        >
          {(works) => <Tiles project={project} works={works} />}
        </List>
      </Section>
    </div>
  );
}

function Tiles({ project, works }: { project: Project; works: readonly WorkSummary[] }) {
  const [zoomed, setZoomed] = useState<WorkSummary>();
  return (
    <>
      <ul className="works">
        {works.map((work) => (
          <Tile key={work.gid} work={work} onZoom={() => setZoomed(work)} />
        ))}
      </ul>
      {zoomed && (
        <Zoom
          project={project}
          works={works}
          work={works.find(({ gid }) => gid === zoomed.gid) ?? zoomed}
          onZoom={setZoomed}
          onClose={() => setZoomed(undefined)}
        />
      )}
    </>
  );
}

function Tile({ work: { image, worker, won_at, parent, created_at }, onZoom }: { work: WorkSummary; onZoom: () => void }) {
  const texts = useTexts(orderTexts);
  const { isAdmin } = useSession();
  return (
    <li>
      <button type="button" className="stacked work" onClick={onZoom}>
        {image === null ? <span className="work-text">{texts.text}</span> : <img src={imageSource(image, 'thumb')} alt="" loading="lazy" />}
        <span>{texts.workOf(worker.full_name)}</span>
        {parent !== null && <span className="hint">{texts.variation}</span>}
        {!isAdmin && <New at={created_at} />}
        {won_at !== null && <Badge tone="good">{texts.winner}</Badge>}
      </button>
    </li>
  );
}

/** Loaded for our staff only. */
const WorkActions = lazy(() => import('./staff/works.tsx').then(({ WorkActions: component }) => ({ default: component })));

interface ZoomProps {
  project: Project;
  works: readonly WorkSummary[];
  /** The enlarged work. */
  work: WorkSummary;
  onZoom: (work: WorkSummary) => void;
  onClose: () => void;
}

/** An enlarged work. Arrow keys lead to its neighbors, except while the user types. */
function Zoom({ project, works, work, onZoom, onClose }: ZoomProps) {
  const texts = useTexts(orderTexts);
  const kit = useTexts(kitTexts);
  const session = useSession();
  const { gid } = work;
  const index = works.indexOf(work);
  const isVaried = works.some(({ parent }) => parent?.gid === gid);
  const zoomBy = (offset: 1 | -1): void => {
    const next = works[index + offset];
    if (next) onZoom(next);
  };
  const onKeyDown = ({ key, target }: KeyboardEvent): void => {
    if ((target as Element).closest('form')) return;
    if (key === 'ArrowLeft') zoomBy(-1);
    if (key === 'ArrowRight') zoomBy(1);
  };
  return (
    <Dialog title={texts.workOf(work.worker.full_name)} onClose={onClose}>
      <div className="zoom stack" onKeyDown={onKeyDown}>
        <div className="actions">
          <Button disabled={index <= 0} onClick={() => zoomBy(-1)}>
            {kit.previous}
          </Button>
          <Button disabled={index === works.length - 1} onClick={() => zoomBy(1)}>
            {kit.next}
          </Button>
          {can(project, 'choose_winner') && isCustomerView(project, session) && (
            <ConfirmButton
              key={gid}
              look="main"
              {...texts.chooseWinner(work.worker.full_name)}
              act={() => api.updateProject(project.gid, { winner: { gid } }).then(onClose)}
            />
          )}
          {can(project, 'change_works') && (
            <Suspense>
              <WorkActions key={gid} project={project} work={work} isVaried={isVaried} onRemoved={onClose} />
            </Suspense>
          )}
          {work.won_at !== null && <Badge tone="good">{texts.winner}</Badge>}
          <Button look="quiet" onClick={onClose}>
            {kit.close}
          </Button>
        </div>
        <EnlargedWork key={gid} work={work} mayComment={can(project, 'comment')} />
      </div>
    </Dialog>
  );
}

function EnlargedWork({ work: { gid, image: listedImage, href }, mayComment }: { work: WorkSummary; mayComment: boolean }) {
  const { data: work } = useQuery({ queryKey: ['works', gid], queryFn: ({ signal }) => api.getWork(gid, { signal }) });
  // The list does not change while a new image is sent from here.
  const { image } = work ?? { image: listedImage };
  return (
    <>
      {image !== null && <img className="whole" src={imageSource(image)} alt={work?.description ?? ''} />}
      {work?.description != null && <p className="prose">{work.description}</p>}
      {work?.content != null && <blockquote className="prose">{work.content}</blockquote>}
      <Comments uri={href} mayComment={mayComment} />
    </>
  );
}

/** The comments on a resource such as a work, newest last. */
function Comments({ uri, mayComment }: { uri: string; mayComment: boolean }) {
  const texts = useTexts(orderTexts);
  const comments = useQuery({
    queryKey: ['comments', uri],
    queryFn: ({ signal }) =>
      api.listComments({ where: (c) => c.uri.eq(uri), orderBy: 'created_at', sort: 'desc', limit: 100 }, { signal }).then(),
  });
  return (
    <>
      <h3>{texts.comments}</h3>
      <QueryView query={comments}>
        {({ items }) => (
          <ol className="facts">
            {items.toReversed().map(({ gid, user, created_at, message }) => (
              <AuthoredText key={gid} author={fullName(user)} time={created_at}>
                <p className="prose">{message}</p>
              </AuthoredText>
            ))}
          </ol>
        )}
      </QueryView>
      {mayComment && (
        <Form
          submit={texts.addComment}
          look="plain"
          isRepeated
          onSubmit={({ text }) => api.createComment({ uri, message: text('message') })}
        >
          <TextArea name="message" label={texts.comment} rows={2} required />
        </Form>
      )}
    </>
  );
}
