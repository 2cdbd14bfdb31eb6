import { Cleanup } from '@heddle/contract/history.ts'
import { may } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { SnapshotsService } from './snapshots.service.ts'

export function cleanupRoutes(snapshots: SnapshotsService): readonly Route[] {
  return routes('Snapshots', (route) => {
    route.get(
      '/api/history/cleanup/preview/',
      {
        access: may('history.view_snapshot'),
        summary: 'Preview what a clean-up would delete now',
        description: 'Administrators see all expired snapshots; others only those they captured.',
        reply: Cleanup,
      },
      async ({ caller }) => snapshots.previewCleanup(caller),
    )

    route.post(
      '/api/history/cleanup/execute/',
      {
        access: may('history.delete_snapshot'),
        summary: 'Delete expired snapshots',
        description:
          'Administrators delete all of them; others only those they captured. Runs automatically every day at 03:30 UTC.',
        reply: Cleanup,
      },
      async ({ caller }) => snapshots.cleanUp(caller),
    )
  })
}
