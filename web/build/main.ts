import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.ts'

/** `npm run build:web` */
await buildWeb(fileURLToPath(new URL('..', import.meta.url)))
