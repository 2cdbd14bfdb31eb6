import { BackupError } from '../../adapters/backup/backup-error.ts'
import type { Manifest } from '../../adapters/backup/manifest.ts'
import { checkCanary } from '../../adapters/secrets/canary.ts'
import { hasSecretKeyFile } from '../../adapters/secrets/secret-key-file.ts'
import { openKeys } from '../../compose/open-adapters.ts'
import type { CommandOptions } from '../command.ts'

/** A backup never holds the key, and its secrets are lost without it: better to say so before anything is written. */
export async function checkKeyOf(
  { secret_canary }: Pick<Manifest, 'secret_canary'>,
  { config, logger }: Pick<CommandOptions, 'config' | 'logger'>,
): Promise<void> {
  if (secret_canary === null) return
  if (config.secretKeys.current === undefined && !hasSecretKeyFile(config.dataDir))
    throw new BackupError(
      `SECRET_KEY is not set and ${config.dataDir} has no secret.key: restore the key of the source first`,
    )
  const { secrets } = await openKeys(config, logger)
  const canary = checkCanary(secrets, secret_canary)
  if (!canary.ok) throw new BackupError(canary.message.replace('this database was', 'this backup was'))
}
