import { ensureBundled } from './bundle-programs.ts'

/** `npm run build:server`; Vitest calls it before tests that start servers. */
export default async function bundle(): Promise<void> {
  await ensureBundled()
}

if (import.meta.main) await bundle()
