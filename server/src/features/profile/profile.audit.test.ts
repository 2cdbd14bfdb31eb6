import { FROM, own, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { profileFeature } from './index.ts'

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'PATCH /api/auth/profile/': own('profile_update', (user) =>
    user.patch('/api/auth/profile/', { first_name: 'Ada' }, FROM),
  ),
  'PATCH /api/auth/preferences/': own('preferences_update', (user) =>
    user.patch('/api/auth/preferences/', { theme: 'dark' }, FROM),
  ),
}

walkAuditLog(profileFeature, SCENARIOS)
