import { Button } from '../kit/button.tsx';
import { TextArea, TextField } from '../kit/fields.tsx';
import { Section } from '../kit/page.tsx';
import { Uploads, type useUploads } from '../kit/upload.tsx';
import { useTexts } from '../text/language.tsx';
import { newOrderTexts } from './texts.ts';

/** What was entered that stays when another product is chosen. */
export interface Brief {
  title: string;
  description: string;
  change: (to: { title?: string; description?: string }) => void;
  uploads: ReturnType<typeof useUploads>;
}

interface BriefProps {
  title: string;
  brief: Brief;
  template: string | null | undefined;
}

/** What the creatives are told. */
export function BriefFields({ title, brief, template }: BriefProps) {
  const texts = useTexts(newOrderTexts);
  const { description, change, uploads } = brief;
  const start = template != null && (
    <Button look="quiet" className={description === '' ? '' : 'gone'} onClick={() => change({ description: template })}>
      {texts.useTemplate}
    </Button>
  );
  return (
    <Section title={title} actions={start}>
      <TextField
        name="title"
        label={texts.name}
        required
        maxLength={255}
        value={brief.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        name="description"
        label={texts.description}
        hint={texts.descriptionHint}
        required
        rows={8}
        value={description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <Uploads label={texts.files} uploads={uploads} />
    </Section>
  );
}
