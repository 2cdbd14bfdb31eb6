import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedFolder } from '../adapters/database/embedded/embedded-folder.ts'
import { packTemplate, TEMPLATE } from '../adapters/database/embedded/template.ts'

/** `npm run template`: after each new version of the embedded database. */
const folder = mkdtempSync(join(tmpdir(), 'heddle-template-'))
try {
  await createEmbeddedFolder(folder, () => undefined)
  writeFileSync(TEMPLATE, packTemplate(folder))
} finally {
  rmSync(folder, { recursive: true })
}
