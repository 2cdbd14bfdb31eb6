import { importProgram } from './kernel/import-program.ts'
import type * as Program from './program.ts'
import { noticeStopSignals } from './stop-signals.ts'

// First of all: loading the rest takes a moment, in which a signal would end the process with an error.
const stopRequested = noticeStopSignals()
const { runProgram } = (await importProgram(new URL('./program.ts', import.meta.url))) as typeof Program
await runProgram(stopRequested)
