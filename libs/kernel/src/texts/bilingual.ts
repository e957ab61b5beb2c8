import { isolating } from './plain-text.ts';
import { languages, type Both, type Language } from './both.ts';

type Group = { readonly [name: string]: Both<unknown> | Group };
type Spoken<Shape> = { readonly [Name in keyof Shape]: Shape[Name] extends Both<infer Text> ? Text : Spoken<Shape[Name]> };

/** Texts, each made by `both`, in groups where they belong together. Names that they say are isolated. */
export const bilingual = <Shape extends Group>(texts: Shape): Both<Spoken<Shape>> =>
  Object.fromEntries(languages.map((language) => [language, isolating(spoken(texts, language))])) as Both<Spoken<Shape>>;

const spoken = (texts: Group, language: Language): object =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, 'fr' in text ? text[language] : spoken(text, language)]));
