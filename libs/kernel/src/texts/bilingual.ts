import { isolating } from './plain-text.ts';
import { languages, type Both, type Language } from './both.ts';

type Group = { readonly [name: string]: Both<unknown> | Group };
type InOneLanguage<Shape> = { readonly [Name in keyof Shape]: Shape[Name] extends Both<infer Text> ? Text : InOneLanguage<Shape[Name]> };

/** Texts, each made by `both`, in groups where they belong together. Names that they say are isolated. */
export const bilingual = <Shape extends Group>(texts: Shape): Both<InOneLanguage<Shape>> =>
  Object.fromEntries(languages.map((language) => [language, isolating(inOneLanguage(texts, language))])) as Both<InOneLanguage<Shape>>;

const inOneLanguage = (texts: Group, language: Language): object =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, 'fr' in text ? text[language] : inOneLanguage(text, language)]));
