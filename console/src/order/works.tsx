import type { Project, WorkSummary } from '@partner-ordering/client';
import { useState } from 'react';
import { api, imageSource } from '../api/client.ts';
import { List } from '../kit/list.tsx';
import { Badge, Section } from '../kit/page.tsx';
import { useTexts } from '../text/language.tsx';
import { orderTexts } from './texts.ts';
import { Zoom } from './zoom.tsx';

/** The works of a contest; a press shows one as a whole. */
export function Works({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const [zoomed, setZoomed] = useState<WorkSummary>();
  return (
    <div id="works">
      <Section title={texts.works}>
        <List
          of={['works', project.gid]}
          read={(paging, options) =>
            api.listWorks({ where: (w) => w.project.gid.eq(project.gid), orderBy: 'created_at', sort: 'desc', ...paging }, options)
          }
          empty={<p className="hint">{texts.noWorks}</p>}
        >
          {(items) => (
            <>
              <ul className="works">
                {items.map((work) => (
                  <WorkTile key={work.gid} work={work} onZoom={() => setZoomed(work)} />
                ))}
              </ul>
              {zoomed && (
                <Zoom
                  project={project}
                  works={withZoomed(items, zoomed)}
                  work={items.find(({ gid }) => gid === zoomed.gid) ?? zoomed}
                  onZoom={setZoomed}
                  onClose={() => setZoomed(undefined)}
                />
              )}
            </>
          )}
        </List>
      </Section>
    </div>
  );
}

/** New works may push it to the next page meanwhile. */
const withZoomed = (items: readonly WorkSummary[], zoomed: WorkSummary): readonly WorkSummary[] =>
  items.some(({ gid }) => gid === zoomed.gid) ? items : [zoomed, ...items];

function WorkTile({ work: { image, worker, won_at, parent }, onZoom }: { work: WorkSummary; onZoom: () => void }) {
  const texts = useTexts(orderTexts);
  return (
    <li>
      <button type="button" className="work" onClick={onZoom}>
        {image === null ? <span className="work-text">{texts.text}</span> : <img src={imageSource(image, 'thumb')} alt="" loading="lazy" />}
        <span>{texts.workOf(worker.full_name)}</span>
        {parent !== null && <span className="hint">{texts.variation}</span>}
        {won_at !== null && <Badge tone="good">{texts.winner}</Badge>}
      </button>
    </li>
  );
}
