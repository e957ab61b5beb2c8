import type { Project } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { TextArea } from '../kit/fields.tsx';
import { Form } from '../kit/form.tsx';
import { Section } from '../kit/page.tsx';
import { QueryView } from '../kit/states.tsx';
import { useTexts } from '../text/language.tsx';
import { Tile } from './judging/tile.tsx';
import { worksQuery } from './judging/works.ts';
import { CommentText } from './messages.tsx';
import { orderTexts } from './texts.ts';

/** The works of a contest, the newest first. Each leads to where it is judged. */
export function Works({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const works = useQuery(worksQuery(project.gid));
  return (
    <div id="works" tabIndex={-1}>
      <Section title={texts.works}>
        <QueryView query={works}>
          {(all) => (
            <>
              {all.length === 0 && <p className="hint">{texts.noWorks}</p>}
              <ul className="works">
                {all.map((work) => (
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

/** The comments on a resource such as a work, newest last. */
export function Comments({ uri, mayComment }: { uri: string; mayComment: boolean }) {
  const texts = useTexts(orderTexts);
  const comments = useQuery({
    queryKey: ['comments', uri],
    queryFn: ({ signal }) =>
      api.listComments({ where: (c) => c.uri.eq(uri), orderBy: 'created_at', sort: 'desc', limit: 100 }, { signal }).then(),
  });
  return (
    <Section title={texts.comments}>
      <QueryView query={comments}>
        {({ items }) => (
          <ol className="facts">
            {items.toReversed().map((comment) => (
              <CommentText key={comment.gid} comment={comment} />
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
    </Section>
  );
}
