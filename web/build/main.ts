import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.ts'

/** `npm run build:web`. Inside of tests, React would be built for development otherwise, a quarter larger. */
process.env.NODE_ENV = 'production'
await buildWeb(fileURLToPath(new URL('..', import.meta.url)))
