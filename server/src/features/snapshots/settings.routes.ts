import { SnapshotSettings, SnapshotSettingsPatch } from '@heddle/contract/history.ts'
import { signedIn } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { presentSnapshotSettings as present } from './settings.presenter.ts'
import type { SnapshotsService } from './snapshots.service.ts'

const PATH = '/api/history/settings/'

export function snapshotSettingsRoutes(snapshots: SnapshotsService): readonly Route[] {
  return routes('Snapshots', (route) => {
    route.get(
      PATH,
      {
        access: signedIn,
        summary: 'Read your snapshot settings',
        description: 'With the defaults where you have set nothing yet.',
        reply: SnapshotSettings,
      },
      async ({ caller }) => present(await snapshots.settingsOf(caller.id)),
    )

    route.patch(
      PATH,
      {
        access: signedIn,
        summary: 'Change your snapshot settings',
        description: 'Only what is sent changes. Snapshots that exist keep their policy.',
        body: SnapshotSettingsPatch,
        reply: SnapshotSettings,
      },
      async ({ caller, body }) => present(await snapshots.changeSettings(caller, body)),
    )
  })
}
