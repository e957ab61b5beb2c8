import type { Project } from '@partner-ordering/client';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { TextArea } from '../../kit/fields.tsx';
import { Form } from '../../kit/form.tsx';
import { Attach, DropArea, UploadLines, useUploads } from '../../kit/upload.tsx';
import { useTexts } from '../../text/language.tsx';
import { can, isFinished } from '../step.ts';
import { orderTexts } from '../texts.ts';

/** The field for a message, with files. It stays while somebody writes, also on a canceled order; on a finished one a button opens it. */
export function Composer({ project, onSent }: { project: Project; onSent: () => void }) {
  const texts = useTexts(orderTexts);
  const uploads = useUploads();
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && !can(project, 'message')) return null;
  if (isFinished(project) && !isUsed && uploads.files.length === 0)
    return (
      <div className="actions">
        <Button onClick={() => setUsed(true)}>{texts.write}</Button>
      </div>
    );
  return (
    <DropArea uploads={uploads}>
      <Form
        submit={texts.send}
        look="plain"
        isRepeated
        isDisabled={!uploads.isDone}
        buttons={<Attach label={texts.attach} uploads={uploads} />}
        onDone={() => [uploads.clear(), setUsed(isFinished(project)), onSent()]}
        onSubmit={({ text }) => api.createMessage(project.gid, { message: text('message'), attached_files: uploads.attached })}
      >
        <TextArea
          name="message"
          label={texts.message}
          rows={3}
          required
          autoFocus={isUsed}
          onInput={() => setUsed(true)}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) =>
            key === 'Enter' && (ctrlKey || metaKey) && uploads.isDone && currentTarget.form?.requestSubmit()
          }
        />
        <UploadLines uploads={uploads} />
      </Form>
    </DropArea>
  );
}
