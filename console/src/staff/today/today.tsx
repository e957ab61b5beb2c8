import { frameTexts } from '../../app/texts.ts';
import { Page, Section } from '../../kit/page.tsx';
import { Empty, Failure, Loading } from '../../kit/states.tsx';
import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { useDisabledWebhooks, useFailedCharges, useUndeliveredMails, useUnrenderedDocuments } from './sections.tsx';
import { useLateContests, useLateDeliveries, useOrdersWithoutWorks, useRequests, useUnansweredMessages } from './orders.tsx';
import { todayTexts } from './texts.ts';
import type { Tasks } from './tasks.tsx';

/** The work that waits for our staff. All parts appear at once, so that nothing jumps; a failed read is shown in its own place. */
export function Today() {
  const { nothing } = useTexts(todayTexts);
  const sections = [
    ...[useRequests(), useUnansweredMessages(), useOrdersWithoutWorks(), useLateContests(), useLateDeliveries()],
    ...[useFailedCharges(), useUnrenderedDocuments(), useUndeliveredMails(), useDisabledWebhooks()],
  ];
  const openSections = sections.filter(({ query: { data } }) => data?.total_count !== 0);
  const lines = (
    <ul className="hint">
      {sections.map((section) => !openSections.includes(section) && <li key={section.texts.none}>{section.texts.none}</li>)}
    </ul>
  );
  return (
    <Page title={useTexts(frameTexts).today}>
      {sections.some(({ query }) => query.isLoading) ? (
        <Loading />
      ) : (
        <>
          {openSections.map((section) => (
            <TaskSection key={section.texts.none} {...section} />
          ))}
          {openSections.length === 0 ? <Empty title={nothing}>{lines}</Empty> : lines}
        </>
      )}
    </Page>
  );
}

function TaskSection({ query: { data, error }, texts: { title }, allLink, rows }: Tasks) {
  const { number } = useFormat();
  if (data === undefined)
    return (
      <Section title={title}>
        <Failure error={error} />
      </Section>
    );
  return (
    <Section title={`${title} (${number(data.total_count)})`} actions={data.total_count > data.items.length && allLink}>
      {rows}
    </Section>
  );
}
