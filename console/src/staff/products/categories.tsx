import type { Category, CategorySummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useCategories } from '../../api/reads.ts';
import { DeleteButton, DialogButton } from '../../kit/dialog.tsx';
import { TextArea, TextField } from '../../kit/fields.tsx';
import { Form } from '../../kit/form.tsx';
import { Section } from '../../kit/page.tsx';
import { QueryView } from '../../kit/states.tsx';
import { Table } from '../../kit/list.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { productsTexts } from './texts.ts';

/** The categories in their order. */
export function Categories() {
  const texts = useTexts(productsTexts);
  const columns = [{ title: texts.title, cell: ({ title }: CategorySummary) => title }];
  const add = (
    <DialogButton label={texts.addCategory}>
      <CategoryForm />
    </DialogButton>
  );
  return (
    <Section title={texts.categories} actions={add}>
      <Table caption={texts.categories} columns={columns} items={useCategories()} actions={(one) => <Actions category={one} />} />
    </Section>
  );
}

function Actions({ category: { gid, title, is_removable } }: { category: CategorySummary }) {
  const { removeCategoryText } = useTexts(productsTexts);
  return (
    <>
      <DialogButton look="quiet" label={useTexts(kitTexts).edit} subject={title} title={title}>
        <EditCategory gid={gid} />
      </DialogButton>
      {is_removable && <DeleteButton isInRow name={title} text={removeCategoryText} act={() => api.deleteCategory(gid)} />}
    </>
  );
}

function EditCategory({ gid }: { gid: string }) {
  const category = useQuery({ queryKey: ['categories', gid], queryFn: ({ signal }) => api.getCategory(gid, { signal }) });
  return <QueryView query={category}>{(found) => <CategoryForm category={found} />}</QueryView>;
}

/** Changes a category, or adds one. */
function CategoryForm({ category }: { category?: Category }) {
  const texts = useTexts(productsTexts);
  return (
    <Form
      onSubmit={({ text, number }) => {
        const body = { title: text('title'), description: text('description') || null, weight: number('weight') ?? 0 };
        return category === undefined ? api.createCategory(body) : api.updateCategory(category.gid, body);
      }}
    >
      <TextField name="title" label={texts.title} required maxLength={255} defaultValue={category?.title} />
      <TextArea name="description" label={texts.description} defaultValue={category?.description ?? ''} />
      <TextField name="weight" label={texts.weight} hint={texts.weightHint} type="number" defaultValue={category?.weight ?? 0} />
    </Form>
  );
}
