import { CommanderError } from 'commander'
import { HeddleError } from '@heddle/client'
import { exitCodes } from './command.ts'
import { harmless } from './output/table.ts'
import { createProgram } from './program.ts'
import { CommandError, EXIT, type Terminal } from './terminal.ts'

/** Runs one command line, and returns its exit code. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync([...words], { from: 'user' })
    return exitCodes.get(terminal) ?? EXIT.ok
  } catch (error) {
    // It has already said what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const { message, exitCode } = describe(error, terminal)
    if (message !== '') terminal.stderr.write(`${harmless(message)}\n`)
    return exitCode
  }
}

function describe(error: unknown, { signal }: Terminal): { readonly message: string; readonly exitCode: number } {
  if (signal.aborted) return { message: 'Interrupted.', exitCode: EXIT.interrupted }
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode }
  if (isBrokenPipe(error)) return { message: '', exitCode: EXIT.ok }
  if (!(error instanceof HeddleError)) return { message: `heddle failed: ${String(error)}`, exitCode: EXIT.refused }
  const message = [faultsOf(error), remedyOf(error)].filter((text) => text !== undefined).join('\n')
  return { message, exitCode: error.status === 400 ? EXIT.usage : EXIT.refused }
}

/** One line for each fault, with its field. */
function faultsOf({ fields, message }: HeddleError): string {
  const lines = Object.entries(fields).flatMap(([field, messages]) =>
    messages.map((one) => (field === 'non_field_errors' ? one : `${field}: ${one}`)),
  )
  return (lines.length === 0 ? [message] : lines).join('\n')
}

function remedyOf({ status, retryAfter }: HeddleError): string | undefined {
  if (status === 401) return 'Run `heddle login` again, or use another token.'
  if (status === 403) return 'Ask an administrator for the permission.'
  if (status === 429) return `The server is protecting itself: try again in ${Math.ceil(retryAfter ?? 1)} s.`
  if (status === 0) return 'Check the address with `heddle context list`.'
  return undefined
}

const isBrokenPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE'
