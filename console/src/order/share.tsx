import type { Project, ProjectShare } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { TextField } from '../kit/fields.tsx';
import { Form } from '../kit/form.tsx';
import { Shown } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { fullName } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { orderTexts } from './texts.ts';

/** Who else sees the order. */
export function Share({ project, onClose }: { project: Project; onClose: () => void }) {
  const { gid } = project;
  const texts = useTexts(orderTexts);
  const { close } = useTexts(kitTexts);
  const shares = useQuery({
    queryKey: ['shares', gid],
    queryFn: ({ signal }) => api.listShares(gid, { limit: 100 }, { signal }).then(),
  });
  return (
    <Dialog title={texts.share.title} onClose={onClose}>
      <p>{texts.share.text}</p>
      <Shown of={shares}>
        {({ items }) => (
          <ul className="shares">
            {items.map((share) => (
              <ShareLine key={share.gid} gid={gid} share={share} />
            ))}
          </ul>
        )}
      </Shown>
      <Form
        submit={texts.share.add}
        isRepeated
        onSubmit={({ text }) => api.shareProject(gid, { email: text('email') })}
        buttons={<Button onClick={onClose}>{close}</Button>}
      >
        <TextField name="email" label={texts.share.email} type="email" required />
      </Form>
    </Dialog>
  );
}

function ShareLine({ gid, share: { user } }: { gid: string; share: ProjectShare }) {
  const texts = useTexts(orderTexts);
  const { run, isBusy } = useAction(() => api.unshareProject(gid, user.gid), texts.share.removed);
  const name = fullName(user);
  return (
    <li>
      {name}
      <Button look="quiet" isBusy={isBusy} aria-label={texts.share.removeOf(name)} onClick={() => run()}>
        {texts.share.remove}
      </Button>
    </li>
  );
}
