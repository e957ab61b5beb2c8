import type { Notifications } from '@partner-ordering/client';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { Section } from '../kit/page.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { useTexts } from '../text/language.tsx';
import { profileTexts } from './texts.ts';

type Kind = keyof Notifications;
const forManagers: readonly Kind[] = ['project_approval_required'];

/** Which mails one gets: those of one's role. */
export function NotificationChoice() {
  const texts = useTexts(profileTexts);
  const { me, memberships } = useSession();
  const managesAny = memberships.some(({ is_manager }) => is_manager);
  const kinds = (Object.keys(texts.kinds) as Kind[]).filter((kind) => managesAny || !forManagers.includes(kind));
  return (
    <Section title={texts.notifications}>
      <div className="checks" role="group" aria-label={texts.notificationsText}>
        <p className="hint">{texts.notificationsText}</p>
        {kinds.map((kind) => (
          <KindCheck key={kind} kind={kind} isOn={me.notifications?.[kind] ?? false} />
        ))}
      </div>
    </Section>
  );
}

/** Saved at once; until the API has answered it shows what was chosen. */
function KindCheck({ kind, isOn }: { kind: Kind; isOn: boolean }) {
  const texts = useTexts(profileTexts);
  const [chosen, setChosen] = useState(isOn);
  const { run, isBusy } = useAction((value: boolean) => api.updateMe({ notifications: { [kind]: value } }), useTexts(kitTexts).saved);
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isBusy ? chosen : isOn}
        onChange={({ target }) => !isBusy && [setChosen(target.checked), run(target.checked)]}
      />
      {texts.kinds[kind]}
    </label>
  );
}
