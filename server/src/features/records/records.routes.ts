import { AuditStreams } from '@heddle/contract/audit.ts'
import { admin } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { StreamState } from './read-streams.ts'
import { presentStream } from './records.presenter.ts'

export function recordRoutes(readStates: () => Promise<readonly StreamState[]>): readonly Route[] {
  return routes('Audit', (route) => {
    route.get(
      '/api/audit/stream/',
      {
        access: admin,
        summary: 'Show how the collectors of records keep up',
        description:
          'Audit entries, sign-ins and findings go to the collectors that `SIEM_SYSLOG_URL` and `SIEM_OTLP_URL` name; without them the list is empty.',
        reply: AuditStreams,
      },
      async () => ({ targets: (await readStates()).map(presentStream) }),
    )
  })
}
