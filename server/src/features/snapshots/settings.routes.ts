import { SnapshotSettings, SnapshotSettingsPatch } from '@heddle/contract/history.ts'
import { signedIn } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { UserSnapshotSettings } from './settings.store.ts'
import type { SnapshotsService } from './snapshots.service.ts'

const PATH = '/api/history/settings/'

export function snapshotSettingsRoutes(snapshots: SnapshotsService): readonly Route[] {
  return routes('Snapshots', (route) => {
    route.get(PATH, { access: signedIn, summary: 'Read your snapshot settings', reply: SnapshotSettings }, async ({ caller }) =>
      present(await snapshots.settingsOf(caller.id)),
    )

    route.patch(
      PATH,
      { access: signedIn, summary: 'Change your snapshot settings', body: SnapshotSettingsPatch, reply: SnapshotSettings },
      async ({ caller, body }) => present(await snapshots.changeSettings(caller, body)),
    )
  })
}

const present = (settings: UserSnapshotSettings): SnapshotSettings => ({
  default_retention_policy: settings.defaultRetentionPolicy,
  auto_capture_enabled: settings.autoCaptureEnabled,
  diff_key_strategy: settings.diffKeyStrategy,
  diff_ignore_fields: [...settings.diffIgnoreFields],
  keep_first_and_last: settings.keepFirstAndLast,
})
