import { ResultCodeError } from 'ldapts'

/** Why a sign-in failed; `detail` is for the log and holds only stages and codes, never what was typed. */
export class DirectoryFailure extends Error {
  override readonly name = 'DirectoryFailure'
  readonly reason: 'credentials' | 'unavailable'
  readonly detail: string

  constructor(reason: 'credentials' | 'unavailable', detail: string) {
    super(detail)
    this.reason = reason
    this.detail = detail
  }
}

/** Runs one step of a sign-in; an error in it means that the directory is unavailable. */
export async function step<T>(stage: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error: unknown) {
    throw directoryFailure(stage, error)
  }
}

/** A failure in our words. The directory's messages are left out: they may repeat what was sent. */
export function directoryFailure(stage: string, error: unknown): DirectoryFailure {
  return error instanceof DirectoryFailure ? error : new DirectoryFailure('unavailable', `${stage}: ${classOf(error)}`)
}

/** A short name for an error of the library, of the directory or of a socket. */
export function classOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  if (error instanceof ResultCodeError)
    return `${error.name.replace(/Error$/, '')} ${[error.code, ...subCode(error)].join(', ')}`
  if ('code' in error && typeof error.code === 'string') return error.code
  if (/time(d )?out/i.test(error.message)) return 'timed out'
  if (/^(Socket error|Connection closed)/.test(error.message)) return 'connection lost'
  return error.name
}

/** Active Directory gives the reason in the message: `data 52e` wrong password, `533` disabled, `775` locked. */
function subCode(error: ResultCodeError): string[] {
  const code = /\bdata ([0-9a-f]{3,8})\b/i.exec(error.message)?.[1]
  return code === undefined ? [] : [`data ${code}`]
}
