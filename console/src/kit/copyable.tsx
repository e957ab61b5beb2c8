import { useTexts } from '../text/language.tsx';
import { Button } from './button.tsx';
import { kitTexts } from './texts.ts';
import { useToast } from './toast.tsx';

/** A text to be copied elsewhere, such as a secret. */
export function Copyable({ name, value }: { name: string; value: string }) {
  const texts = useTexts(kitTexts);
  const toast = useToast();
  const copy = (): void =>
    void navigator.clipboard.writeText(value).then(
      () => toast(texts.copied),
      () => toast(texts.failed, 'wrong'),
    );
  return (
    <div className="stacked copyable">
      <pre className="code" aria-label={name}>
        {value}
      </pre>
      <Button look="quiet" aria-label={texts.labelFor(texts.copy, name)} onClick={copy}>
        {texts.copy}
      </Button>
    </div>
  );
}
