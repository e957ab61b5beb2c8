import type { Project } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { Tile } from './judging/tile.tsx';
import { worksQuery } from './judging/works.ts';
import { Section } from '../kit/page.tsx';
import { QueryView } from '../kit/states.tsx';
import { useTexts } from '../text/language.tsx';
import { orderTexts } from './texts.ts';

/** The works of a contest, the newest first. Each leads to where it is judged. */
export function Works({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const works = useQuery(worksQuery(project.gid));
  return (
    <div id="works">
      <Section title={texts.works}>
        <QueryView query={works}>
          {(all) => (
            <>
              {all.length === 0 && <p className="hint">{texts.noWorks}</p>}
              <ul className="works">
                {all.toReversed().map((work) => (
                  <li key={work.gid}>
                    <Tile project={project} work={work} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </QueryView>
      </Section>
    </div>
  );
}
