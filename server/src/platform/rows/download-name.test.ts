import { expect, it } from 'vitest'
import { downloadName } from './download-name.ts'

const AT = new Date('2026-11-22T06:30:59Z')

it.each([
  ['Settings of bridge domains', 'settings-of-bridge-domains-2026-11-22-0630'],
  ['VLAN 100 (fábrica)', 'vlan-100-fabrica-2026-11-22-0630'],
  ['../../etc/passwd', 'etc-passwd-2026-11-22-0630'],
  ['"; filename="x.exe\r\n', 'filename-x.exe-2026-11-22-0630'],
  ['شبكات', 'rows-2026-11-22-0630'],
  [null, 'rows-2026-11-22-0630'],
  ['W'.repeat(200), `${'w'.repeat(60)}-2026-11-22-0630`],
])('a download of %j is called %s', (name, expected) => {
  expect(downloadName(name, AT)).toBe(expected)
})
