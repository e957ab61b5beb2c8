import { isolating } from '@partner-ordering/kernel/plain-text';
import type { Language, Texts } from './language.tsx';

type Both<Text> = Readonly<Record<Language, Text>>;
type Group = { readonly [name: string]: Both<unknown> | Group };
type Spoken<Shape> = { [Name in keyof Shape]: Shape[Name] extends Both<infer Text> ? Text : Spoken<Shape[Name]> };

/** A text in English and in French; one that depends on something is a function; the English one has the types of its parameters. */
export const both = <Text>(en: Text, fr: NoInfer<Text>): Both<Text> => ({ en, fr });

/** The texts of a screen, each made by `both`, in groups where they belong together. Names that they say are isolated. */
export const bilingual = <Shape extends Group>(texts: Shape): Texts<Spoken<Shape>> => ({
  en: isolating(spoken(texts, 'en')) as Spoken<Shape>,
  fr: isolating(spoken(texts, 'fr')) as Spoken<Shape>,
});

const spoken = (texts: Group, language: Language): object =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, 'fr' in text ? text[language] : spoken(text, language)]));
