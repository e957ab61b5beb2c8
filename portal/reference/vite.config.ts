import { defineConfig } from 'vite';

/** The page `/docs/reference/`, which the gateway serves beside the portal. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/docs/reference/',
  // Nothing inline: the Content-Security-Policy allows `data:` for images only.
  build: {
    target: 'es2024',
    outDir: '../dist/reference',
    emptyOutDir: true,
    rolldownOptions: { input: ['index.html', 'signed-in.html'].map((name) => `${import.meta.dirname}/${name}`) },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Swagger UI, which comes as one file.
    chunkSizeWarningLimit: 2_000,
  },
});
