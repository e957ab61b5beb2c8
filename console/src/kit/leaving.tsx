import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTexts } from '../text/language.tsx';
import { Button } from './button.tsx';
import { askBy, hasChanges } from './changes.ts';
import { Dialog } from './dialog.tsx';
import { kitTexts } from './texts.ts';

/** Asks before a text or an edit is lost: by another screen, by what calls `leave`, and, as the browser does, by another page. */
export function LeaveGuard() {
  const texts = useTexts(kitTexts).leave;
  const [asked, setAsked] = useState<{ go: () => void; stay?: () => void }>();
  useEffect(() => askBy((go) => setAsked({ go })), []);
  useBlocker({
    // The same screen keeps its forms.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname &&
      hasChanges(document) &&
      new Promise<boolean>((block) => setAsked({ go: () => block(false), stay: () => block(true) })),
    enableBeforeUnload: () => hasChanges(document),
  });
  const answer = (act: (() => void) | undefined): unknown => [setAsked(undefined), act?.()];
  if (!asked) return null;
  return (
    <Dialog title={texts.title} onClose={() => answer(asked.stay)}>
      <p>{texts.text}</p>
      <div className="actions">
        <Button onClick={() => answer(asked.stay)}>{texts.stay}</Button>
        <Button look="danger" onClick={() => answer(asked.go)}>
          {texts.go}
        </Button>
      </div>
    </Dialog>
  );
}
