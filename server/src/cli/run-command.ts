import { dataFolderFault } from '../adapters/database/data-folder-fault.ts'
import { readConfig } from '../config/read-config.ts'
import { backup } from './backup/backup.ts'
import { moveDatabase } from './backup/move-database.ts'
import { restore } from './backup/restore.ts'
import { resume } from './backup/resume.ts'
import { createLogger } from '../platform/log/create-logger.ts'
import { messageOf } from '../platform/log/describe-error.ts'
import { createSuperuser, resetPassword } from './accounts.ts'
import type { CommandOptions } from './command.ts'
import { reencrypt } from './reencrypt.ts'

/**
 * Commands for operators on the machine: `npm run admin -- <command>`. They read the same environment as the server.
 */
const COMMANDS: Readonly<
  Record<string, { readonly does: string; readonly run: (options: CommandOptions) => Promise<number> }>
> = {
  'reset-password': {
    does: 'Sets a new password and ends all sessions: reset-password <user> [--disable-mfa] [--activate] [--stdin]',
    run: resetPassword,
  },
  'create-superuser': {
    does: 'Creates an account with all rights: create-superuser <user> <e-mail> [--stdin]',
    run: createSuperuser,
  },
  backup: { does: 'Writes all data into one file, while the service runs or not: backup <file>', run: backup },
  restore: { does: 'Restores a backup into an empty database or folder, paused: restore <file>', run: restore },
  'move-database': {
    does: 'Moves all data of a stopped service: move-database <url of PostgreSQL> | embedded | <folder> | --stdin',
    run: moveDatabase,
  },
  resume: { does: 'Lets a restored copy, or a moved database, work again: resume [--discard-mails]', run: resume },
  reencrypt: {
    does: 'Re-encrypts every stored secret with SECRET_KEY, decrypting it with SECRET_KEY_PREVIOUS.',
    run: reencrypt,
  },
}

/** The first line of standard input. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0]!
}

const [name = '', ...args] = process.argv.slice(2)
const command = COMMANDS[name]
if (!command) {
  console.error('usage: npm run admin -- <command>')
  for (const [known, { does }] of Object.entries(COMMANDS)) console.error(`  ${known.padEnd(18)}${does}`)
  process.exit(2)
}
const read = readConfig(process.env)
if (!read.ok) {
  for (const line of read.problems) console.error(line)
  process.exit(1)
}
try {
  process.exitCode = await command.run({
    config: read.config,
    logger: createLogger({ level: 'warn' }),
    args,
    print: console.log,
    readInput,
  })
} catch (error) {
  console.error(dataFolderFault(error, read.config.dataDir) ?? messageOf(error))
  process.exitCode = 1
}
