import { parseArgs } from 'node:util'
import { askProcess } from '../../adapters/control/ask-process.ts'
import { type Database, openDatabase } from '../../adapters/database/database.ts'
import { RESUME, RESUME_WITHOUT_MAILS } from '../../compose/answer-commands.ts'
import { resumeInstallation } from '../../compose/resume-installation.ts'
import { type CommandOptions, quietly } from '../command.ts'
import { openStopped } from './open-source.ts'

/** Lets a restored copy, or a database that was moved away, do its work again. */
export async function resume(options: CommandOptions): Promise<number> {
  const { values } = parseArgs({ args: [...options.args], options: { 'discard-mails': { type: 'boolean' } } })
  const discardsMails = values['discard-mails'] === true
  const { config, logger } = quietly(options)
  const database = config.database.url
    ? await openDatabase({ url: config.database.url.reveal(), dataDir: config.dataDir, logger, poolSize: 2 })
    : await openStopped({ config, logger })
  if (database) {
    options.print(await resumeHere(database, discardsMails).finally(database.close))
  } else {
    await askProcess(config.dataDir, discardsMails ? RESUME_WITHOUT_MAILS : RESUME)
    options.print('The running service goes on with everything that waited.')
  }
  return 0
}

async function resumeHere(database: Database, discardsMails: boolean): Promise<string> {
  const ended = await resumeInstallation({ database, clock: { now: () => new Date() }, discardsMails })
  if (ended?.kind === 'moved') return `This database can be used again. Stop the service on ${ended.to} first.`
  return ended ? 'Running services go on within seconds, others when they are started.' : 'Nothing was paused.'
}
