import { upload } from '@partner-ordering/client';
import { useRef } from 'react';
import { api, imageSource } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { SelectField, TextField } from '../kit/fields.tsx';
import { Form } from '../kit/form.tsx';
import { Section } from '../kit/page.tsx';
import { useAction } from '../kit/use-action.ts';
import { useTexts } from '../text/language.tsx';
import { profileTexts } from './texts.ts';

const offered = ['en', 'fr'];

/** One's name, numbers, language and picture. */
export function About() {
  const texts = useTexts(profileTexts);
  const { me } = useSession();
  const locale = me.locale ?? 'en';
  const locales = [locale, ...offered.filter((language) => !locale.startsWith(language))];
  return (
    <Section title={texts.about}>
      <Picture />
      <Form
        submit={texts.save}
        done={texts.saved}
        onSubmit={({ text }) =>
          api.updateMe({
            firstname: text('firstname'),
            lastname: text('lastname'),
            phone: text('phone') || null,
            mobile: text('mobile') || null,
            locale: text('locale'),
          })
        }
      >
        <div className="names">
          <TextField name="firstname" label={texts.firstname} autoComplete="given-name" defaultValue={me.firstname} required />
          <TextField name="lastname" label={texts.lastname} autoComplete="family-name" defaultValue={me.lastname} required />
          <TextField name="phone" label={texts.phone} type="tel" autoComplete="tel" maxLength={64} defaultValue={me.phone ?? ''} />
          <TextField name="mobile" label={texts.mobile} type="tel" autoComplete="tel" maxLength={64} defaultValue={me.mobile ?? ''} />
        </div>
        <SelectField name="locale" label={texts.language} hint={texts.languageHint} defaultValue={locale}>
          {locales.map((value) => (
            <option key={value} value={value}>
              {nameOf(value)}
            </option>
          ))}
        </SelectField>
      </Form>
    </Section>
  );
}

/** `français (France)` of `fr_FR`: in the language itself, so that whoever speaks it finds it. */
function nameOf(locale: string): string {
  const tag = locale.replace('_', '-');
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? locale;
}

/** Changes as soon as a picture is chosen. */
function Picture() {
  const texts = useTexts(profileTexts);
  const { me } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const change = useAction(async (file: File | undefined) => {
    await api.updateMe({ avatar: file === undefined ? null : await upload(api, file) });
  }, texts.pictureSaved);
  return (
    <div className="picture">
      <img src={imageSource(me.avatar, 'thumb')} alt={texts.picture} width="72" height="72" />
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={texts.choosePicture}
        onChange={({ target }) => [target.files?.[0] && change.run(target.files[0]), (target.value = '')]}
      />
      <Button isBusy={change.isBusy} onClick={() => input.current?.click()}>
        {texts.choosePicture}
      </Button>
      <Button look="quiet" isBusy={change.isBusy} onClick={() => change.run(undefined)}>
        {texts.removePicture}
      </Button>
    </div>
  );
}
