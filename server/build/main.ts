import { ensureThreadsBundled } from './bundle-threads.ts'

/** `npm run build:threads`; Vitest calls it before tests that start servers. */
export default ensureThreadsBundled

if (import.meta.main) await ensureThreadsBundled()
