import { frameTexts } from '../../app/texts.ts';
import { Page, Section } from '../../kit/page.tsx';
import { Empty, Failure, Loading } from '../../kit/states.tsx';
import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { useDisabledWebhooks, useFailedCharges, useOrdersWithoutWorks, useRequests, useUndeliveredMails } from './sections.tsx';
import { todayTexts } from './texts.ts';
import type { Waiting } from './waiting.tsx';

/** The work that waits for our staff. All parts appear at once, so that nothing jumps; a failed read is shown in its own place. */
export function Today() {
  const { nothing } = useTexts(todayTexts);
  const sections = [useRequests(), useOrdersWithoutWorks(), useFailedCharges(), useUndeliveredMails(), useDisabledWebhooks()];
  const waiting = sections.filter(({ query: { data } }) => data?.total_count !== 0);
  const lines = (
    <ul className="hint">
      {sections.map((section) => !waiting.includes(section) && <li key={section.texts.none}>{section.texts.none}</li>)}
    </ul>
  );
  return (
    <Page title={useTexts(frameTexts).today}>
      {sections.some(({ query }) => query.isLoading) ? (
        <Loading />
      ) : (
        <>
          {waiting.map((section) => (
            <WaitingSection key={section.texts.none} {...section} />
          ))}
          {waiting.length === 0 ? <Empty title={nothing}>{lines}</Empty> : lines}
        </>
      )}
    </Page>
  );
}

function WaitingSection({ query: { data, error }, texts: { title }, all, rows }: Waiting) {
  const { number } = useFormat();
  if (data === undefined)
    return (
      <Section title={title}>
        <Failure error={error} />
      </Section>
    );
  return (
    <Section title={`${title} (${number(data.total_count)})`} actions={data.total_count > data.items.length && all}>
      {rows}
    </Section>
  );
}
