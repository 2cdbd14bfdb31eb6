import { type Command, InvalidArgumentError } from 'commander'
import { readFile } from 'node:fs/promises'
import { exitCodes, printTo } from '../command.ts'
import { authorsInWords } from '../proofs/authors-in.ts'
import { verifyProof } from '../proofs/verify-proof.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'

type VerifyOptions = { readonly sha256?: string }

/** Checks reports and proofs without a server. */
export function addVerify(program: Command, terminal: Terminal): void {
  program
    .command('verify')
    .argument('<file>', 'the JSON of a change report or of an automation proof')
    .option('--sha256 <hash>', 'the hash that it has to have, from the audit log', readHash)
    .description('check without a server that a report or proof was not altered; exit with 1 if it was')
    .action(async (file: string, { sha256 }: VerifyOptions, command: Command) => {
      const bytes = await readFile(file).catch((error: unknown) => {
        throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
      })
      const found = verifyProof(bytes, sha256)
      const isAltered = 'because' in found
      exitCodes.set(terminal, isAltered ? EXIT.found : EXIT.ok)
      const { json } = command.optsWithGlobals<{ json?: true }>()
      const result = { file, verified: !isAltered, ...found }
      await printTo(terminal, json ? `${JSON.stringify(result, null, 2)}\n` : `${inWords(file, found)}\n`)
    })
}

function inWords(file: string, found: ReturnType<typeof verifyProof>): string {
  if ('because' in found) return `${file} is not as it was sealed. ${found.because}`
  const sealed = `${file} is as it was sealed: the ${found.kind} "${found.name}", SHA-256 ${found.sha256}.`
  return found.changed_by ? `${sealed}\n${authorsInWords(found.changed_by)}` : sealed
}

function readHash(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('Expected 64 hexadecimal digits.')
  return text
}
