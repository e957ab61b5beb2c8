import type { Project } from '@partner-ordering/client';
import { useRef, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Section } from '../../kit/page.tsx';
import { QueryView } from '../../kit/states.tsx';
import { useTexts } from '../../text/language.tsx';
import { orderTexts } from '../texts.ts';
import { Composer } from './composer.tsx';
import { isProposal, linesOf, merged, PROPOSAL } from './entries.ts';
import { Line } from './line.tsx';
import { useTimeline } from './read.ts';

/** What happened with an order, the newest at the end, and the field for a message. */
export function Timeline({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const [pages, setPages] = useState(1);
  const timeline = useTimeline(project, pages);
  const log = useRef<HTMLDivElement>(null);
  const loadEarlier = (): void => {
    // The button leaves in the end.
    log.current?.focus({ preventScroll: true });
    setPages(pages + 1);
  };
  return (
    <Section title={texts.conversation}>
      <QueryView query={timeline}>
        {(sources, lines = linesOf(merged(sources)), proposal = lines.findLast(isProposal)) => (
          <div ref={log} className="log" role="log" aria-label={texts.conversation} tabIndex={0}>
            <div className="stack">
              {sources.some(({ hasEarlier }) => hasEarlier) && (
                <Button className="earlier" look="quiet" isBusy={timeline.isPlaceholderData} onClick={loadEarlier}>
                  {texts.earlier}
                </Button>
              )}
              <ol className="facts">
                {lines.map((line) => (
                  <Line key={line[0]!.item.gid} project={project} line={line} id={line === proposal ? PROPOSAL : line[0]!.item.gid} />
                ))}
              </ol>
            </div>
          </div>
        )}
      </QueryView>
      <Composer project={project} onSent={() => log.current?.scrollTo(0, 0)} />
    </Section>
  );
}
