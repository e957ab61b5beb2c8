import type { Project, Review as Given } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { FormButton } from '../kit/dialog.tsx';
import { SelectField, TextArea } from '../kit/fields.tsx';
import type { FormValues } from '../kit/form.tsx';
import { Facts, Section } from '../kit/page.tsx';
import { useTexts } from '../text/language.tsx';
import { isCustomerView, can } from './step.ts';
import { orderTexts } from './texts.ts';

const marks = ['quality', 'reactivity', 'communicativeness', 'work_with_again'] as const;

/** The customer's review of the creative, which is entered once and then shown. */
export function Review({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const { gid, winner, worker } = project;
  const reviews = useQuery({
    queryKey: ['reviews', gid],
    queryFn: ({ signal }) => api.listReviews({ where: (p) => p.project.gid.eq(gid) }, { signal }).then(({ items }) => items[0] ?? null),
  });
  const winning = useQuery({
    queryKey: ['works', winner?.gid],
    queryFn: ({ signal }) => api.getWork(winner!.gid, { signal }),
    enabled: winner !== null,
  });
  const reviewed = worker ?? winning.data?.worker;
  const mayReview = isCustomerView(project, useSession()) && can(project, 'review');
  if (reviews.data === undefined || reviewed === undefined || (reviews.data === null && !mayReview)) return null;
  const title = texts.review(reviewed.full_name);
  return (
    <Section title={title} actions={reviews.data === null && <ReviewButton title={title} project={gid} worker={reviewed.gid} />}>
      {reviews.data && <GivenReview review={reviews.data} />}
    </Section>
  );
}

function GivenReview({ review }: { review: Given }) {
  const texts = useTexts(orderTexts);
  return (
    <Facts
      entries={[...marks.map((mark) => [texts.marks[mark], texts.grades[review[mark] - 1]] as const), [texts.comment, review.comment]]}
    />
  );
}

function ReviewButton({ title, project, worker }: { title: string; project: string; worker: string }) {
  const texts = useTexts(orderTexts);
  const grades = texts.grades.map((name, index) => ({ value: index + 1, name }));
  const send = ({ number, text }: FormValues) => {
    const values = Object.fromEntries(marks.map((mark) => [mark, number(mark)])) as Record<(typeof marks)[number], number>;
    return api.createReview({ project: { gid: project }, worker: { gid: worker }, ...values, comment: text('comment') || null });
  };
  return (
    <FormButton label={texts.rate} title={title} submit={texts.sendReview} onSubmit={send}>
      <div className="fields">
        {marks.map((mark) => (
          <SelectField key={mark} name={mark} label={texts.marks[mark]} noneLabel="" options={grades} />
        ))}
      </div>
      <TextArea name="comment" label={texts.comment} rows={3} />
    </FormButton>
  );
}
