import type { Language } from '@partner-ordering/mail';
import type { Texts } from './text.ts';
import { english } from './texts-en.ts';
import { french } from './texts-fr.ts';

export const texts: Readonly<Record<Language, Texts>> = { en: english, fr: french };
