import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const origin = 'http://127.0.0.1:8080';
/** The gateway takes forms and writes from its own pages alone. */
const gateway = { target: origin, headers: { origin } };

/** Static files below `/console/`, which the gateway serves. `npm run dev` asks the gateway of `npm start` for the rest. */
export default defineConfig({
  base: '/console/',
  plugins: [react()],
  // Nothing inline: the Content-Security-Policy allows `data:` for images only.
  build: {
    target: 'es2024',
    rolldownOptions: { input: ['index.html', 'account.html'] },
    // It tells the gateway what the account pages load.
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // pdf.js, which is loaded alone.
    chunkSizeWarningLimit: 1_300,
  },
  server: {
    proxy: {
      ...Object.fromEntries(['/console/api', '/oauth2', '/account/account.css', '/v1'].map((path) => [path, gateway])),
      '/account': { ...gateway, bypass: () => '/console/account.html' },
    },
  },
});
