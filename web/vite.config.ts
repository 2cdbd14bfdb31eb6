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
  },
  server: { proxy: { '/api': API, '/ws': { target: API, ws: true } } },
})
