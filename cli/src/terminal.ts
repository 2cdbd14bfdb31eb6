import type { Readable, Writable } from 'node:stream'

/** Where a command reads and writes. */
export type Terminal = {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly env: Readonly<Record<string, string | undefined>>
  /** Ends when the user presses Ctrl-C. */
  readonly signal: AbortSignal
  /** Ends it for another reason. */
  readonly abort?: (reason: Error) => void
}

/** A mistake of the user, with what to do about it. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.usage) {
    super(message)
    this.exitCode = exitCode
  }
}

export const EXIT = {
  ok: 0,
  /** The command worked, and found what `--fail-on` names, or a run that failed. */
  found: 1,
  /** The command was not understood, or the server found its input wrong. */
  usage: 2,
  /** The server refused it, failed, or did not answer. */
  refused: 3,
  /** `plan` found something to apply. It is no 1, with which programs end that could not start. */
  changes: 4,
  /** Ctrl-C, as shells say it. */
  interrupted: 130,
} as const
