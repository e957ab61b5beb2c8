import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider, languageOf } from '../text/language.tsx';
import { AccountPage, type PageName } from './account.tsx';
import './account.css';

/** The language that was chosen on the sign-in page. */
const chosenLanguages = /(?:^|; )language=(\w+)/.exec(document.cookie)?.slice(1) ?? [];

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageProvider language={languageOf([...chosenLanguages, ...navigator.languages])}>
      <AccountPage name={location.pathname.split('/')[2] as PageName} />
    </LanguageProvider>
  </StrictMode>,
);
