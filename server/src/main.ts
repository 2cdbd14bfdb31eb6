import { noticeStopSignals } from './stop-signals.ts'

// First of all: loading the rest takes a moment, in which a signal would end the process with an error.
const stopRequested = noticeStopSignals()
const { runProgram } = await import('./program.ts')
await runProgram(stopRequested)
