import { answer, type Look } from './look.ts'

const ENTRY = {
  id: 4711,
  category: 'query_management',
  action: 'query_update',
  username: 'olga',
  user_id: 3,
  ip_address: '10.20.0.14',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156',
  description: 'Saved query "Bridge domains without a VRF" was changed',
  target_type: 'saved_query',
  target_id: '257ab9dd-7339-4911-90b7-05f86decb74f',
  metadata: { version: 4 },
  content_compressed: false,
  content_size_bytes: 412,
  created_at: '2026-11-22T06:30:00.000+00:00',
  content: {
    before: { name: 'Bridge domains, no VRF', version: 3, description: '', category: 2 },
    after: { name: 'Bridge domains without a VRF', version: 4, description: 'Nothing is routed there.', category: 2 },
  },
}

/** Who did what. */
export const AUDIT_LOOKS: readonly Look[] = [
  {
    name: 'audit-log',
    path: '/audit/logs/?category=query_management&username=admin',
    act: (page) => page.getByRole('table', { name: 'Audit log' }).waitFor(),
  },
  {
    name: 'audit-entry',
    path: '/audit/logs/4711/',
    before: answer(/\/api\/audit\/logs\/4711\//, 200, ENTRY),
    act: (page) => page.getByRole('table', { name: 'Before and after' }).waitFor(),
  },
  {
    name: 'audit-attempts',
    path: '/audit/login-attempts/',
    act: (page) => page.getByRole('table', { name: 'Login attempts' }).waitFor(),
  },
  {
    name: 'audit-settings',
    path: '/audit/settings/',
    act: (page) => page.getByRole('button', { name: 'Save' }).waitFor(),
  },
]
