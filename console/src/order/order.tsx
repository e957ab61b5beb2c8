import type { Project } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { Files } from '../kit/files.tsx';
import { CloseContext } from '../kit/form.tsx';
import { Page, Section } from '../kit/page.tsx';
import { Loading, ShownScreen } from '../kit/states.tsx';
import { OrderStatus } from '../orders/status.tsx';
import { ordersTexts } from '../orders/texts.ts';
import { useTexts } from '../text/language.tsx';
import { Brief } from './brief.tsx';
import { EditDraft } from './edit.tsx';
import { OrderFacts, Timeline } from './facts.tsx';
import { Conversation } from './messages.tsx';
import { MoreActions, NextStep } from './next.tsx';
import './order.css';
import { Review } from './review.tsx';
import { isFinished, actsAsOwner } from './step.ts';
import { orderTexts } from './texts.ts';
import { Works } from './works.tsx';

const route = getRouteApi('/orders/$gid');

/** One order: what is next, what was asked for, and what came of it. */
export function OrderScreen() {
  const { gid } = route.useParams();
  return <Order key={gid} gid={gid} />;
}

function Order({ gid }: { gid: string }) {
  const project = useQuery({ queryKey: ['projects', gid], queryFn: ({ signal }) => api.getProject(gid, { signal }) });
  return (
    <Suspense fallback={<Loading />}>
      <ShownScreen of={project}>{(read) => <OrderPage project={read} />}</ShownScreen>
    </Suspense>
  );
}

function OrderPage({ project }: { project: Project }) {
  const [isEdited, setEdited] = useState(false);
  const { title, short_code, state } = project;
  const above = (
    <>
      <Link to="/orders">{useTexts(ordersTexts).title}</Link> · {short_code} <OrderStatus of={project} />
    </>
  );
  const isOrdered = state === 'published';
  const talks = <Conversation project={project} />;
  const edited = (
    <CloseContext value={() => setEdited(false)}>
      <EditDraft project={project} />
    </CloseContext>
  );
  const isContest = project.options.mode === 'multi';
  return (
    <Page title={title} above={above} actions={!isEdited && <MoreActions project={project} onEdit={() => setEdited(true)} />}>
      {!isEdited && <NextStep project={project} />}
      <div className="columns">
        <div className="stack">
          {isOrdered && isContest && <Works project={project} />}
          {isFinished(project) && <Result project={project} />}
          {!isContest && talks}
          {isEdited ? edited : <Brief project={project} />}
          {isContest && talks}
        </div>
        <div className="stack">
          <OrderFacts project={project} />
          <Timeline project={project} />
        </div>
      </div>
    </Page>
  );
}

function Result({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const session = useSession();
  return (
    <>
      <Section title={texts.result}>
        {project.source_files.length > 0 ? <Files files={project.source_files} /> : <p className="hint">{texts.noResult}</p>}
      </Section>
      {actsAsOwner(project, session) && <Review project={project} />}
    </>
  );
}
