import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds a running server for /api and /ws. */
const server = process.env['CORNERWISE_DEV'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: {
    // Into the Python package: an editable install and the wheels serve the page from here.
    outDir: '../src/cornerwise/server/static',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The server's content security policy allows neither inline scripts nor data: modules.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    proxy: {
      // The server answers its own pages only: here it is the one that the page comes from.
      '/api': { target: server, changeOrigin: true, headers: { origin: server } },
      '/ws': { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
    },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
});
