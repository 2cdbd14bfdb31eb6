import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { AUDIT_DOCUMENT, describeAuditLog } from './describe-audit-log.ts'

it('docs/audit.md is up to date: run `npm run docs` when this fails', async () => {
  expect(await readFile(AUDIT_DOCUMENT, 'utf8')).toBe(describeAuditLog())
})
