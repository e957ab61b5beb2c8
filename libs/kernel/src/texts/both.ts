/** The languages of the house; the first is for all who read none of them. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** A text in each language. */
export type Both<Text> = Readonly<Record<Language, Text>>;

/** The names in braces of a sentence: `max` in `must have at most {max} characters`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A sentence in each language, with the same names in braces. */
export interface Sentence<Name extends string> extends Both<string> {
  /** For the compiler only. */
  readonly names?: Name;
}

type SameNames<English extends string, French extends string> = [NamesIn<English>, NamesIn<French>] extends [
  NamesIn<French>,
  NamesIn<English>,
]
  ? unknown
  : { missingInFrench: Exclude<NamesIn<English>, NamesIn<French>>; onlyInFrench: Exclude<NamesIn<French>, NamesIn<English>> };

/** A text in English and in French: two sentences with the same names in braces, or two functions of the same parameters. */
export function both<Text extends object | null>(en: Text, fr: NoInfer<Text>): Both<Text>;
export function both<const English extends string, const French extends string>(
  en: English,
  fr: French & SameNames<English, French>,
): Sentence<NamesIn<English>>;
export function both<Text>(en: Text, fr: Text): Both<Text> {
  return { en, fr };
}
