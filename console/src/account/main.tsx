import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider, languageOf } from '../text/language.tsx';
import { AccountPage, type PageName } from './account.tsx';
import './account.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageProvider language={languageOf(navigator.languages)}>
      <AccountPage name={location.pathname.split('/')[2] as PageName} />
    </LanguageProvider>
  </StrictMode>,
);
