import { pino } from 'pino'
import { readConfig } from '../config/read-config.ts'
import { reencrypt } from './reencrypt.ts'

/** Commands for operators at the machine: `npm run admin -- <command>`. They read the same environment as the server. */
const COMMANDS: Readonly<Record<string, { readonly does: string; readonly run: typeof reencrypt }>> = {
  reencrypt: { does: 'Seals every stored secret anew with SECRET_KEY, opening it with SECRET_KEY_PREVIOUS.', run: reencrypt },
}

const [name = '', ...args] = process.argv.slice(2)
const command = COMMANDS[name]
if (!command) {
  console.error('usage: npm run admin -- <command>')
  for (const [known, { does }] of Object.entries(COMMANDS)) console.error(`  ${known.padEnd(16)}${does}`)
  process.exit(2)
}
const read = readConfig(process.env)
if (!read.ok) {
  for (const line of read.problems) console.error(line)
  process.exit(1)
}
try {
  process.exitCode = await command.run({ config: read.config, logger: pino({ level: 'warn' }), args, print: console.log })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
