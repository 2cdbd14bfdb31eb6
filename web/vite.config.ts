import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const API = 'http://127.0.0.1:8000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  // The server replaces it in each answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // The content policy allows no `data:` fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    // Few files, since each small one would be a request, and nothing in them that the page does not need: first what
    // signing in takes, then what every page behind it takes. The rest goes with the pages that use it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /vite\/preload-helper|node_modules\// },
            { name: 'shared', tags: ['$initial'], test: /(client|domain|web)\/src\/(?!app\/)/ },
            {
              name: 'inside',
              minShareCount: 3,
              test: /node_modules\/(@mantine|@floating-ui|react-|use-)|web\/src\/(lib|components\/[^/]+$)|client\/src/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': API, '/cli': API, '/docs': API, '/ws': { target: API, ws: true } } },
})
