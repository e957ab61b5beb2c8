import type { Project, ProjectOptionsChoice } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { TextArea, TextField } from '../kit/fields.tsx';
import { Form, type Entered } from '../kit/form.tsx';
import { Section } from '../kit/page.tsx';
import { Shown } from '../kit/states.tsx';
import { Options } from '../options/options.tsx';
import { usePrice, type Price } from '../options/price.ts';
import { hasMarkup, htmlOf, textOfHtml } from '../text/html.ts';
import { useTexts } from '../text/language.tsx';
import { orderTexts } from './texts.ts';

/** A draft is edited in place. What its options cost stands beside them, and is approved with them. */
export function EditDraft({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const { gid, title, description, product, organization, options, quantity } = project;
  // Whoever wrote it with markup goes on with it.
  const [isHtml] = useState(hasMarkup(description));
  const [chosen, setChosen] = useState<ProjectOptionsChoice>({ due: options.due!, mode: options.mode!, skill: options.skill, quantity });
  const price = usePrice(organization.gid, product, chosen);
  const save = ({ text }: Entered): Promise<void> =>
    api.updateProject(gid, {
      title: text('title'),
      description: isHtml ? text('description') : htmlOf(text('description')),
      ...(product !== null && { options: chosen }),
      ...(price.data && { price: { amount: price.data.amount, currency: price.data.currency } }),
    });
  return (
    <Section title={texts.edit}>
      <Form isDisabled={price.isLoading} onSubmit={save}>
        <TextField name="title" label={texts.title} defaultValue={title} required maxLength={255} />
        <TextArea
          name="description"
          label={texts.description}
          defaultValue={isHtml ? description : textOfHtml(description)}
          required
          rows={8}
        />
        {product && <ProductOptions gid={product.gid} chosen={chosen} onChange={setChosen} price={price} />}
      </Form>
    </Section>
  );
}

interface ProductOptionsProps {
  gid: string;
  chosen: ProjectOptionsChoice;
  onChange: (chosen: ProjectOptionsChoice) => void;
  price: Price;
}

function ProductOptions({ gid, ...rest }: ProductOptionsProps) {
  const product = useQuery({ queryKey: ['products', gid], queryFn: ({ signal }) => api.getProduct(gid, { signal }) });
  return <Shown of={product}>{(found) => <Options product={found} {...rest} />}</Shown>;
}
