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
    // What every page needs comes in few files, and so does the sign-in page: each small one would be a request.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /vite\/preload-helper|node_modules\/(?!@tanstack\/(react-)?virtual|@xyflow|@codemirror|@lezer|@dagrejs|d3-|marked\/)[^?]*\.(m?js|css)/,
            },
            { name: 'shared', test: /web\/src\/(lib|theme|components\/[^/]+$|features\/auth)|client\/src/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': API, '/cli': API, '/docs': API, '/ws': { target: API, ws: true } } },
})
