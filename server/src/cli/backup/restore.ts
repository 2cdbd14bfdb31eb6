import { resolve } from 'node:path'
import type { Manifest } from '../../adapters/backup/manifest.ts'
import { openArchive } from '../../adapters/backup/read-archive.ts'
import type { AuditRecord } from '../../features/audit/index.ts'
import { type CommandOptions, quietly, usage } from '../command.ts'
import { describeContent } from './backup.ts'
import { checkKeyOf } from './check-key.ts'
import { configuredPlace, describePlace, fillPlace } from './open-target.ts'
import { checkVersion, restoreArchive } from './restore-archive.ts'

export async function restore(options: CommandOptions): Promise<number> {
  // Every restored copy starts paused; the word is accepted for those who want to see it said.
  const [name, ...more] = options.args.filter((argument) => argument !== '--paused')
  if (name === undefined || name.startsWith('--') || more.length > 0) return usage(options, 'restore <file> [--paused]')
  const { config, logger } = quietly(options)
  const archive = await openArchive(resolve(name))
  try {
    checkVersion(archive)
    await checkKeyOf(archive.manifest, { config, logger })
    const place = configuredPlace(config)
    const entry = entryFor(archive.manifest)
    await fillPlace(place, logger, (database) => restoreArchive({ database, archive, mode: 'copy', entry, logger }))
    options.print(
      `Restored into ${describePlace(place)}: ${describeContent(archive.manifest)}, as of ${archive.manifest.created_at}.`,
    )
    warnOfPacks(archive.manifest, options.print)
    options.print('It is paused: schedules, jobs, mails and launches wait until `npm run admin -- resume`.')
    return 0
  } finally {
    archive.close()
  }
}

const entryFor = ({ created_at, program_version, source }: Manifest): AuditRecord => ({
  action: 'database_restore',
  description: `The database was restored by an operator command from a backup of ${created_at}`,
  metadata: { backup: { created_at, program_version, source } },
})

/** The copy knows them by name only, and deletes those that it no longer needs. */
function warnOfPacks({ tables }: Manifest, print: (line: string) => void): void {
  const packs = tables.find(({ name }) => name === 'snapshot_packs')?.rows ?? 0
  if (packs === 0) return
  print(`Rows of snapshots are in ${packs} packs in object storage, which no backup contains.`)
  print(
    'If the source goes on, give this copy a bucket of its own: two installations on one bucket delete the packs of each other.',
  )
}
