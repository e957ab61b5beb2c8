import type { Project, ProjectShare } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { api } from '../api/client.ts';
import { sharesQuery } from '../api/reads.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { leave } from '../kit/changes.ts';
import { ConfirmButton, DialogButton, HoldContext, useHeld } from '../kit/dialog.tsx';
import { TextField } from '../kit/fields.tsx';
import { Files } from '../kit/files.tsx';
import { CloseContext, Form } from '../kit/form.tsx';
import { Page, Section } from '../kit/page.tsx';
import { Loading, QueryView, QueryScreen } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { OrderStatus } from '../orders/status.tsx';
import { ordersTexts } from '../orders/texts.ts';
import { fullName } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { Brief, EditDraft } from './brief.tsx';
import { OrderFacts } from './facts.tsx';
import { nextTexts } from './next-texts.ts';
import { NextStep } from './next.tsx';
import './order.css';
import { Review } from './review.tsx';
import { NewFile, Visit } from './seen.tsx';
import { isCustomerView, can, isFinished } from './step.ts';
import { orderTexts } from './texts.ts';
import { Timeline } from './timeline/timeline.tsx';
import { Works } from './works.tsx';

const route = getRouteApi('/orders/$gid');

/** One order: what is next, what was asked for, and what came of it. */
export function OrderScreen() {
  const { gid } = route.useParams();
  const project = useQuery({ queryKey: ['projects', gid], queryFn: ({ signal }) => api.getProject(gid, { signal }) });
  return (
    <Suspense fallback={<Loading />}>
      <QueryScreen query={project}>
        {(read) => (
          <Visit key={gid} project={read}>
            <HeldOrder project={read} />
          </Visit>
        )}
      </QueryScreen>
    </Suspense>
  );
}

/** What is entered in a dialog stays when somebody else takes the step, or cancels the order. */
function HeldOrder({ project: read }: { project: Project }) {
  const [project, hold] = useHeld(read);
  return (
    <HoldContext value={hold}>
      <OrderPage project={project} />
    </HoldContext>
  );
}

function OrderPage({ project }: { project: Project }) {
  const [isEdited, setEdited] = useState(false);
  const { title, short_code, state } = project;
  const breadcrumbs = (
    <>
      <Link to="/orders">{useTexts(ordersTexts).title}</Link> · {short_code} <OrderStatus order={project} />
    </>
  );
  const isOrdered = state === 'published';
  const timeline = <Timeline project={project} />;
  const editForm = (
    <CloseContext value={() => setEdited(false)}>
      <EditDraft project={project} />
    </CloseContext>
  );
  const isContest = project.options.mode === 'multi';
  return (
    <Page title={title} breadcrumbs={breadcrumbs} actions={!isEdited && <MoreActions project={project} onEdit={() => setEdited(true)} />}>
      {!isEdited && <NextStep project={project} />}
      {isOrdered && isContest && <Works project={project} />}
      <div className="columns">
        <div className="stack">
          {isFinished(project) && <Result project={project} />}
          {!isContest && timeline}
          {isEdited ? editForm : <Brief project={project} />}
          {isContest && timeline}
        </div>
        <OrderFacts project={project} />
      </div>
    </Page>
  );
}

/** The actions beside the next step. */
function MoreActions({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const { edit } = useTexts(kitTexts);
  const texts = useTexts(nextTexts);
  const session = useSession();
  const navigate = useNavigate();
  const { gid, organization } = project;
  const remove = async (): Promise<void> => {
    await api.deleteProject(gid);
    await navigate({ to: '/orders', replace: true });
  };
  return (
    <>
      {!isCustomerView(project, session) && (
        <Button look="quiet" onClick={() => leave(document, () => void session.act(organization.gid))}>
          {texts.actFor(organization.name)}
        </Button>
      )}
      {can(project, 'edit') && <Button onClick={onEdit}>{edit}</Button>}
      {can(project, 'share') && (
        <DialogButton label={texts.share} title={texts.shareTitle}>
          <Share gid={gid} />
        </DialogButton>
      )}
      {can(project, 'cancel') && <ConfirmButton {...texts.cancel} act={() => api.updateProject(gid, { status: 'canceled' })} />}
      {can(project, 'delete') && <ConfirmButton {...texts.remove} act={remove} />}
    </>
  );
}

/** The people who see the order besides its organization. */
function Share({ gid }: { gid: string }) {
  const texts = useTexts(orderTexts).share;
  const shares = useQuery(sharesQuery(gid));
  return (
    <>
      <p>{texts.text}</p>
      <QueryView query={shares}>
        {({ items }) => (
          <ul className="files">
            {items.map((share) => (
              <ShareLine key={share.gid} gid={gid} share={share} />
            ))}
          </ul>
        )}
      </QueryView>
      <Form submit={texts.add} isRepeated onSubmit={({ text }) => api.shareProject(gid, { email: text('email') })}>
        <TextField name="email" label={texts.email} type="email" required />
      </Form>
    </>
  );
}

function ShareLine({ gid, share: { user } }: { gid: string; share: ProjectShare }) {
  const { remove } = useTexts(orderTexts).share;
  const { labelFor, done } = useTexts(kitTexts);
  const { run, isBusy } = useAction(() => api.unshareProject(gid, user.gid), done);
  const name = fullName(user);
  return (
    <li>
      {name}
      <Button look="quiet" isBusy={isBusy} aria-label={labelFor(remove, name)} onClick={() => run()}>
        {remove}
      </Button>
    </li>
  );
}

function Result({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  return (
    <>
      <Section title={texts.result}>
        {project.source_files.length > 0 ? (
          <Files files={project.source_files} action={({ url }) => <NewFile project={project} kind="source" url={url} />} />
        ) : (
          <p className="hint">{texts.noResult}</p>
        )}
      </Section>
      <Review project={project} />
    </>
  );
}
