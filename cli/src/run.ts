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
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode }
  if (signal.reason instanceof CommandError) return { message: signal.reason.message, exitCode: signal.reason.exitCode }
  if (signal.aborted) return { message: 'Interrupted.', exitCode: EXIT.interrupted }
  if (isBrokenPipe(error)) return { message: '', exitCode: EXIT.ok }
  if (!(error instanceof HeddleError)) return { message: `heddle failed: ${String(error)}`, exitCode: EXIT.refused }
  const message = [faultsOf(error), remedyOf(error)].filter((text) => text !== undefined).join('\n')
  return { message, exitCode: error.status === 400 ? EXIT.usage : EXIT.refused }
}

/** One line for each fault, with its field. */
function faultsOf({ fields, message, status, method, path, requestId, body }: HeddleError): string {
  const asked =
    method === undefined ? '' : ` (${method} ${path ?? ''}${requestId === undefined ? '' : `, request ${requestId}`})`
  // Lists beside a sentence are details of it, such as suggestions.
  const said = status === 400 && !hasSentence(body) ? fields : {}
  const lines = Object.entries(said).flatMap(([field, messages]) =>
    messages.map((one) => (field === 'non_field_errors' ? one : `${field}: ${one}`)),
  )
  return (lines.length === 0 ? [`${message}${status >= 500 || status === 404 ? asked : ''}`] : lines).join('\n')
}

const hasSentence = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string'

function remedyOf({ status, retryAfter, message }: HeddleError): string | undefined {
  if (status === 401) return 'Run `heddle login` again, or use another token.'
  if (status === 403) return 'Ask an administrator for the permission.'
  if (status === 429) return `The server is protecting itself: try again in ${Math.ceil(retryAfter ?? 1)} s.`
  if (status === 0 && /certificate|CERT_/i.test(message))
    return 'Pass --ca-file with the certificate of its authority, or set HEDDLE_CA_FILE.'
  if (status === 0) return 'Check the address with `heddle context list`.'
  return undefined
}

const isBrokenPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE'
