import { importProgram } from '../kernel/import-program.ts'

await importProgram(new URL('./run-command.ts', import.meta.url))
