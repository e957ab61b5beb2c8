import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { Form } from '../kit/form.tsx';
import { Section } from '../kit/page.tsx';
import { Picture } from '../kit/picture.tsx';
import { useTexts } from '../text/language.tsx';
import { PersonFields, personIn } from './person.tsx';
import { profileTexts } from './texts.ts';

/** One's name, numbers, language and picture. */
export function PersonalData() {
  const texts = useTexts(profileTexts);
  const { me } = useSession();
  return (
    <Section title={texts.about}>
      <Picture
        image={me.avatar}
        isRound
        name={texts.picture}
        choose={texts.choosePicture}
        remove={texts.removePicture}
        change={(avatar) => api.updateMe({ avatar })}
      />
      <Form onSubmit={({ changedValues }) => api.updateMe(changedValues(personIn))}>
        <PersonFields person={me} isSelf />
      </Form>
    </Section>
  );
}
