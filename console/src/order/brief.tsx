import type { Project, ProjectOptionsChoice } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { productQuery } from '../api/reads.ts';
import { ConfirmButton, DialogButton } from '../kit/dialog.tsx';
import { TextArea, TextField } from '../kit/fields.tsx';
import { Files } from '../kit/files.tsx';
import { Form, type FormValues } from '../kit/form.tsx';
import { Section } from '../kit/page.tsx';
import { QueryView } from '../kit/states.tsx';
import { Uploads, useUploads } from '../kit/upload.tsx';
import { Options, usePrice, type OptionsProps } from '../options/options.tsx';
import { hasMarkup, htmlOf, textOfHtml } from '../text/html.ts';
import { useTexts } from '../text/language.tsx';
import { Prose } from './prose.tsx';
import { NewFile } from './seen.tsx';
import { can } from './step.ts';
import { orderTexts } from './texts.ts';

/** The brief of an order, with its files. */
export function Brief({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const { gid, description, brief_files } = project;
  const add = (
    <DialogButton label={texts.addFiles}>
      <AddFiles label={texts.addFiles} add={(file) => api.addBriefFile(gid, file)} />
    </DialogButton>
  );
  const mayRemove = can(project, 'remove_brief_files');
  const behindFile = ({ name, url }: { name: string; url: string }) => (
    <>
      <NewFile project={project} kind="brief" url={url} />
      {mayRemove && <ConfirmButton {...texts.removeFile(name)} look="quiet" act={() => api.removeBriefFile(gid, url)} />}
    </>
  );
  return (
    <Section title={texts.brief} actions={can(project, 'add_brief_files') && add}>
      <Prose html={description} />
      {brief_files.length > 0 && <Files files={brief_files} action={behindFile} />}
    </Section>
  );
}

/** Uploads files, which others see once the button is pressed. */
export function AddFiles({ label, add }: { label: string; add: (file: { url: string }) => Promise<unknown> }) {
  const texts = useTexts(orderTexts);
  const uploads = useUploads();
  return (
    <Form submit={label} isDisabled={uploads.files.length === 0 || !uploads.isDone} onSubmit={() => uploads.sendEach(add)}>
      <Uploads label={texts.files} uploads={uploads} />
    </Form>
  );
}

/** Edits a draft in place. The price of its options stands beside them and is approved with them. */
export function EditDraft({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const { gid, title, description, product, organization, options, quantity } = project;
  // A description with markup is edited as HTML.
  const [isHtml] = useState(hasMarkup(description));
  const [choice, setChoice] = useState({ ...options, quantity } as ProjectOptionsChoice);
  const price = usePrice(organization.gid, product, choice);
  const save = ({ text }: FormValues): Promise<void> =>
    api.updateProject(gid, {
      title: text('title'),
      description: isHtml ? text('description') : htmlOf(text('description')),
      ...(product !== null && { options: choice }),
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
        {product && <ProductOptions gid={product.gid} choice={choice} onChange={setChoice} price={price} />}
      </Form>
    </Section>
  );
}

function ProductOptions({ gid, ...rest }: Omit<OptionsProps, 'product'> & { gid: string }) {
  const product = useQuery(productQuery(gid));
  return <QueryView query={product}>{(found) => <Options product={found} {...rest} />}</QueryView>;
}
