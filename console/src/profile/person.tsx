import type { User } from '@partner-ordering/client';
import { SelectField, TextField } from '../kit/fields.tsx';
import type { FormValues } from '../kit/form.tsx';
import { useTexts } from '../text/language.tsx';
import { profileTexts } from './texts.ts';

const languages = ['en', 'fr'];

interface PersonProps {
  person: Partial<Pick<User, 'firstname' | 'lastname' | 'phone' | 'mobile' | 'locale'>>;
  /** Whether users enter their own data, which the browser may fill in. */
  isSelf?: boolean;
}

/** Asks for a person's name, numbers and language. */
export function PersonFields({ person: { firstname, lastname, phone, mobile, locale = 'en' }, isSelf = false }: PersonProps) {
  const texts = useTexts(profileTexts);
  const locales = [locale, ...languages.filter((language) => !locale.startsWith(language))];
  const fill = (autoComplete: string) => ({ autoComplete: isSelf ? autoComplete : 'off' });
  return (
    <>
      <div className="fields">
        <TextField name="firstname" label={texts.firstname} {...fill('given-name')} defaultValue={firstname} required />
        <TextField name="lastname" label={texts.lastname} {...fill('family-name')} defaultValue={lastname} required />
        <TextField name="phone" label={texts.phone} type="tel" {...fill('tel')} maxLength={64} defaultValue={phone ?? ''} />
        <TextField name="mobile" label={texts.mobile} type="tel" {...fill('tel')} maxLength={64} defaultValue={mobile ?? ''} />
      </div>
      <SelectField
        name="locale"
        label={texts.language}
        hint={texts.languageHint}
        defaultValue={locale}
        options={locales.map((value) => ({ value, name: nameOf(value) }))}
      />
    </>
  );
}

/** The values entered in `PersonFields`. */
export const personIn = ({ text }: FormValues) => ({
  firstname: text('firstname'),
  lastname: text('lastname'),
  phone: text('phone') || null,
  mobile: text('mobile') || null,
  locale: text('locale'),
});

/** `Français (France)` for `fr_FR`: in the language itself, so that its speakers find it. */
function nameOf(locale: string): string {
  const tag = locale.replace('_', '-');
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? locale;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
