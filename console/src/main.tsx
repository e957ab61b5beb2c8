import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionProvider } from './app/session.tsx';
import { Toaster } from './kit/toast.tsx';
import './kit/styles/index.css';
import { queries } from './api/queries.ts';
import { router } from './routes.tsx';

// Going back after signing out must not show the previous page, nor ask about what was typed there.
addEventListener('pageshow', ({ persisted }) => persisted && [document.body.replaceChildren(), location.reload()]);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <Toaster>
          <RouterProvider router={router} />
        </Toaster>
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
);
